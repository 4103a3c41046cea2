#pragma once

#include <optional>
#include <vector>

#include "engine/snapshot/bed_reading.h"

namespace scree {

struct StepData;

/// Time that may go into the bed of a snapshot.
enum class BedEffort : std::uint8_t {
  beside,  ///< 2 ms: the run goes on, and the bed may be of an earlier state
  atRest,  ///< 50 ms for the bed of this state, which may take several snapshots
  whole    ///< as long as it takes, so that the bed is of this state
};

/// Bed that a BedLog is making.
struct BedJob {
  std::shared_ptr<BedReading> reading;
  std::optional<BedBuilder> builder;  ///< none: there is no bed
  std::size_t next = 0;               ///< number of the next landing
  std::size_t end = 0;
  double spent = 0.0;  ///< s
};

/// Follows the landings on the widest belt of a run while they are requested, and makes their bed. It changes nothing
/// of the run. The watch begins with the first state that is requested, and anew where the run jumps to another step.
///
/// The bed is made in slices of 2 ms beside steps, four times a second at most and in a twentieth of the time. Memory
/// is bounded: it keeps the last kMostLandings landings (twice as many while a bed is made of them), 65 536 instants
/// and kMostCells cells; landings before are forgotten, and `since` and `from` of the reading tell it. Besides it has a
/// byte for each grain that ever was.
class BedLog {
 public:
  static constexpr std::size_t kMostLandings = 500'000;
  static constexpr double kMostCells = 500'000.0;

  /// Begins with a world; all landings before are forgotten.
  void begin(const World& world);
  /// The world is at another step of the run, by no step of its own.
  void jumped() { stop(); }
  /// True if the step to come is to be followed: members must have their places after it.
  bool isOn() const { return watch_.has_value(); }
  /// Adds the landings of the step just taken. Members must have their places.
  void stepped(const World& world, const StepData& data, const BedRequest& request);
  /// The bed for a snapshot.
  BedNow fill(const World& world, const BedRequest& request, BedEffort effort);
  /// True if the bed of the last fill() is not done: a run at rest fills once more.
  bool isBehind() const { return job_.has_value(); }

 private:
  /// Instant of the watch.
  struct Mark {
    double time = 0.0;         ///< s
    double way = 0.0;          ///< of the belt since the watch began [m]
    std::size_t landings = 0;  ///< number of landings so far, those forgotten included
  };

  bool follows(const World& world, const BedRequest& request);
  void stop();
  void keepMarks();
  std::size_t firstMark(const BedRequest& request) const;
  std::span<const Landing> landingsOf(const Mark& from, const Mark& to) const;
  void beginJob(const BedRequest& request);
  void goOn(double seconds);
  void finishJob();
  bool isOutdated(const BedRequest& request) const;
  void work(const BedRequest& request, BedEffort effort);

  /// The belt of the world.
  struct Place {
    BeltFrame belt;
    bool isTaken = false;
  };
  std::optional<Place> place_;
  std::optional<LandingWatch> watch_;
  std::size_t forgotten_ = 0;  ///< number of landings that are no longer kept
  std::vector<Mark> marks_;    ///< the first is the start of what is kept
  std::optional<BedJob> job_;
  std::shared_ptr<const BedReading> reading_;
  BedRequest of_;     ///< request that job and reading belong to
  double due_ = 0.0;  ///< time of the steady clock from which the next bed may begin [s]
};

}  // namespace scree
