#include <fmt/format.h>

#include "tests/bench/cases.h"
#include "tests/bench/held_scene.h"
#include "tests/bench/hold.h"
#include "tests/bench/settings.h"

namespace scree::bench {

namespace {

/// Usual share of the Rayleigh time for LIGGGHTS.
constexpr double kRayleighShare = 0.2;
/// The share that the method smooth takes by itself.
constexpr double kSmoothShare = 0.1;
/// Of the sweep costs.
constexpr int kWarmUp = 10;  // steps, until contacts and warm start are in place
constexpr int kRepeats = 7;

/// A start and the engines that hold it.
struct Held {
  std::string state;
  HoldPlan plan;
  std::vector<std::string> presets;
  bool bullet;    ///< hard spheres: its contacts are rigid
  bool liggghts;  ///< soft ones: its step shrinks with the stiffness
  Tier tier;
};

std::vector<Held> heldStates() {
  const std::vector<std::string> all = presetNames();
  const std::vector<std::string> two = {"paper-warm", "fast"};
  return {
      {"bed-tiny", {0.01, 1, 2}, {"paper-warm"}, true, false, Tier::tiny},
      {"bed-tiny-soft", {0.2, 1, 2}, {}, false, true, Tier::tiny},
      {"bed-1k", {0.1, 1, 5}, all, true, false, Tier::quick},
      {"bed-4k", {0.05, 1, 5}, all, true, false, Tier::quick},
      {"bed-20k", {0.02, 1, 5}, two, true, false, Tier::full},
      {"bed-1k-soft", {0.1, 1, 5}, all, false, true, Tier::quick},
      {"bed-4k-soft", {0.05, 1, 5}, all, false, true, Tier::quick},
      {"bed-20k-soft", {0.02, 1, 7}, two, false, true, Tier::full},
      {"bed-50k-soft", {0.02, 1, 7}, two, false, true, Tier::full},
      {"column", {0.5, 2, 8}, all, true, true, Tier::quick},
      {"pile", {0.2, 1, 4}, all, true, true, Tier::full},
  };
}

Outcome outcomeOf(const Held& held, const HoldScene& scene, const HoldRun& run, const std::string& name,
                  const std::string& engine, const std::string& settings) {
  Outcome outcome;
  outcome.failure = run.failure;
  if (run.failure.empty()) {
    outcome.record = recordOf(scene, run, held.plan, engine == "bullet");
    outcome.record.name = name;
    outcome.record.engine = engine;
    outcome.record.settings = settings;
  }
  return outcome;
}

Outcome outcomeOf(const HoldScene& scene, const SweepCost& cost, const std::string& name, const std::string& engine) {
  Outcome outcome;
  outcome.failure = cost.failure;
  Record& record = outcome.record;
  record.kind = "peer";
  record.name = name;
  record.engine = engine;
  record.scene = scene.name;
  record.settings = fmt::format("difference of {} and {} sweeps", kManySweeps, kFewSweeps);
  record.instructionSet = cost.instructionSet;
  record.start = startHash(scene.start);
  record.particles = static_cast<double>(scene.start.particles.size());
  record.contacts = cost.contacts;
  record.setValue("ns of processor per contact and sweep", spreadOf(cost.nanoseconds));
  record.nsPerContactSweep = record.value;
  return outcome;
}

void addScree(const Held& held, std::vector<Case>& cases) {
  for (const std::string& preset : held.presets) {
    const std::string name = fmt::format("peer/{}/scree/{}", held.state, preset);
    cases.push_back({name, held.tier, [=](States& states) {
                       const HoldScene scene = heldScene(held.state, states);
                       return outcomeOf(held, scene, holdInScree(scene, held.plan, preset), name, "scree", preset);
                     }});
  }
}

void addLiggghts(const Held& held, double share, const std::string& suffix, std::vector<Case>& cases) {
  const std::string settings = fmt::format("{:.0f} % of the Rayleigh time", 100.0 * share);
  const std::string name = fmt::format("peer/{}/liggghts{}", held.state, suffix);
  cases.push_back({name, held.tier, [=](States& states) {
                     const HoldScene scene = heldScene(held.state, states);
                     const HoldRun run = holdInLiggghts(
                         scene, held.plan, share,
                         states.folder() / ("liggghts-" + held.state + (suffix.empty() ? "" : "-short")));
                     return outcomeOf(held, scene, run, name, "liggghts", settings);
                   }});
}

/// Smooth DEM with the springs and substeps of LIGGGHTS.
void addSmooth(const Held& held, std::vector<Case>& cases) {
  const std::string name = fmt::format("peer/{}/scree/smooth", held.state);
  cases.push_back({name, held.tier, [=](States& states) {
                     const HoldScene scene = heldScene(held.state, states);
                     const HoldRun run = holdInScree(scene, held.plan, "method=smooth");
                     return outcomeOf(held, scene, run, name, "scree", "smooth");
                   }});
}

void addSweepCost(const Held& held, std::vector<Case>& cases) {
  const std::string name = fmt::format("peer/{}/scree/sweep-cost", held.state);
  cases.push_back({name, held.tier, [=](States& states) {
                     const HoldScene scene = heldScene(held.state, states);
                     return outcomeOf(scene, sweepCostInScree(scene, kWarmUp, kRepeats), name, "scree");
                   }});
}

#ifdef SCREE_BENCH_BULLET
struct BulletVariant {
  BulletPairs pairs;
  int sweeps;
  std::string name;
};

void addBullet(const Held& held, std::vector<Case>& cases) {
  const std::vector<BulletVariant> variants = {
      {BulletPairs::sphere, 10, "cold-10"}, {BulletPairs::convex, 10, "warm-10"}, {BulletPairs::convex, 50, "warm-50"}};
  for (const BulletVariant& variant : variants) {
    const std::string name = fmt::format("peer/{}/bullet/{}", held.state, variant.name);
    cases.push_back({name, held.tier, [=](States& states) {
                       const HoldScene scene = heldScene(held.state, states);
                       const HoldRun run = holdInBullet(scene, held.plan, {variant.pairs, variant.sweeps});
                       return outcomeOf(held, scene, run, name, "bullet",
                                        fmt::format("{} sweeps of 5 ms", variant.sweeps));
                     }});
  }
}

void addBulletSweepCost(const Held& held, std::vector<Case>& cases) {
  const std::string name = fmt::format("peer/{}/bullet/sweep-cost", held.state);
  cases.push_back({name, held.tier, [=](States& states) {
                     const HoldScene scene = heldScene(held.state, states);
                     const SweepCost cost = sweepCostInBullet(scene, BulletPairs::convex, kWarmUp, kRepeats);
                     return outcomeOf(scene, cost, name, "bullet");
                   }});
}
#endif

}  // namespace

std::vector<Case> peerCases(std::vector<std::string>& missing) {
  std::vector<Case> cases;
  const bool haveLiggghts = !findLiggghts().empty();
  if (!haveLiggghts) {
    missing.emplace_back("LIGGGHTS is not installed (package liggghts): its cases are left out");
  }
#ifndef SCREE_BENCH_BULLET
  missing.emplace_back("Bullet was not there when this was built (package libbullet-dev): its cases are left out");
#endif
  for (const Held& held : heldStates()) {
    const bool isHardBed = held.bullet && held.state.rfind("bed-", 0) == 0;
    addScree(held, cases);
    if (isHardBed) {
      addSweepCost(held, cases);
    }
    if (held.liggghts && haveLiggghts) {
      addLiggghts(held, kRayleighShare, "", cases);
      addLiggghts(held, kSmoothShare, "/short", cases);
    }
    if (held.liggghts) {
      addSmooth(held, cases);
    }
#ifdef SCREE_BENCH_BULLET
    if (held.bullet) {
      addBullet(held, cases);
    }
    if (isHardBed) {
      addBulletSweepCost(held, cases);
    }
#endif
  }
  return cases;
}

}  // namespace scree::bench
