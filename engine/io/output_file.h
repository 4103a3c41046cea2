#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scree {

/// Error for a file that could not be written. what() names the file and the reason.
struct OutputError : std::runtime_error {
  OutputError(const std::filesystem::path& file, std::string_view action, int errorNumber);
  int errorNumber;  ///< errno of the failed call
};

/// File being written from its start. Every failure throws OutputError; a full disk is often noticed only when the
/// buffer is flushed, so a file is complete only after close() has returned.
class OutputFile {
 public:
  /// Treatment of an existing file.
  enum class Existing { replace, keep };
  /// Creates or truncates the file, and creates its folders. Existing::keep fails when the file exists.
  explicit OutputFile(std::filesystem::path file, Existing existing = Existing::replace);
  void write(std::string_view text);
  void write(std::span<const std::byte> bytes);
  /// Hands all bytes written so far to the system.
  void flush();
  /// Continues writing at byte `position`, over present bytes; the file keeps its length.
  void seek(long position);
  long position() const;
  /// Flushes and closes; with `durable` waits until the data is on the disk.
  void close(bool durable = false);

 private:
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Closer> stream_;
};

/// Writes a whole file at once: readers see the old content or the new one, never a part, also after a crash. Works
/// through a temporary file in the same folder, except for devices and pipes; follows symbolic links. Throws
/// OutputError.
void writeFileAtomically(const std::filesystem::path& file, std::span<const std::byte> bytes);
void writeFileAtomically(const std::filesystem::path& file, std::string_view text);

/// Throws OutputError when the file could not be written now; leaves an existing file alone. Meant to report the
/// problem before a long run instead of after it.
void checkWritable(const std::filesystem::path& file);

/// Reads a whole file. Throws std::runtime_error naming the file and the reason.
std::string readFile(const std::filesystem::path& file);

}  // namespace scree
