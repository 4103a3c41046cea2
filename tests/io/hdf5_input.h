#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/io/hdf5_file.h"

namespace scree {

/// Reads arrays of a file. Everything throws Hdf5Error.
class Hdf5Input {
 public:
  explicit Hdf5Input(const std::filesystem::path& file);
  ~Hdf5Input();
  Hdf5Input(const Hdf5Input&) = delete;
  Hdf5Input& operator=(const Hdf5Input&) = delete;

  /// Lengths along the dimensions.
  std::vector<std::size_t> shape(const std::string& name) const;
  /// Converted by the library from whatever the file has.
  std::vector<double> numbers(const std::string& name) const;
  std::vector<std::uint8_t> bytes(const std::string& name) const;

 private:
  std::int64_t file_ = -1;
};

}  // namespace scree
