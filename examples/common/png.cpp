#include "png.hpp"

#include <png.h>

#include <stdexcept>

void write_png(const std::string &path, int width, int height, const std::vector<std::uint8_t> &pixels) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    if (pixels.size() != PNG_IMAGE_SIZE(image)) throw std::runtime_error(path + ": pixels do not fit the size");
    if (png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr) == 0) {
        throw std::runtime_error(path + ": " + image.message);
    }
}
