#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "engine/scene/scene.h"
#include "tests/stress/stress_case.h"

namespace scree::stress {

/// How a case ended. `sound`: it ran to its end and nothing below is wrong. `refused`: the scene was not accepted.
/// `stopped`: the guard stopped the run. Both with a sentence that says why.
enum class Verdict { sound, refused, stopped, gains, loses, broken };

struct Outcome {
  Verdict verdict = Verdict::sound;
  std::string sentence;
  double gain = 0.0;      ///< largest mechanical energy that came from nowhere, over what was put in
  double gainTime = 0.0;  ///< s, of that
  int lost = 0;           ///< grains outside the closed wall at the end
  double overlap = 0.0;   ///< largest overlap over the smaller diameter in the last tenth of the run
  double creep = 0.0;     ///< largest speed in the end over sqrt(g d)
  int substeps = 0;       ///< most in a step
  int steps = 0;
  double seconds = 0.0;  ///< processor time
};

/// A thousandth of the energy that was put in may appear from nowhere: single precision and the energy that overlaps
/// hold at the start are below.
constexpr double kLargestGain = 1e-3;

/// Runs a case for ten times the time in which a grain falls by half its diameter, but no fewer than 300 and no more
/// than `most` steps; files go to `folder`. `overrides` change the scene.
Outcome runCase(const Case& c, int most, const std::filesystem::path& folder,
                std::span<const SceneOverride> overrides = {});
const char* nameOf(Verdict verdict);

}  // namespace scree::stress
