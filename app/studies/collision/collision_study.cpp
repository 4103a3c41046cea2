#include "app/studies/collision/collision_study.h"

#include "app/console/signals.h"
#include "engine/base/clock.h"
#include "engine/settings/collision_time.h"

namespace scree {

namespace {

constexpr double kFineSteps = 1e4;       // of a wanted duration
constexpr double kLongestBounce = 20.0;  // wanted durations
constexpr double kSpeedOfReturn = 1.0;   // m/s
/// Formulas that are timed for each iteration that is: they take some thousandth of its time.
constexpr int kFormulasAnIteration = 1000;

/// Processor time of a choice [s], the mean over `count`. Their results are used, so that none is left out.
template <class Choose>
double secondsOf(int count, const WantedBounce& wanted, Choose choose) {
  volatile double sink = 0.0;
  const double before = threadSeconds();
  for (int i = 0; i < count; ++i) {
    WantedBounce one = wanted;
    one.duration *= 1.0 + 1e-12 * i;
    sink = sink + choose(one).stiffness;
  }
  return (threadSeconds() - before) / count;
}

ChoiceBounces choicesFor(const WantedBounce& wanted, int repeats) {
  const IteratedChoice iterated = iteratedChoice(wanted);
  return {.wanted = wanted,
          .direct = measuredBounce(wanted, directChoice(wanted)),
          .iterated = measuredBounce(wanted, iterated.contact),
          .integrations = iterated.integrations,
          .isFound = iterated.isFound,
          .directSeconds = secondsOf(repeats * kFormulasAnIteration, wanted, directChoice),
          .iteratedSeconds =
              secondsOf(repeats, wanted, [](const WantedBounce& one) { return iteratedChoice(one).contact; })};
}

/// Collision times below and above the material's own duration.
std::vector<OwnBounces> returnToOwn(double restitution, const std::vector<double>& shares) {
  const double own = elasticDuration({.mass = pairMass(), .stiffness = pairStiffness()}, kSpeedOfReturn);
  const PairBounce alone = bounceOfGrains({.restitution = restitution, .speed = kSpeedOfReturn});
  std::vector<OwnBounces> bounces;
  for (const double share : shares) {
    const GrainPair pair{.restitution = restitution, .speed = kSpeedOfReturn, .collisionTime = share * own};
    bounces.push_back({.pair = pair, .share = share, .bounce = bounceOfGrains(pair), .own = alone});
  }
  return bounces;
}

}  // namespace

CollisionGrid collisionGrid(bool quick) {
  if (quick) {
    return {.restitutions = {1.0, 0.8, 0.5, 0.3, 0.18},
            .durations = {1e-3},
            .speeds = {0.03, 3.0},
            .shares = {0.03, 0.5, 2.0, 30.0},
            .repeats = 10};
  }
  return {.restitutions = {1.0, 0.97, 0.95, 0.9,  0.85, 0.8,  0.75, 0.7,  0.65, 0.6, 0.55,
                           0.5, 0.45, 0.4,  0.35, 0.3,  0.25, 0.2,  0.18, 0.15, 0.1, 0.05},
          .durations = {1e-4, 3e-4, 1e-3},
          .speeds = {0.03, 0.1, 0.3, 1.0, 3.0},
          .shares = {0.01, 0.03, 0.1, 0.3, 0.5, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0},
          .repeats = 50};
}

HertzBounce measuredBounce(const WantedBounce& wanted, const HertzContact& contact) {
  return bounceOf(contact, wanted.speed, wanted.duration / kFineSteps, kLongestBounce * wanted.duration);
}

HertzContact directChoice(const WantedBounce& wanted) {
  const HertzCollision collision = hertzCollision(wanted.restitution, wanted.duration);
  return {.mass = wanted.mass,
          .stiffness = collision.stiffness(wanted.mass, wanted.speed),
          .dashpot = collision.dashpot(wanted.mass)};
}

CollisionStudy collisionStudy(const CollisionGrid& grid) {
  CollisionStudy study;
  for (const double restitution : grid.restitutions) {
    for (const double duration : grid.durations) {
      for (const double speed : grid.speeds) {
        if (signalReceived() != 0) {
          return study;
        }
        const WantedBounce wanted{.mass = pairMass(), .speed = speed, .restitution = restitution, .duration = duration};
        study.choices.push_back(choicesFor(wanted, grid.repeats));
        const GrainPair pair{.restitution = restitution, .speed = speed, .collisionTime = duration};
        study.grains.push_back({.pair = pair, .bounce = bounceOfGrains(pair)});
      }
    }
  }
  for (const double restitution : {1.0, 0.5}) {
    const std::vector<OwnBounces> bounces = returnToOwn(restitution, grid.shares);
    study.owns.insert(study.owns.end(), bounces.begin(), bounces.end());
  }
  return study;
}

}  // namespace scree
