// A whole file as bytes that carom can open in place: mapped where the platform can, else read into aligned
// memory.

#ifndef MAPPED_FILE_HPP
#define MAPPED_FILE_HPP

#include <carom.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#if defined(__unix__) || defined(__APPLE__)

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

class mapped_file {
public:
    explicit mapped_file(const std::string &path) {
        const int file = ::open(path.c_str(), O_RDONLY);
        struct stat about;
        if (file >= 0 && ::fstat(file, &about) == 0) {
            size_ = static_cast<std::size_t>(about.st_size);
            data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        }
        const int reason = errno;
        if (file >= 0) {
            ::close(file);
        }
        if (data_ == MAP_FAILED) {
            throw std::runtime_error(path + ": " + std::strerror(reason));
        }
    }
    ~mapped_file() { ::munmap(data_, size_); }
    mapped_file(const mapped_file &) = delete;
    mapped_file &operator=(const mapped_file &) = delete;

    const void *data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    void *data_ = MAP_FAILED;
    std::size_t size_ = 0;
};

#else

#include <fstream>
#include <new>

class mapped_file {
public:
    explicit mapped_file(const std::string &path) {
        std::ifstream file(path, std::ios::binary | std::ios::ate);
        size_ = file ? static_cast<std::size_t>(file.tellg()) : 0;
        data_ = ::operator new(size_, alignment);
        file.seekg(0);
        if (!file.read(static_cast<char *>(data_), static_cast<std::streamsize>(size_))) {
            ::operator delete(data_, alignment);
            throw std::runtime_error(path + ": cannot be read");
        }
    }
    ~mapped_file() { ::operator delete(data_, alignment); }
    mapped_file(const mapped_file &) = delete;
    mapped_file &operator=(const mapped_file &) = delete;

    const void *data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    static constexpr std::align_val_t alignment{CAROM_BLOB_ALIGNMENT};
    void *data_ = nullptr;
    std::size_t size_ = 0;
};

#endif

#endif // MAPPED_FILE_HPP
