// Writes pictures as PNG, with libpng.

#ifndef PNG_HPP
#define PNG_HPP

#include <cstdint>
#include <string>
#include <vector>

// Three bytes a pixel: red, green and blue in sRGB, row by row from the top. Throws std::runtime_error.
void write_png(const std::string &path, int width, int height, const std::vector<std::uint8_t> &pixels);

#endif // PNG_HPP
