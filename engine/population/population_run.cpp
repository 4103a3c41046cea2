#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/population/population_balance.h"
#include "engine/population/population_constants.h"
#include "engine/population/population_equations.h"
#include "engine/population/recycle_line.h"

// Steps of the population balance (METHOD.md 20.6).
namespace scree {
namespace {

using namespace population;

/// Advances a state by steps of the strong stability preserving Runge-Kutta method with four stages of third order
/// (Kraaijevanger 1991): each stage is half a step of Euler's or a mean of such, so that numbers stay 0 or more in
/// steps of up to twice Euler's. The mean of all four derivatives is of second order and tells the error (Fekete et al.
/// 2022).
class PopulationStepper {
 public:
  PopulationStepper(const PopulationModel& model, const PopulationState& start, const PopulationControl& control)
      : equations_(model),
        control_(control),
        start_(start.time),
        time_(start.time),
        values_(equations_.vectorOf(start)) {
    if (equations_.hasDelay()) {
      const auto n = static_cast<Eigen::Index>(equations_.classes());
      delay_ = model.removal->recycleDelay;
      line_.emplace(start.time, delay_, values_.segment(n, n));
    }
  }

  /// Empty where the time [s] is reached, else the reason.
  std::string advanceTo(double until) {
    while (time_ < until) {
      if (std::string problem = step(endOf(until)); !problem.empty()) {
        return problem;
      }
    }
    return {};
  }

  PopulationState state() const { return equations_.stateOf(values_, time_); }
  std::size_t steps() const { return steps_; }
  std::size_t rejected() const { return rejected_; }

 private:
  /// End of a step at latest: the returning flow has kinks.
  double endOf(double until) const {
    if (line_) {
      for (int i = 1; i <= kDelayStops; ++i) {
        const double stop = start_ + i * delay_;
        if (stop > time_) {
          return std::min(until, stop);
        }
      }
    }
    return until;
  }

  double slope(double time, const Eigen::VectorXd& values, bool hasFines, Eigen::VectorXd& change,
               bool isBefore = false) {
    return equations_.change(values, line_ ? line_->returningAt(time, isBefore) : Eigen::VectorXd(), hasFines, change);
  }

  /// Sets next_ from the first slope; returns the error in tolerances.
  double tryStep(double h, bool hasFines) {
    stage_ = values_ + 0.5 * h * slopes_[0];
    slope(time_ + 0.5 * h, stage_, hasFines, slopes_[1]);
    stage_ += 0.5 * h * slopes_[1];
    slope(time_ + h, stage_, hasFines, slopes_[2]);
    stage_ = (2.0 * values_ + stage_ + 0.5 * h * slopes_[2]) / 3.0;
    slope(time_ + 0.5 * h, stage_, hasFines, slopes_[3]);
    next_ = stage_ + 0.5 * h * slopes_[3];
    const auto n = static_cast<Eigen::Index>(2 * equations_.classes());
    const Eigen::VectorXd error = h * (0.25 * slopes_[3] - (slopes_[0] + slopes_[1] + slopes_[2]) / 12.0);
    double worst = 0.0;
    most_ = std::max(most_, values_.head(n).cwiseAbs().sum());
    const double floor = kErrorFloor * std::max(kForgotten * most_, next_.head(n).cwiseAbs().sum());
    for (Eigen::Index i = 0; i < n; ++i) {
      worst = std::max(worst, ratio(std::abs(error[i]), std::max(values_[i], next_[i]) + floor));
    }
    const Eigen::Index f = equations_.fines();
    const double mass = kErrorFloor * equations_.massIn(next_);
    worst = std::max(worst, ratio(std::abs(error[f]), std::max(values_[f], next_[f]) + mass));
    return next_.allFinite() ? worst / control_.tolerance : std::numeric_limits<double>::infinity();
  }

  static double ratio(double error, double scale) { return error > 0.0 ? error / scale : 0.0; }

  double shortest(double end) const { return kShortestStep * std::max(std::abs(time_), std::abs(end)); }

  /// One step that ends at `end` at latest.
  std::string step(double end) {
    const Eigen::Index f = equations_.fines();
    const double noFines = kNoFines * equations_.massIn(values_);
    bool hasFines = values_[f] > std::max(noFines, lastFines_);
    const double loss = slope(time_, values_, hasFines, slopes_[0]);
    double h = longestStep(end, loss);
    double mostChange = kMostStepChange;
    for (;;) {
      if (steps_ + rejected_ >= control_.mostSteps) {
        return fmt::format(
            "the population balance needs more than {} steps to go on from {} s; allow more, or look for "
            "a rate that is too high there",
            control_.mostSteps, time_);
      }
      if (h < shortest(end) && h < end - time_) {
        return fmt::format("the population balance cannot go on from {} s: its rates there ask for steps below {} s",
                           time_, shortest(end));
      }
      const double error = tryStep(h, hasFines);
      // 1/0 and 1/infinity are the limits.
      const double change = std::clamp(kStepSafety / std::cbrt(error), kLeastStepChange, mostChange);
      const auto n = static_cast<Eigen::Index>(equations_.classes());
      if (error > 1.0 || next_.head(n).minCoeff() < -kNoGranules) {
        h *= error > 1.0 ? change : kStepOfNegative;
        planned_ = h;
        mostChange = 1.0;
        ++rejected_;
        continue;
      }
      if (equations_.takesFines() && hasFines && next_[f] < 0.0) {
        // The step ends where the fines do.
        const double to = h * (values_[f] - 0.5 * noFines) / (values_[f] - next_[f]);
        ++rejected_;
        if (to < shortest(end)) {
          hasFines = false;
          lastFines_ = 2.0 * values_[f];
          slope(time_, values_, hasFines, slopes_[0]);
        } else {
          h = to;
        }
        continue;
      }
      next_.head(n) = next_.head(n).cwiseMax(0.0);
      next_[f] = std::max(0.0, next_[f]);
      accept(h, end, hasFines);
      // A step that something else cut short does not shorten those after it.
      planned_ = h < planned_ ? std::max(planned_, h * change) : h * change;
      return {};
    }
  }

