#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/world/world.h"
#include "tests/bench/record.h"

// Scree and other engines take the same particles from the same start and hold them for the same simulated time.
namespace scree::bench {

/// A wall: particles stay on the side that the normal points to.
struct Wall {
  Vec3 point;
  Vec3 normal;
};

/// What is held. The law of all contacts is that of the first material with itself.
struct HoldScene {
  std::string name;
  World start;
  std::vector<Wall> walls;
  bool isColumn = false;
};

/// How long: `blocks` repeats of equal length that are timed, after `skipped` ones that are not.
struct HoldPlan {
  double blockTime = 0.1;  ///< s, simulated
  int skipped = 1;
  int blocks = 5;
};

/// What an engine made of it. Always one thread.
struct HoldRun {
  std::string failure;  ///< empty when it ran
  std::string instructionSet;
  double timeStep = 0.0;             ///< s
  double contacts = kUnmeasured;     ///< that the solver works on, at the end
  double sweeps = kUnmeasured;       ///< a step
  std::vector<double> blockSeconds;  ///< of processor, a timed block
  std::vector<Vec3> settled;         ///< positions after the skipped blocks
  std::vector<Vec3> position;        ///< at the end, in the order of the start
  std::vector<Vec3> velocity;
};

HoldRun holdInScree(const HoldScene& scene, const HoldPlan& plan, const std::string& settings);

/// Cost of one sweep over one contact from the difference between steps of few and of many sweeps: what a step does
/// besides sweeping cancels. Nanoseconds of processor, one sample a repeat.
struct SweepCost {
  std::string failure;
  std::string instructionSet;
  double contacts = 0.0;
  std::vector<double> nanoseconds;
};
constexpr int kFewSweeps = 10;
constexpr int kManySweeps = 60;

SweepCost sweepCostInScree(const HoldScene& scene, int warmUp, int repeats);

#ifdef SCREE_BENCH_BULLET
/// How Bullet finds the contact of two spheres: its own algorithm for spheres forgets the contact in each step, and
/// with it the warm start; the one for convex shapes keeps it, and costs more.
enum class BulletPairs : unsigned char { sphere, convex };
/// Bullet's sequential impulse solver with `sweeps` iterations a step.
struct BulletSettings {
  BulletPairs pairs = BulletPairs::convex;
  int sweeps = 10;
  double timeStep = 5e-3;  ///< s
};
HoldRun holdInBullet(const HoldScene& scene, const HoldPlan& plan, const BulletSettings& settings);
SweepCost sweepCostInBullet(const HoldScene& scene, BulletPairs pairs, int warmUp, int repeats);
#endif

/// Path of the program liggghts, empty when it is not installed.
std::filesystem::path findLiggghts();
/// LIGGGHTS with the Hertz law, its time step this share of the Rayleigh time. Writes its files into `folder`.
HoldRun holdInLiggghts(const HoldScene& scene, const HoldPlan& plan, double rayleighShare,
                       const std::filesystem::path& folder);

/// Height that the column would have at rest: under the scene's Hertz law, or with rigid spheres.
double columnHeight(const HoldScene& scene, bool rigid);
/// Times and errors of a run as a record of kind "peer", without name, engine and settings.
Record recordOf(const HoldScene& scene, const HoldRun& run, const HoldPlan& plan, bool rigid);

}  // namespace scree::bench
