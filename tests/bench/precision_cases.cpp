#include <fmt/format.h>

#include <functional>

#include "tests/bench/cases.h"
#include "tests/bench/held_scene.h"
#include "tests/bench/hold.h"
#include "tests/bench/statistics.h"

// A settled bed at rest stays where it is, in every engine: what its grains creep is an error that needs no reference,
// and what it costs to make it smaller is comparable.
namespace scree::bench {

namespace {

/// A start, and how far the settings reach.
struct Ranged {
  std::string state;
  HoldPlan plan;
  bool rigid;  ///< held by Bullet; else soft, by LIGGGHTS
  Tier tier;
};

std::vector<Ranged> rangedStates() {
  return {
      {"bed-tiny", {0.05, 2, 2}, true, Tier::tiny}, {"bed-tiny-soft", {0.05, 2, 2}, false, Tier::tiny},
      {"bed-1k", {0.25, 2, 3}, true, Tier::quick},  {"bed-1k-soft", {0.25, 2, 3}, false, Tier::quick},
      {"bed-4k", {0.25, 2, 4}, true, Tier::full},   {"bed-4k-soft", {0.25, 2, 4}, false, Tier::full},
  };
}

/// A point of a line in the picture.
struct Setting {
  std::string series;
  std::string label;
};

/// The picture reads series and label from the name.
std::string nameOfRanged(const Ranged& ranged, const std::string& engine, const Setting& setting) {
  return fmt::format("precision/{}/{}/{}/{}", ranged.state, engine, setting.series, setting.label);
}

void setCreep(Record& record, const HoldRun& run, const HoldPlan& plan) {
  const double time = plan.blocks * plan.blockTime;
  std::vector<double> speeds;
  for (std::size_t i = 0; i < run.settled.size(); ++i) {
    speeds.push_back((run.position[i] - run.settled[i]).norm() / time);
  }
  record.medianCreep = quantileOf(speeds, 0.5);
  record.fastCreep = quantileOf(speeds, 0.95);
}

using Hold = std::function<HoldRun(const HoldScene&, States&)>;

Case caseOf(const Ranged& ranged, const std::string& engine, const Setting& setting, const std::string& settings,
            const Hold& hold) {
  const std::string name = nameOfRanged(ranged, engine, setting);
  return {name, ranged.tier, [=](States& states) {
            const HoldScene scene = heldScene(ranged.state, states);
            const HoldRun run = hold(scene, states);
            Outcome outcome{.record = {}, .failure = run.failure};
            if (run.failure.empty() && run.settled.size() != run.position.size()) {
              outcome.failure = "no positions after the skipped time";
            }
            if (outcome.failure.empty()) {
              outcome.record = recordOf(scene, run, ranged.plan, engine == "bullet");
              outcome.record.kind = "precision";
              outcome.record.name = name;
              outcome.record.engine = engine;
              outcome.record.settings = settings;
              setCreep(outcome.record, run, ranged.plan);
            }
            return outcome;
          }};
}

void addRangeOfScree(const Ranged& ranged, std::vector<Case>& cases) {
  const auto add = [&](const Setting& setting, const std::string& settings) {
    const HoldPlan plan = ranged.plan;
    cases.push_back(caseOf(ranged, "scree", setting, settings,
                           [=](const HoldScene& scene, States&) { return holdInScree(scene, plan, settings); }));
  };
  if (ranged.tier == Tier::tiny) {
    add({"sweeps", "8"}, "default sweeps=8");
    return;
  }
  for (const char* preset : {"fast", "default", "accurate", "paper-warm"}) {
    add({"presets", preset}, preset);
  }
  for (const int sweeps : {2, 4, 8, 16, 32, 64}) {
    add({"sweeps", fmt::format("{}", sweeps)}, fmt::format("default sweeps={}", sweeps));
  }
  // As Bullet and LIGGGHTS, which are kept from resting.
  for (const int sweeps : {2, 4, 8, 16, 32, 64}) {
    add({"unrested", fmt::format("{}", sweeps)}, fmt::format("default rest_tolerance=0 sweeps={}", sweeps));
  }
}

void addRangeOfLiggghts(const Ranged& ranged, std::vector<Case>& cases) {
  // At 30 % these beds stir, at 40 % LIGGGHTS fails after minutes.
  const std::vector<int> percents = ranged.tier == Tier::tiny ? std::vector{20} : std::vector{5, 10, 20, 30};
  for (const int percent : percents) {
    const HoldPlan plan = ranged.plan;
    cases.push_back(caseOf(
        ranged, "liggghts", {"rayleigh", fmt::format("{}", percent)}, fmt::format("{} % of the Rayleigh time", percent),
        [=](const HoldScene& scene, States& states) {
          return holdInLiggghts(scene, plan, 0.01 * percent, states.folder() / ("liggghts-precision-" + scene.name));
        }));
  }
}

#ifdef SCREE_BENCH_BULLET
void addRangeOfBullet(const Ranged& ranged, std::vector<Case>& cases) {
  const auto add = [&](const Setting& setting, int sweeps, int steps) {
    const HoldPlan plan = ranged.plan;
    const double timeStep = BulletSettings{}.timeStep / steps;
    cases.push_back(caseOf(ranged, "bullet", setting, fmt::format("{} sweeps of {:.4g} ms", sweeps, 1e3 * timeStep),
                           [=](const HoldScene& scene, States&) {
                             return holdInBullet(scene, plan, {BulletPairs::convex, sweeps, timeStep});
                           }));
  };
  if (ranged.tier == Tier::tiny) {
    add({"iterations", "10"}, 10, 1);
    return;
  }
  for (const int sweeps : {5, 10, 20, 50, 100, 200}) {
    add({"iterations", fmt::format("{}", sweeps)}, sweeps, 1);
  }
  for (const int steps : {1, 2, 4, 8}) {
    add({"steps", fmt::format("{:.4g}", 5.0 / steps)}, 10, steps);
  }
}
#endif

}  // namespace

std::vector<Case> precisionCases() {
  std::vector<Case> cases;
  for (const Ranged& ranged : rangedStates()) {
    addRangeOfScree(ranged, cases);
#ifdef SCREE_BENCH_BULLET
    if (ranged.rigid) {
      addRangeOfBullet(ranged, cases);
    }
#endif
    if (!ranged.rigid && !findLiggghts().empty()) {
      addRangeOfLiggghts(ranged, cases);
    }
  }
  return cases;
}

}  // namespace scree::bench
