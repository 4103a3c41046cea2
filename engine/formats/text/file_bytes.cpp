#include "engine/formats/text/file_bytes.h"

#include <fmt/format.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

namespace scree {

namespace {

namespace fs = std::filesystem;

FileBytes refusedBytes(std::string what, std::string remedy) { return {{}, std::move(what), std::move(remedy), {}}; }

std::string sizeText(std::uintmax_t bytes) {
  return bytes >= std::uintmax_t{1} << 30 ? fmt::format("{} GiB", bytes >> 30) : fmt::format("{} MiB", bytes >> 20);
}

/// Archive that is not unpacked here, by its first bytes.
struct Archive {
  std::string_view begin;
  const char* what;
  const char* remedy;
};
constexpr std::array<Archive, 4> kArchives = {{
    {"PK\x03\x04", "it is a spreadsheet of a program, a 3MF part or another zip archive",
     "save a spreadsheet as CSV, a part as STL, or unpack it"},
    {"\xD0\xCF\x11\xE0", "it is a file of an office program or of CAD", "save a spreadsheet as CSV, a part as STL"},
    {"\xFD\x37zXZ", "it is compressed by xz", "unpack it with 'unxz', or compress it with gzip"},
    {"BZh", "it is compressed by bzip2", "unpack it with 'bunzip2', or compress it with gzip"},
}};

/// Unpacks members of a gzip file one after the other.
class Gunzip {
 public:
  explicit Gunzip(std::string_view packed) {
    // 16 above the largest window: gzip's head and sum.
    isSound_ = inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK;
    stream_.next_in = reinterpret_cast<const Bytef*>(packed.data());
    left_ = packed.size();
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  FileBytes read(std::uintmax_t largest) {
    FileBytes result;
    std::array<char, 1 << 16> part;
    int state = isSound_ ? Z_OK : Z_MEM_ERROR;
    while (state == Z_OK) {
      feed();
      stream_.next_out = reinterpret_cast<Bytef*>(part.data());
      stream_.avail_out = static_cast<uInt>(part.size());
      state = inflate(&stream_, Z_NO_FLUSH);
      result.bytes.append(part.data(), part.size() - stream_.avail_out);
      if (result.bytes.size() > largest) {
        return refusedBytes(fmt::format("unpacked it is larger than {}", sizeText(largest)), "save less of it");
      }
      if (state == Z_STREAM_END && left_ + stream_.avail_in > 0) {
        state = inflateReset(&stream_);
      }
    }
    if (state != Z_STREAM_END) {
      return refusedBytes("it is compressed by gzip, and cut short or damaged", "compress it again");
    }
    result.note = "unpacked from gzip";
    return result;
  }

 private:
  void feed() {
    if (stream_.avail_in == 0) {
      stream_.avail_in = static_cast<uInt>(std::min<std::size_t>(left_, 1U << 30));
      left_ -= stream_.avail_in;
    }
  }

  z_stream stream_{};
  std::size_t left_ = 0;  ///< bytes that were not yet handed to zlib
  bool isSound_ = false;
};

/// Unpacks the frames of a zstd file one after the other.
class Unzstd {
 public:
  explicit Unzstd(std::string_view packed) : stream_(ZSTD_createDStream()), packed_(packed) {}
  ~Unzstd() { ZSTD_freeDStream(stream_); }
  Unzstd(const Unzstd&) = delete;
  Unzstd& operator=(const Unzstd&) = delete;

  FileBytes read(std::uintmax_t largest) {
    FileBytes result;
    std::array<char, 1 << 16> part;
    ZSTD_inBuffer in{packed_.data(), packed_.size(), 0};
    std::size_t state = stream_ == nullptr ? 1 : 0;  // 0: at the end of a frame
    bool isSound = stream_ != nullptr;
    bool isFull = false;  // the last part was filled: there may be more without further bytes
    while (isSound && (in.pos < in.size || isFull)) {
      ZSTD_outBuffer out{part.data(), part.size(), 0};
      state = ZSTD_decompressStream(stream_, &out, &in);
      isSound = ZSTD_isError(state) == 0;
      isFull = out.pos == out.size;
      result.bytes.append(part.data(), isSound ? out.pos : 0);
      if (result.bytes.size() > largest) {
        return refusedBytes(fmt::format("unpacked it is larger than {}", sizeText(largest)), "save less of it");
      }
    }
    if (!isSound || state != 0) {
      return refusedBytes("it is compressed by zstd, and cut short or damaged", "compress it again");
    }
    result.note = "unpacked from zstd";
    return result;
  }

 private:
  ZSTD_DStream* stream_;
  std::string_view packed_;
};

}  // namespace

FileBytes unpacked(std::string bytes, std::uintmax_t largest) {
  for (const Archive& archive : kArchives) {
    if (bytes.starts_with(archive.begin)) {
      return refusedBytes(archive.what, archive.remedy);
    }
  }
  if (bytes.starts_with("\x1F\x8B")) {
    return Gunzip(bytes).read(largest);
  }
  if (bytes.starts_with("\x28\xB5\x2F\xFD")) {
    return Unzstd(bytes).read(largest);
  }
  return {std::move(bytes), {}, {}, {}};
}

FileBytes readBytes(const fs::path& file, std::uintmax_t largest, const std::string& kinds) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return refusedBytes("there is no such file", "check the name; in a scene, paths are relative to its file");
  }
  if (status.type() != fs::file_type::regular) {
    return refusedBytes("this is no file", fmt::format("name {}", kinds));
  }
  const std::uintmax_t size = fs::file_size(file, problem);
  if (size > largest || problem) {
    return refusedBytes(fmt::format("larger than {}", sizeText(largest)), "save less of it");
  }
  std::string bytes(size, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size) {
    return refusedBytes("cannot be read", "check its permissions");
  }
  return unpacked(std::move(bytes), largest);
}

}  // namespace scree
