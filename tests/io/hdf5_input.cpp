#include "tests/io/hdf5_input.h"

#include <fmt/format.h>
#include <hdf5.h>

namespace scree {

namespace {

hid_t checked(hid_t id, const std::string& what) {
  if (id < 0) {
    throw Hdf5Error("the HDF5 library failed: " + what);
  }
  return id;
}

/// Something of the library that must be closed.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);
  Handle(hid_t id, Closer closer, const std::string& what) : id_(checked(id, what)), closer_(closer) {}
  ~Handle() { closer_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  Closer closer_;
};

}  // namespace

Hdf5Input::Hdf5Input(const std::filesystem::path& file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) {
    throw Hdf5Error("it is no HDF5 file, or a damaged one");
  }
}

Hdf5Input::~Hdf5Input() { H5Fclose(file_); }

namespace {

Handle openSet(hid_t file, const std::string& name) {
  const hid_t set = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (set < 0) {
    throw Hdf5Error(fmt::format("it has no '{}'", name));
  }
  return {set, H5Dclose, name};
}

template <typename T>
std::vector<T> read(hid_t file, const std::string& name, hid_t type) {
  const Handle set = openSet(file, name);
  const Handle space(H5Dget_space(set), H5Sclose, name);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  checked(count, name);
  std::vector<T> values(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    throw Hdf5Error(fmt::format("its '{}' cannot be read", name));
  }
  return values;
}

}  // namespace

std::vector<std::size_t> Hdf5Input::shape(const std::string& name) const {
  const Handle set = openSet(file_, name);
  const Handle space(H5Dget_space(set), H5Sclose, name);
  std::vector<hsize_t> lengths(static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space), name)));
  checked(H5Sget_simple_extent_dims(space, lengths.data(), nullptr), name);
  return {lengths.begin(), lengths.end()};
}

std::vector<double> Hdf5Input::numbers(const std::string& name) const {
  return read<double>(file_, name, H5T_NATIVE_DOUBLE);
}
std::vector<std::uint8_t> Hdf5Input::bytes(const std::string& name) const {
  return read<std::uint8_t>(file_, name, H5T_NATIVE_UINT8);
}

}  // namespace scree
