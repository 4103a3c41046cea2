#include "engine/io/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace scree {

namespace fs = std::filesystem;

namespace {

std::string reason(int errorNumber) { return std::error_code(errorNumber, std::generic_category()).message(); }

void createFolderOf(const fs::path& file) {
  const fs::path folder = file.parent_path();
  if (folder.empty()) {
    return;
  }
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw OutputError(folder, "create folder", error.value());
  }
}

// Name of the temporary file: beside the target, since rename() works within one file system only, with the process id,
// which keeps runs apart.
fs::path temporaryFor(const fs::path& file) {
  return file.parent_path() / fmt::format(".{}.{}.part", file.filename().string(), ::getpid());
}

// True if the file must be written in place: a device or pipe, also by a name such as /dev/stdout that may lead to a
// regular file.
bool isDeviceOrPipe(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  return (fs::exists(status) && !fs::is_regular_file(status)) || file.string().starts_with("/dev/");
}

fs::path linkTarget(const fs::path& file) {
  std::error_code error;
  const fs::path target = fs::is_symlink(file, error) ? fs::canonical(file, error) : file;
  return error ? file : target;
}

}  // namespace

OutputError::OutputError(const fs::path& file, std::string_view action, int error)
    : std::runtime_error(fmt::format("cannot {} {}: {}", action, file.string(), reason(error))), errorNumber(error) {}

OutputFile::OutputFile(fs::path file, Existing existing) : file_(std::move(file)) {
  createFolderOf(file_);
  stream_.reset(std::fopen(file_.c_str(), existing == Existing::keep ? "wbx" : "wb"));
  if (!stream_) {
    throw OutputError(file_, "create", errno);
  }
}

void OutputFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void OutputFile::write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) {
    throw OutputError(file_, "write", errno);
  }
}

void OutputFile::flush() {
  if (std::fflush(stream_.get()) != 0) {
    throw OutputError(file_, "write", errno);
  }
}

void OutputFile::seek(long position) {
  if (std::fseek(stream_.get(), position, SEEK_SET) != 0) {
    throw OutputError(file_, "write", errno);
  }
}

long OutputFile::position() const {
  const long position = std::ftell(stream_.get());
  if (position < 0) {
    throw OutputError(file_, "write", errno);
  }
  return position;
}

void OutputFile::close(bool durable) {
  flush();
  // Pipes and devices cannot be synchronised and return EINVAL, which loses no data.
  if (durable && ::fsync(::fileno(stream_.get())) != 0 && errno != EINVAL && errno != EROFS) {
    throw OutputError(file_, "write", errno);
  }
  if (std::fclose(stream_.release()) != 0) {
    throw OutputError(file_, "write", errno);
  }
}

void writeFileAtomically(const fs::path& name, std::span<const std::byte> bytes) {
  const fs::path file = linkTarget(name);
  if (isDeviceOrPipe(name)) {
    OutputFile direct(name);
    direct.write(bytes);
    direct.close();
    return;
  }
  const fs::path temporary = temporaryFor(file);
  std::error_code ignored;
  try {
    OutputFile part(temporary);
    part.write(bytes);
    part.close(true);
  } catch (const OutputError& failure) {
    fs::remove(temporary, ignored);
    throw OutputError(file, "write", failure.errorNumber);
  }
  std::error_code error;
  fs::rename(temporary, file, error);
  if (error) {
    fs::remove(temporary, ignored);
    throw OutputError(file, "write", error.value());
  }
}

void writeFileAtomically(const fs::path& file, std::string_view text) {
  writeFileAtomically(file, std::as_bytes(std::span(text)));
}

void checkWritable(const fs::path& file) {
  if (isDeviceOrPipe(file)) {
    if (fs::is_directory(file)) {
      throw OutputError(file, "write", EISDIR);
    }
    return;
  }
  const fs::path temporary = temporaryFor(file);
  std::error_code ignored;
  try {
    OutputFile(temporary).close();
  } catch (const OutputError& failure) {
    fs::remove(temporary, ignored);
    throw OutputError(file, "write", failure.errorNumber);
  }
  fs::remove(temporary, ignored);
}

std::string readFile(const fs::path& file) {
  std::error_code ignored;
  if (const fs::file_type type = fs::status(file, ignored).type();
      type == fs::file_type::character || type == fs::file_type::block) {
    throw std::runtime_error(fmt::format("cannot read {}: it is a device, which need not end", file.string()));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) {
    throw std::runtime_error(fmt::format("cannot open {}: {}", file.string(), reason(errno)));
  }
  std::string content;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stream.get())) {
    content.append(buffer, count);
  }
  if (std::ferror(stream.get()) != 0) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", file.string(), reason(errno)));
  }
  return content;
}

}  // namespace scree
