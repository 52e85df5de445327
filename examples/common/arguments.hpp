// Command lines: names of files, then numbers with names, such as `--frames 30`.

#ifndef ARGUMENTS_HPP
#define ARGUMENTS_HPP

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

class arguments {
public:
    // `defaults` are the numbers that there are. Throws std::runtime_error with the usage.
    arguments(int count, char **words, std::vector<std::string> files, std::map<std::string, int> defaults)
        : numbers_(std::move(defaults)) {
        const std::string usage = describe(words[0], files);
        for (int i = 1; i < count; ++i) {
            const std::string word = words[i];
            if (word.rfind("--", 0) != 0) {
                files_.push_back(word);
                continue;
            }
            const auto number = numbers_.find(word.substr(2));
            if (number == numbers_.end() || i + 1 == count) throw std::runtime_error(usage);
            try {
                number->second = std::stoi(words[++i]);
            } catch (const std::logic_error &) {
                throw std::runtime_error(word + ": " + words[i] + " is not a number");
            }
            if (number->second < 1) throw std::runtime_error(word + ": " + words[i] + " is not positive");
        }
        if (files_.size() != files.size()) throw std::runtime_error(usage);
    }

    const std::string &file(std::size_t i) const { return files_[i]; }
    int number(const std::string &name) const { return numbers_.at(name); }

private:
    std::string describe(const std::string &program, const std::vector<std::string> &files) const {
        std::string text = "usage: " + program;
        for (const std::string &file : files) text += " " + file;
        for (const auto &[name, value] : numbers_) text += " [--" + name + " " + std::to_string(value) + "]";
        return text;
    }

    std::vector<std::string> files_;
    std::map<std::string, int> numbers_;
};

#endif // ARGUMENTS_HPP
