#include "engine/io/hdf5_file.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <utility>

namespace scree {

namespace {

constexpr std::size_t kGrowth = std::size_t{1} << 20;  // bytes by which the file in memory grows

hid_t checked(hid_t id, std::string_view what) {
  if (id < 0) {
    throw Hdf5Error(fmt::format("the HDF5 library failed: {}", what));
  }
  return id;
}

/// Identifier of the library that must be closed.
class Handle {
 public:
  using Closer = herr_t (*)(hid_t);
  Handle(hid_t id, Closer closer, std::string_view what) : id_(checked(id, what)), closer_(closer) {}
  ~Handle() { closer_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  Closer closer_;
};

/// Stops the library from printing failures, which it also returns.
void keepQuiet() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void write(hid_t file, const std::string& name, hid_t stored, hid_t inMemory, const void* values, std::size_t count,
           std::size_t columns) {
  const hsize_t lengths[] = {count / columns, columns};
  const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, lengths, nullptr), H5Sclose, "a space");
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "a list");
  H5Pset_create_intermediate_group(links, 1);
  const Handle kind(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "a list");
  H5Pset_obj_track_times(kind, false);  // without times in it, the same state gives the same file
  const Handle set(H5Dcreate2(file, name.c_str(), stored, space, links, kind, H5P_DEFAULT), H5Dclose, name);
  if (count > 0) {
    checked(H5Dwrite(set, inMemory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), name);
  }
}

Handle textType(std::size_t length) {
  return {[&] {
            const hid_t type = H5Tcopy(H5T_C_S1);
            H5Tset_size(type, std::max<std::size_t>(length, 1));
            H5Tset_strpad(type, H5T_STR_NULLPAD);
            H5Tset_cset(type, H5T_CSET_UTF8);
            return type;
          }(),
          H5Tclose, "a type"};
}

void remarkOn(hid_t file, const std::string& name, const std::string& key, hid_t type, const void* value) {
  const Handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose, name);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "a space");
  const Handle attribute(H5Acreate2(object, key.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, key);
  checked(H5Awrite(attribute, type, value), key);
}

}  // namespace

Hdf5Image::Hdf5Image() {
  keepQuiet();
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "a list");
  checked(H5Pset_fapl_core(access, kGrowth, false), "a file in memory");
  file_ = checked(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access), "a file in memory");
}

Hdf5Image::~Hdf5Image() { H5Fclose(file_); }

void Hdf5Image::array(const std::string& name, std::span<const double> values, std::size_t columns) {
  write(file_, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), values.size(), columns);
}
void Hdf5Image::array(const std::string& name, std::span<const float> values, std::size_t columns) {
  write(file_, name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), values.size(), columns);
}
void Hdf5Image::array(const std::string& name, std::span<const std::int64_t> values, std::size_t columns) {
  write(file_, name, H5T_STD_I64LE, H5T_NATIVE_INT64, values.data(), values.size(), columns);
}
void Hdf5Image::array(const std::string& name, std::span<const std::uint32_t> values, std::size_t columns) {
  write(file_, name, H5T_STD_U32LE, H5T_NATIVE_UINT32, values.data(), values.size(), columns);
}
void Hdf5Image::array(const std::string& name, std::span<const std::uint8_t> values, std::size_t columns) {
  write(file_, name, H5T_STD_U8LE, H5T_NATIVE_UINT8, values.data(), values.size(), columns);
}

void Hdf5Image::texts(const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) {
    longest = std::max(longest, text.size());
  }
  std::string padded;
  for (const std::string& text : texts) {
    padded += text + std::string(longest - text.size(), '\0');
  }
  const Handle type = textType(longest);
  write(file_, name, type, type, padded.data(), texts.size(), 1);
}

void Hdf5Image::remark(const std::string& name, const std::string& key, const std::string& text) {
  const Handle type = textType(text.size());
  remarkOn(file_, name, key, type, text.c_str());
}
void Hdf5Image::remark(const std::string& name, const std::string& key, double value) {
  remarkOn(file_, name, key, H5T_NATIVE_DOUBLE, &value);
}
void Hdf5Image::remark(const std::string& name, const std::string& key, std::int64_t value) {
  remarkOn(file_, name, key, H5T_NATIVE_INT64, &value);
}

std::vector<std::byte> Hdf5Image::bytes() const {
  checked(H5Fflush(file_, H5F_SCOPE_GLOBAL), "a file in memory");
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  checked(size, "a file in memory");
  std::vector<std::byte> image(static_cast<std::size_t>(size));
  checked(H5Fget_file_image(file_, image.data(), image.size()), "a file in memory");
  return image;
}

bool isHdf5(std::string_view bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }

}  // namespace scree
