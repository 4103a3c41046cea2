#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/drums/belt_landings.h"
#include "engine/analysis/drums/drum_observables.h"
#include "engine/scene/scene.h"

// Balling drums of papers II and III with their belts: what is run, and what is measured of it.
namespace scree {

/// A drum, with an outlet and a feed.
struct BallingCase {
  std::string name;
  std::string what;   ///< in words, for the report
  std::string scene;  ///< shipped scene
  std::vector<SceneOverride> settings;
  double settling = 0.0;      ///< least simulated time before the recording [s]
  double mostSettling = 0.0;  ///< most of it [s]
  double turns = 0.0;         ///< turns of the drum in the recording
  double published = 0.0;     ///< σ_h of the published simulation; 0: none
  double observed = 0.0;      ///< σ_h observed in the plant; 0: none
};
/// All cases of the study, or the small one.
std::vector<BallingCase> ballingCases(bool quick);

/// Result of a run.
struct BallingRun {
  std::string name;
  std::string what;
  bool merged = false;
  int seed = 1;
  double settled = 0.0;  ///< time at which the recording began [s]
  bool steady = false;   ///< as much landed as was fed over the turn before
  double seconds = 0.0;  ///< recorded [s]
  std::vector<DrumFlow> flows;
  DrumSection section;
  std::vector<Landing> landings;
  BedProfile profile;         ///< of the whole recording; without parts where nothing landed
  std::vector<double> parts;  ///< σ_h of the bed of each turn alone
  double fed = 0.0;           ///< mass that was fed while recording [kg]
  double lost = 0.0;          ///< mass that left otherwise than over the belt while recording [kg]
  double processor = 0.0;     ///< of the recording [s]
  double level = 0.0;         ///< mean reduction level h while recording
  double grains = 0.0;        ///< mean number of grains while recording
  std::uint64_t faults = 0;   ///< grains that were taken out
  std::string failure;        ///< reason of an early end; empty if the run is whole
};

/// Runs a case until it is steady, then records it.
BallingRun ballingRun(const BallingCase& which, bool merged, int seed);

}  // namespace scree
