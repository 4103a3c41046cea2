#include "app/sweep/sweep_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

using StatusJson = nlohmann::ordered_json;

bool isThere(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

/// Content of a mark; empty where it is missing or was cut off.
std::optional<StatusJson> markIn(const fs::path& file) {
  if (!isThere(file)) {
    return std::nullopt;
  }
  try {
    StatusJson mark = StatusJson::parse(readFile(file));
    mark.at("code");
    return mark;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::string_view nameOf(PointState state) {
  constexpr std::array<std::string_view, 5> kNames = {"waiting", "begun", "running", "done", "failed"};
  return kNames.at(static_cast<std::size_t>(state));
}

PointStatus statusOf(const PointFolder& folder) {
  PointStatus status;
  if (const auto done = markIn(folder.done())) {
    status.state = PointState::done;
    status.code = done->value("code", 0);
    status.seconds = done->value("time_s", 0.0);
  } else if (const auto failed = markIn(folder.failed())) {
    status.state = PointState::failed;
    status.code = failed->value("code", 0);
    status.reason = failed->value("reason", "");
  } else if (isLocked(folder.lock())) {
    status.state = PointState::running;
  } else if (isThere(folder.state())) {
    status.state = PointState::begun;
  }
  return status;
}

void writeFileQuickly(const fs::path& file, const std::string& text) {
  const fs::path part = file.parent_path() / fmt::format(".{}.{}.part", file.filename().string(), ::getpid());
  std::error_code error;
  try {
    OutputFile out(part);
    out.write(text);
    out.close();
  } catch (const OutputError& failure) {
    fs::remove(part, error);
    throw OutputError(file, "write", failure.errorNumber);
  }
  fs::rename(part, file, error);
  if (error) {
    const int number = error.value();
    fs::remove(part, error);
    throw OutputError(file, "write", number);
  }
}

void markDone(const PointFolder& folder, int code, double seconds) {
  const StatusJson mark = {{"code", code}, {"time_s", seconds}};
  writeFileQuickly(folder.done(), mark.dump() + "\n");
}

void markFailed(const PointFolder& folder, int code, const std::string& reason) {
  const StatusJson mark = {{"code", code}, {"reason", reason}};
  writeFileQuickly(folder.failed(), mark.dump(-1, ' ', false, StatusJson::error_handler_t::replace) + "\n");
}

void forgetRun(const PointFolder& folder) {
  std::error_code ignored;
  for (const fs::path& file : {folder.state(), folder.report(), folder.done(), folder.failed()}) {
    fs::remove(file, ignored);
  }
}

std::optional<FileLock> FileLock::take(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    throw OutputError(file.parent_path(), "create folder", error.value());
  }
  const int opened = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) {
    throw OutputError(file, "create", errno);
  }
  FileLock lock(opened);
  // Another process may only be looking whether it is free, as isLocked() does, which takes microseconds.
  constexpr int kAttempts = 5;
  constexpr std::chrono::milliseconds kPause(2);
  for (int attempt = 1; ::flock(opened, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno != EWOULDBLOCK) {
      throw OutputError(file, "lock", errno);
    }
    if (attempt == kAttempts) {
      return std::nullopt;
    }
    std::this_thread::sleep_for(kPause);
  }
  const std::string owner = fmt::format("{}\n", ::getpid());
  if (::ftruncate(opened, 0) != 0 ||
      ::pwrite(opened, owner.data(), owner.size(), 0) != static_cast<ssize_t>(owner.size())) {
    throw OutputError(file, "write", errno);
  }
  return lock;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(other.file_) { other.file_ = -1; }

FileLock::~FileLock() {
  if (file_ >= 0) {
    ::close(file_);
  }
}

bool isLocked(const fs::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) {
    return false;
  }
  const bool isFree = ::flock(opened, LOCK_SH | LOCK_NB) == 0;
  ::close(opened);
  return !isFree;
}

int lockOwner(const fs::path& file) {
  int owner = 0;
  try {
    const std::string text = readFile(file);
    std::from_chars(text.data(), text.data() + text.size(), owner);
  } catch (const std::runtime_error&) {
    // nobody
  }
  return owner;
}

}  // namespace scree
