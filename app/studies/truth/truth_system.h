#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene/scene.h"

// Systems of the study of the truth: small scenes with their stated measures.
namespace scree {

/// A quantity of a run.
struct TruthMeasure {
  std::string name;
  std::string unit;
  int digits = 2;
  bool isMean = true;  ///< mean over the samples from `from` on; else the value at the end
  /// Value from the world when the measurement began, and now.
  std::function<double(const World& first, World& now)> read;
};

struct TruthSystem {
  std::string name;
  std::string text;            ///< one sentence: grains, course and what is measured when
  std::string scene;           ///< name of a shipped scene; empty: `sceneText`
  std::string sceneText = {};  ///< scene file
  std::vector<SceneOverride> overrides = {};
  double fill = 0.0;  ///< time that all ways share, solved with the preset default [s]
  double run = 0.0;   ///< time of a run after that [s]
  double from = 0.0;  ///< time of the run from which on it is measured [s]
  std::vector<TruthMeasure> measures = {};
  bool isTriaxial = false;  ///< filled and sheared by the triaxial study
  bool isSlope = false;     ///< filled as a slope: see truth_start.cpp
};

/// Systems that are solved in the same ways and compared with the same reference.
struct TruthPart {
  std::string name;
  std::string text;
  std::vector<std::string_view> ways;
  std::string_view reference;  ///< way of the reference, or the finer one of two that are extrapolated
  std::string_view coarser;    ///< the other one; empty: no extrapolation
  std::vector<TruthSystem> systems;
};

/// All parts with all systems.
std::vector<TruthPart> truthParts();

/// Systems of the part "systems".
std::vector<TruthSystem> truthSystems();
/// Creep of the slope over a minute.
TruthSystem truthSlopeMinute();

/// Drum as of the shipped scene but 4 d wide and of this diameter [mm], with the angle by mass: 4 s with the preset
/// default, then `run` [s], measured from 2 s on.
TruthSystem truthDrum(int diameter, double run);

}  // namespace scree
