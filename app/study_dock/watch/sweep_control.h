#pragma once

#include <QString>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/study_dock/watch/study_watch.h"

namespace scree {

/// Program ndem that belongs to the program `executable`: beside it, or in its build tree. Empty where there is none.
std::filesystem::path ndemBeside(const std::filesystem::path& executable);

/// Sweep to run: `ndem sweep STUDY --out FOLDER`.
struct SweepOrder {
  std::filesystem::path program;
  std::filesystem::path study;
  std::filesystem::path folder;
  int jobs = 0;  ///< runs side by side; 0: as the program chooses
  bool retriesFailed = false;
};

enum class SweepState : unsigned char { idle, starting, running, pausing, stopping };

/// Sweep in a folder as a process of its own, which goes on when the window closes. No call waits for it; what it does
/// is known by the lock of the folder, so that sweeps that others started are known, too.
class SweepControl {
 public:
  /// Starts a sweep. Returns a problem with its remedy; empty if it was started. Its messages go to sweep.log in the
  /// folder.
  QString start(const SweepOrder& order);
  /// Asks the sweep to end once its runs have saved their states. With `stops` state() is `stopping` until then, else
  /// `pausing`. Does nothing for a process that cannot be told.
  void end(bool stops);
  /// Takes over what a look at the folder has found. Returns true where the sweep has ended since.
  bool take(const FolderNews& news);
  /// Forgets the sweep, for another folder; the sweep goes on.
  void leave();

  SweepState state() const { return state_; }
  /// Number of its process; 0 without one.
  int process() const { return process_; }
  /// True if end() can reach the process: it is an ndem of this user on this machine.
  bool canEnd() const;

 private:
  SweepState state_ = SweepState::idle;
  int process_ = 0;
};

/// Sweeps that were started here.
class StartedSweeps {
 public:
  void add(const std::filesystem::path& folder, int process) { sweeps_.emplace_back(folder, process); }
  /// Forgets those in a folder. Returns true if there were any.
  bool end(const std::filesystem::path& folder);
  /// Processes of those that run.
  std::vector<int> running() const;

 private:
  std::vector<std::pair<std::filesystem::path, int>> sweeps_;  ///< folders and processes
};

/// True if a process is an ndem of this user.
bool isNdem(int process);
/// Asks a process to end; only if it is an ndem.
void askToEnd(int process);
/// Messages of the last sweep in a folder that was started here.
QString messagesIn(const std::filesystem::path& folder);

}  // namespace scree
