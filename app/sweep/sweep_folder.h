#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

enum class PointState : unsigned char { waiting, begun, running, done, failed };
std::string_view nameOf(PointState state);

/// Where a point is.
struct PointStatus {
  PointState state = PointState::waiting;
  int code = 0;          ///< exit code of its run, if it is done or failed
  std::string reason;    ///< of a failure
  double seconds = 0.0;  ///< wall time of its run, if it is done [s]
};

/// Folder of a point: names of its files. A point is done, or has failed, when the file of that name is there, which is
/// written last.
struct PointFolder {
  std::filesystem::path path;

  std::filesystem::path task() const { return path / "point.json"; }
  std::filesystem::path log() const { return path / "run.log"; }
  std::filesystem::path state() const { return path / "state.checkpoint"; }
  std::filesystem::path sums() const { return path / "sums"; }
  std::filesystem::path report() const { return path / "report.json"; }
  std::filesystem::path lock() const { return path / "lock"; }
  std::filesystem::path done() const { return path / "done"; }
  std::filesystem::path failed() const { return path / "failed"; }
};

/// Folder of a sweep.
struct SweepFolder {
  std::filesystem::path path;

  PointFolder point(const std::string& hash) const { return {path / "points" / hash}; }
  std::filesystem::path lock() const { return path / "lock"; }
};

/// State of a point. A run that is going on holds the lock of its folder.
PointStatus statusOf(const PointFolder& folder);

/// Marks a point as done or failed, by renaming. Both throw OutputError.
void markDone(const PointFolder& folder, int code, double seconds);
void markFailed(const PointFolder& folder, int code, const std::string& reason);
/// Removes all that the run of a point has written, so that it begins anew.
void forgetRun(const PointFolder& folder);

/// Writes a whole file by renaming, as writeFileAtomically() does, but does not wait for the disk. Throws OutputError.
void writeFileQuickly(const std::filesystem::path& file, const std::string& text);

/// Lock on a file, which holds the number of the process. The system frees it when the process ends, however it ends.
class FileLock {
 public:
  /// Takes the lock. Empty where another process has it. Throws OutputError where the file cannot be written.
  static std::optional<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_;
};

/// True if a process holds the lock.
bool isLocked(const std::filesystem::path& file);
/// Number of the process that took the lock last; 0 if there is none.
int lockOwner(const std::filesystem::path& file);

}  // namespace scree
