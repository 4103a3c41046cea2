#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/commands.h"

namespace scree {

/// Work that takes long, as people see it: in one place, with the same words, whatever its kind.
struct LongWork {
  std::string name;                    ///< what is done: "Loading drum.yaml"
  std::string stage = {};              ///< part under way: "placing grains"; empty: none
  std::optional<double> share = {};    ///< share that is done, 0 to 1; empty: unknown
  std::string cancelAction = {};       ///< id of the action that gives it up; empty: none
  std::optional<Command> cancel = {};  ///< command that gives it up, where no action does
  std::string help = {};               ///< what is left when it is given up
  std::optional<double> left = {};     ///< real time left [s], once that is known

  bool canCancel() const { return !cancelAction.empty() || cancel.has_value(); }
};

/// Estimates the time left of work whose share is told again and again.
class TimeLeft {
 public:
  /// Takes the share at time `now` [s]. Returns the time left [s] while the work keeps an even pace: once three
  /// paces in a row, each of a part of its own, agree with the mean pace.
  std::optional<double> update(double share, double now);

 private:
  /// Compares the pace since the pace judged last with the mean pace.
  void judge(double now);

  double start_ = 0.0;        ///< time of the first share [s]
  double startShare_ = -1.0;  ///< first share; negative: none
  double share_ = 0.0;        ///< newest share
  double checked_ = 0.0;      ///< time of the newest estimate [s]
  double pace_ = 0.0;         ///< mean pace [1/s]
  double end_ = 0.0;          ///< estimated end of the work [s]
  double judged_ = 0.0;       ///< time at which a pace was judged last [s]
  double judgedShare_ = 0.0;  ///< share at that time
  int agreed_ = 0;            ///< number of paces in a row that agree
};

/// Long work under way. It is shown once it has taken a moment, so that short work does not flicker.
class LongWorkList {
 public:
  /// Takes all work under way at time `now` [s].
  void update(std::vector<LongWork> works, double now);
  const std::vector<LongWork>& shown() const { return shown_; }

 private:
  struct Known {
    std::string name;
    std::string stage;
    double begun = 0.0;  ///< [s]
    TimeLeft left;
  };
  std::vector<Known> known_;
  std::vector<LongWork> shown_;
};

}  // namespace scree
