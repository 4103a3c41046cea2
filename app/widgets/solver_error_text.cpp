#include "app/widgets/solver_error_text.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/widgets/asked_text.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

/// A speed that no line break parts from its unit [mm/s].
std::string slowSpeed(double speed) {
  constexpr double kMillimetresOfMetre = 1e3;
  constexpr double kNothing = 1e-6;  // mm/s: below it there is only round-off
  const double shown = kMillimetresOfMetre * speed;
  return fmt::format("{}\u00a0mm/s", quantity(std::abs(shown) < kNothing ? 0.0 : shown, "", 2));
}

std::string signedSpeed(double speed) { return (speed < 0.0 ? "" : "+") + slowSpeed(speed); }

/// An angle in degrees with its sign, none where it is rounded to zero.
std::string signedAngle(double angle) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  constexpr double kRounded = 0.05;  // degrees
  const double shown = kDegrees * angle;
  return std::abs(shown) < kRounded ? "0.0°" : fmt::format("{:+.1f}°", shown);
}

}  // namespace

std::string solverErrorAge(const Snapshot& snapshot) {
  const AskedSolver* answer = snapshot.solverError.answer.get();
  if (answer == nullptr) {
    return snapshot.solverError.isOn ? "not measured yet" : "not measured";
  }
  return "measured " + answerAge(snapshot, answer->step, answer->time);
}

std::string solverErrorLine(const Snapshot& snapshot) {
  const AskedSolver* answer = snapshot.solverError.answer.get();
  if (answer == nullptr) {
    return "Error now: measuring…";
  }
  if (!answer->trouble.empty()) {
    return fmt::format("Error now: no answer, {}", answer->trouble);
  }
  if (answer->ids.empty()) {
    return "Error now: there are no grains";
  }
  return fmt::format("Error now: creep {}, sinking {}, angle {}, {}", slowSpeed(answer->creep),
                     signedSpeed(answer->sinking), signedAngle(answer->angle), solverErrorAge(snapshot));
}

std::string solverErrorHelp(const Snapshot& snapshot) {
  std::string help =
      "Contacts that are not solved to the end give way a little in each step. Two copies of the run go on for a short "
      "time in the background: one with the settings of the run, one with so many sweeps and substeps that more would "
      "change little. The error of a grain is the distance between its two places, over that time. Creep is the median "
      "over the slow grains: the three quarters that move least, as single grains of a flow part after any change. "
      "Sinking is how much farther down they get in that time in the mean, angle how much steeper the slope is. 0 is "
      "best. Both copies are without merging, which is not judged here: for that ask which members would move. The run "
      "itself does not change.";
  const AskedSolver* answer = snapshot.solverError.answer.get();
  if (answer != nullptr && !answer->ids.empty()) {
    help += fmt::format(
        "\nMeasured at {:.4g} s over {:.2g} s, which took {:.2g} s of one core. Kinetic energy {:+.2g} %; largest "
        "error of a force on a body {:.2g} % of the weight of all grains.",
        answer->time, answer->compared, answer->seconds, 100.0 * answer->kinetic, 100.0 * answer->force);
  }
  return help + "\nThe age is in simulated time. The copies take at most a quarter of the time of one core.";
}

}  // namespace scree
