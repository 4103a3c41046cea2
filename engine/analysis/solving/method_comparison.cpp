#include "engine/analysis/solving/method_comparison.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "engine/step/step.h"

namespace scree {

namespace {

constexpr std::array<std::pair<Method, WarmStart>, 6> kCompared = {{
    {Method::pgs, WarmStart::off},
    {Method::pgs, WarmStart::history},
    {Method::pgs, WarmStart::adaptive},
    {Method::nncg, WarmStart::off},
    {Method::nncg, WarmStart::adaptive},
    {Method::scalar, WarmStart::off},
}};

// Repeats of a short solve, whose time is easily disturbed: at most kMostRuns runs, and none after kEnough in all.
constexpr int kMostRuns = 5;
constexpr double kEnough = 0.1;  // s

std::optional<MethodCurve> runOnce(World world, Method method, WarmStart warmStart, int sweeps, ThreadPool* threads,
                                   const std::atomic<int>* interrupt) {
  Parameters& parameters = world.parameters;
  parameters.method = method;
  parameters.warmStart = warmStart;
  parameters.substeps = 1;
  parameters.sweeps = sweeps;
  parameters.tolerance = 0.0;
  parameters.restTolerance = 0.0;
  // The scalar methods know no dynamic bodies, so for all methods bodies keep their present motion. Floating aggregates
  // are split.
  for (Body& body : world.bodies) {
    body.mass = BodyMass{};
  }
  parameters.reduction.merge.smallestFloating = 0;
  StepData data;
  data.context.threads = threads;
  data.context.interrupt = interrupt;
  data.context.traceResiduals = true;
  if (!step(world, data)) {
    return std::nullopt;
  }
  return MethodCurve{.name = fmt::format("{}, {}", nameOf(method), nameOf(warmStart)),
                     .method = method,
                     .warmStart = warmStart,
                     .residuals = std::move(data.report.residuals),
                     .contacts = data.list.contacts.size(),
                     .seconds = data.report.times.seconds[static_cast<std::size_t>(Stage::solve)]};
}

std::optional<MethodCurve> fastestRun(const World& world, Method method, WarmStart warmStart, int sweeps,
                                      ThreadPool* threads, const std::atomic<int>* interrupt) {
  std::optional<MethodCurve> best;
  double spent = 0.0;
  for (int run = 0; run < kMostRuns && spent < kEnough; ++run) {
    std::optional<MethodCurve> curve = runOnce(world, method, warmStart, sweeps, threads, interrupt);
    if (!curve) {
      return std::nullopt;
    }
    spent += curve->seconds;
    if (!best || curve->seconds < best->seconds) {
      best = std::move(curve);
    }
  }
  return best;
}

}  // namespace

std::vector<MethodCurve> compareMethods(const World& world, int sweeps, ThreadPool* threads,
                                        const std::atomic<int>* interrupt, std::atomic<int>* done) {
  std::vector<MethodCurve> curves;
  for (const auto& [method, warmStart] : kCompared) {
    std::optional<MethodCurve> curve = fastestRun(world, method, warmStart, sweeps, threads, interrupt);
    if (!curve) {
      break;
    }
    curves.push_back(std::move(*curve));
    if (done != nullptr) {
      *done = static_cast<int>(curves.size());
    }
  }
  return curves;
}

int comparedMethods() { return static_cast<int>(kCompared.size()); }

}  // namespace scree
