#include "app/studies/collision/iterated_choice.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

namespace scree {

namespace {

using Pair = Eigen::Vector2d;

constexpr double kStepsOfCollision = 100.0;  // of a wanted duration
constexpr double kLongest = 10.0;            // wanted durations: what takes longer sticks
constexpr double kTolerance = 1e-4;          // of restitution and duration
constexpr double kTrial = 1e-3;              // change of an unknown for the first derivatives
constexpr int kMostIntegrations = 100;

/// The unknowns are ln k and d, over the numbers of the start and m/T.
class Iteration {
 public:
  explicit Iteration(const WantedBounce& wanted)
      : wanted_(wanted), start_(elasticStiffness(wanted.mass, wanted.speed, wanted.duration)) {}

  HertzContact contactOf(const Pair& unknowns) const {
    return {.mass = wanted_.mass,
            .stiffness = start_ * std::exp(unknowns[0]),
            .dashpot = std::max(0.0, unknowns[1]) * wanted_.mass / wanted_.duration};
  }

  /// Logarithms of duration and restitution over the wanted ones; nothing where the grains stick.
  std::optional<Pair> errorsAt(const Pair& unknowns) {
    ++integrations_;
    const HertzBounce bounce =
        bounceOf(contactOf(unknowns), wanted_.speed, wanted_.duration / kStepsOfCollision, kLongest * wanted_.duration);
    if (!(bounce.restitution > 0.0)) {
      return std::nullopt;
    }
    return Pair(std::log(bounce.duration / wanted_.duration), std::log(bounce.restitution / wanted_.restitution));
  }

  /// Errors after a step, which is halved until grains part.
  std::optional<Pair> errorsAfter(const Pair& from, Pair& step) {
    std::optional<Pair> errors = errorsAt(from + step);
    while (!errors && integrations_ < kMostIntegrations) {
      step *= 0.5;
      errors = errorsAt(from + step);
    }
    return errors;
  }

  int integrations() const { return integrations_; }
  bool mayGoOn() const { return integrations_ < kMostIntegrations; }

 private:
  WantedBounce wanted_;
  double start_;  // N/m^1.5
  int integrations_ = 0;
};

bool isSmall(const Pair& errors) { return errors.cwiseAbs().maxCoeff() <= kTolerance; }

}  // namespace

IteratedChoice iteratedChoice(const WantedBounce& wanted) {
  Iteration iteration(wanted);
  Pair unknowns(0.0, -2.0 * std::log(wanted.restitution));
  std::optional<Pair> errors = iteration.errorsAt(unknowns);
  while (!errors && iteration.mayGoOn()) {
    unknowns[1] *= 0.5;
    errors = iteration.errorsAt(unknowns);
  }
  if (errors && !isSmall(*errors)) {
    Eigen::Matrix2d slopes;
    for (int i = 0; i < 2; ++i) {
      Pair step = Pair::Zero();
      step[i] = kTrial;
      const std::optional<Pair> beside = iteration.errorsAfter(unknowns, step);
      slopes.col(i) = beside ? Pair((*beside - *errors) / step[i]) : Pair::Zero();
    }
    while (errors && !isSmall(*errors) && iteration.mayGoOn()) {
      Pair step = -slopes.partialPivLu().solve(*errors);
      const std::optional<Pair> next = iteration.errorsAfter(unknowns, step);
      if (next) {
        slopes += (*next - *errors - slopes * step) * step.transpose() / step.squaredNorm();
        unknowns += step;
      }
      errors = next;
    }
  }
  return {.contact = iteration.contactOf(unknowns),
          .integrations = iteration.integrations(),
          .isFound = errors && isSmall(*errors)};
}

}  // namespace scree