  double longestStep(double end, double loss) {
    if (!(planned_ > 0.0)) {
      planned_ = loss > 0.0 ? 0.01 / loss : end - time_;
    }
    double h = std::min(planned_, end - time_);
    h = line_ ? std::min(h, delay_) : h;
    return loss > 0.0 ? std::min(h, kStepOfPositive * 2.0 / loss) : h;
  }

  void accept(double h, double end, bool hasFines) {
    const double next = h < end - time_ ? time_ + h : end;
    if (line_) {
      const auto n = static_cast<Eigen::Index>(equations_.classes());
      Eigen::VectorXd atEnd;
      slope(next, next_, hasFines, atEnd, true);
      line_->add(time_, next, equations_.leavingForRecycle(values_), equations_.leavingForRecycle(slopes_[0].head(n)),
                 equations_.leavingForRecycle(next_), equations_.leavingForRecycle(atEnd.head(n)));
    }
    time_ = next;
    values_.swap(next_);
    ++steps_;
  }

  PopulationEquations equations_;
  PopulationControl control_;
  double start_;
  double time_;
  double delay_ = 0.0;
  double planned_ = 0.0;    ///< length of the next step by the error [s]
  double most_ = 0.0;       ///< granules that there were at most
  double lastFines_ = 0.0;  ///< fines that are none, since no step is short enough to take them [kg]
  Eigen::VectorXd values_;
  Eigen::VectorXd next_;
  Eigen::VectorXd stage_;
  Eigen::VectorXd slopes_[4];
  std::optional<RecycleLine> line_;
  std::size_t steps_ = 0;
  std::size_t rejected_ = 0;
};

std::string problemOfControl(const PopulationControl& control) {
  if (!(control.tolerance >= 1e-12 && control.tolerance <= 0.1)) {
    return fmt::format("the tolerance of the population balance is {}; it lies between 1e-12 and 0.1",
                       control.tolerance);
  }
  return control.mostSteps > 0 ? "" : "the population balance needs at least one step";
}

std::string problemOfSearch(const SteadyControl& control) {
  if (!std::isfinite(control.window) || control.window <= 0.0 || !std::isfinite(control.longest) ||
      control.longest < control.window) {
    return fmt::format("the search of a steady state has a window of {} s in {} s; needs 0 < window <= longest time",
                       control.window, control.longest);
  }
  if (!std::isfinite(control.tolerance) || control.tolerance <= 0.0) {
    return fmt::format("the tolerance of the steady state is {}; it must be above 0", control.tolerance);
  }
  return problemOfControl(control.steps);
}

/// Change between two states in the measure of SteadyControl.
double changeBetween(const PopulationModel& model, const PopulationState& before, const PopulationState& after) {
  double changed = 0.0;
  double all = 0.0;
  for (std::size_t i = 0; i < after.number.size(); ++i) {
    changed += std::abs(after.number[i] - before.number[i]) + std::abs(after.recycling[i] - before.recycling[i]);
    all += after.number[i] + after.recycling[i];
  }
  const double byNumber = changed > 0.0 ? changed / all : 0.0;
  if (!model.layering || !model.layering->isLimitedByFines) {
    return byNumber;
  }
  const double byFines = std::abs(after.fines - before.fines);
  const double mass = massOf(model, after.number) + massOf(model, after.recycling);
  return std::max(byNumber, byFines > 0.0 ? byFines / (mass + std::max(0.0, after.fines)) : 0.0);
}

}  // namespace

PopulationRun runPopulation(const PopulationModel& model, const PopulationState& start,
                            const std::vector<double>& times, const PopulationControl& control) {
  PopulationRun run;
  run.problem = problemOf(model, start);
  if (run.problem.empty()) {
    run.problem = problemOfControl(control);
  }
  double before = start.time;
  for (std::size_t i = 0; i < times.size() && run.problem.empty(); ++i) {
    if (!std::isfinite(times[i]) || times[i] < before) {
      run.problem =
          fmt::format("time {} is {} s after {} s; sort the times, from the start's on", i + 1, times[i], before);
    }
    before = times[i];
  }
  if (!run.problem.empty()) {
    return run;
  }
  PopulationStepper stepper(model, start, control);
  for (const double time : times) {
    run.problem = stepper.advanceTo(time);
    if (!run.problem.empty()) {
      break;
    }
    run.states.push_back(stepper.state());
  }
  run.steps = stepper.steps();
  run.rejected = stepper.rejected();
  return run;
}

SteadyPopulation steadyPopulation(const PopulationModel& model, const PopulationState& start,
                                  const SteadyControl& control) {
  SteadyPopulation steady;
  steady.problem = problemOf(model, start);
  if (steady.problem.empty()) {
    steady.problem = problemOfSearch(control);
  }
  steady.state = start;
  if (!steady.problem.empty()) {
    return steady;
  }
  PopulationStepper stepper(model, start, control.steps);
  for (double k = 1.0; k * control.window <= control.longest * (1.0 + 1e-12) && !steady.isSteady; k += 1.0) {
    steady.problem = stepper.advanceTo(start.time + k * control.window);
    if (!steady.problem.empty()) {
      break;
    }
    PopulationState after = stepper.state();
    steady.change = changeBetween(model, steady.state, after);
    steady.isSteady = steady.change <= control.tolerance;
    steady.state = std::move(after);
  }
  steady.steps = stepper.steps();
  return steady;
}

}  // namespace scree
