#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Thin layer over the C library of HDF5: files of named arrays with remarks.
namespace scree {

/// Error of the library, or of a file without the expected content. what() names the reason.
struct Hdf5Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Builds an HDF5 file in memory. Names are paths such as "particles/position"; groups are made as needed. Throws
/// Hdf5Error when the library fails, for which lack of memory is the only reason.
class Hdf5Image {
 public:
  Hdf5Image();
  ~Hdf5Image();
  Hdf5Image(const Hdf5Image&) = delete;
  Hdf5Image& operator=(const Hdf5Image&) = delete;

  /// Adds an array with rows of `columns` values each; one column gives an array of one dimension.
  void array(const std::string& name, std::span<const double> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const float> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::int64_t> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::uint32_t> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::uint8_t> values, std::size_t columns = 1);
  void texts(const std::string& name, const std::vector<std::string>& texts);
  /// Adds a remark to an array, or to the file ("/").
  void remark(const std::string& name, const std::string& key, const std::string& text);
  void remark(const std::string& name, const std::string& key, double value);
  void remark(const std::string& name, const std::string& key, std::int64_t value);

  std::vector<std::byte> bytes() const;

 private:
  std::int64_t file_ = -1;
};

/// True if the bytes begin with the signature of HDF5.
bool isHdf5(std::string_view bytes);

}  // namespace scree
