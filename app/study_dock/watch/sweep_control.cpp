#include "app/study_dock/watch/sweep_control.h"

#include <signal.h>

#include <QProcess>

#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLog = "sweep.log";

}  // namespace

fs::path ndemBeside(const fs::path& executable) {
  std::error_code error;
  const fs::path here = executable.parent_path();
  for (const fs::path& place :
       {here / "ndem", here.parent_path() / "cli" / "ndem", here.parent_path() / "app" / "cli" / "ndem"}) {
    if (fs::is_regular_file(place, error)) {
      return place;
    }
  }
  return {};
}

bool isNdem(int process) {
  if (process <= 0) {
    return false;
  }
  std::error_code error;
  const fs::path program = fs::read_symlink(fs::path("/proc") / std::to_string(process) / "exe", error);
  return !error && program.filename().string().starts_with("ndem");  // a replaced program is "ndem (deleted)"
}

void askToEnd(int process) {
  if (isNdem(process)) {
    ::kill(process, SIGTERM);
  }
}

QString messagesIn(const fs::path& folder) {
  try {
    return QString::fromStdString(readFile(folder / kLog)).trimmed();
  } catch (const std::runtime_error&) {
    return {};
  }
}

QString SweepControl::start(const SweepOrder& order) {
  std::error_code error;
  fs::create_directories(order.folder, error);
  if (error) {
    return QString("%1 cannot be made: %2. Choose another folder.")
        .arg(QString::fromStdString(order.folder.string()), QString::fromStdString(error.message()));
  }
  QStringList words = {"sweep", QString::fromStdString(fs::absolute(order.study).string()), "--out",
                       QString::fromStdString(order.folder.string())};
  if (order.jobs > 0) {
    words << "--jobs" << QString::number(order.jobs);
  }
  if (order.retriesFailed) {
    words << "--retry-failed";
  }
  QProcess sweep;
  sweep.setProgram(QString::fromStdString(order.program.string()));
  sweep.setArguments(words);
  sweep.setStandardInputFile(QProcess::nullDevice());
  sweep.setStandardOutputFile(QProcess::nullDevice());
  sweep.setStandardErrorFile(QString::fromStdString((order.folder / kLog).string()), QIODevice::Truncate);
  qint64 process = 0;
  if (!sweep.startDetached(&process)) {
    return QString("The sweep cannot be started: %1. See that %2 can be written to.")
        .arg(sweep.errorString(), QString::fromStdString(order.folder.string()));
  }
  process_ = static_cast<int>(process);
  state_ = SweepState::starting;
  return {};
}

bool StartedSweeps::end(const fs::path& folder) {
  return std::erase_if(sweeps_, [&](const auto& one) { return one.first == folder; }) > 0;
}

std::vector<int> StartedSweeps::running() const {
  std::vector<int> processes;
  for (const auto& [folder, process] : sweeps_) {
    if (isNdem(process)) {
      processes.push_back(process);
    }
  }
  return processes;
}

bool SweepControl::canEnd() const { return isNdem(process_); }

void SweepControl::end(bool stops) {
  if (canEnd()) {
    askToEnd(process_);
    state_ = stops ? SweepState::stopping : SweepState::pausing;
  }
}

bool SweepControl::take(const FolderNews& news) {
  if (news.isLocked) {
    process_ = news.owner;
    if (state_ == SweepState::idle || state_ == SweepState::starting) {
      state_ = SweepState::running;
    }
    return false;
  }
  // A sweep reads its study before it takes the lock.
  if (state_ == SweepState::idle || (isNdem(process_) && state_ != SweepState::running)) {
    return false;
  }
  leave();
  return true;
}

void SweepControl::leave() {
  state_ = SweepState::idle;
  process_ = 0;
}

}  // namespace scree
