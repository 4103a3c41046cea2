#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A thin layer over the C library of HDF5: files of named arrays with remarks.
namespace scree {

/// A failure of the library, or a file that has not what is asked of it. what() names the reason.
struct Hdf5Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Builds a file in memory. Names are paths such as "particles/position"; groups are made as needed. Throws Hdf5Error
/// when the library fails, which memory alone makes it do.
class Hdf5Image {
 public:
  Hdf5Image();
  ~Hdf5Image();
  Hdf5Image(const Hdf5Image&) = delete;
  Hdf5Image& operator=(const Hdf5Image&) = delete;

  /// Rows of `columns` values each; one column gives an array of one dimension.
  void array(const std::string& name, std::span<const double> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const float> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::int64_t> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::uint32_t> values, std::size_t columns = 1);
  void array(const std::string& name, std::span<const std::uint8_t> values, std::size_t columns = 1);
  void texts(const std::string& name, const std::vector<std::string>& texts);
  /// A remark on an array, or on the file ("/").
  void remark(const std::string& name, const std::string& key, const std::string& text);
  void remark(const std::string& name, const std::string& key, double value);
  void remark(const std::string& name, const std::string& key, std::int64_t value);

  std::vector<std::byte> bytes() const;

 private:
  std::int64_t file_ = -1;
};

/// Whether bytes begin as an HDF5 file does.
bool isHdf5(std::string_view bytes);

}  // namespace scree
