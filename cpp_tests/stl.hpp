// The repository's real meshes.

#pragma once

#include "support.hpp"

namespace test {

/// Reads a binary STL file; equal positions become one vertex. Throws std::runtime_error.
Soup read_stl(const std::string &path);

/// A mesh of assets/, read once: "skull", "ribcage" or "forearm".
const Soup &asset(const std::string &name);

} // namespace test
