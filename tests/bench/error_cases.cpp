#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/step/step.h"
#include "tests/bench/cases.h"
#include "tests/bench/settings.h"

namespace scree::bench {

namespace {

/// Substeps a quarter as long as those of `fast`, each with more sweeps than a whole step of it.
constexpr const char* kReference = "fast substeps=16 sweeps=40 rest_tolerance=0";
constexpr double kSeconds = 0.5;  // simulated

struct ErrorCase {
  std::string state;
  std::string settings;
  Tier tier = Tier::full;
};

/// How a run ended, and means over its second half.
struct End {
  std::string failure;
  std::vector<Vec3> positions;
  double diameter = 0.0;  ///< m, mean
  double height = 0.0;    ///< m, mean of the centres over the lowest one at the start
  double overlap = 0.0;
  double squaredSpeed = 0.0;
  double contacts = 0.0;
};
using References = std::map<std::string, End>;

double meanHeightOf(const std::vector<Vec3>& positions, double bottom) {
  double sum = 0.0;
  for (const Vec3& p : positions) {
    sum += p.z() - bottom;
  }
  return sum / static_cast<double>(positions.size());
}

End runFrom(World world, const std::string& settings) {
  End end{.failure = applySettings(world.parameters, settings + " threads=1")};
  if (!end.failure.empty()) {
    return end;
  }
  double bottom = world.particles.position.front().z();
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    bottom = std::min(bottom, world.particles.position[i].z());
    end.diameter += 2.0 * world.particles.radius[i] / static_cast<double>(world.particles.size());
  }
  StepData data;
  const auto steps = std::lround(kSeconds / world.parameters.timeStep);
  const double share = 1.0 / static_cast<double>(steps - steps / 2);
  for (long i = 0; i < steps; ++i) {
    step(world, data);
    if (i >= steps / 2) {
      double sum = 0.0;
      for (const Vec3& velocity : world.particles.velocity) {
        sum += velocity.squaredNorm();
      }
      end.squaredSpeed += share * sum / static_cast<double>(world.particles.size());
      end.overlap += share * data.report.meanOverlap;
      end.contacts += share * static_cast<double>(data.list.contacts.size());
    }
  }
  end.positions = world.particles.position;
  end.height = meanHeightOf(end.positions, bottom);
  return end;
}

/// Root mean square distance of the grains between two ends [d].
double apart(const End& a, const End& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.positions.size(); ++i) {
    sum += (a.positions[i] - b.positions[i]).squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(a.positions.size())) / a.diameter;
}

Outcome measureError(const ErrorCase& c, States& states, References& references) {
  const std::shared_ptr<const World> start = states.get(c.state);
  auto found = references.find(c.state);
  if (found == references.end()) {
    found = references.emplace(c.state, runFrom(*start, kReference)).first;
  }
  const End& reference = found->second;
  const End end = runFrom(*start, c.settings);
  Outcome outcome;
  outcome.failure = reference.failure.empty() ? end.failure : reference.failure;
  if (outcome.failure.empty() && end.positions.size() != reference.positions.size()) {
    outcome.failure = "grains came or went";
  }
  if (!outcome.failure.empty()) {
    return outcome;
  }
  Record& record = outcome.record;
  record.kind = "error";
  record.name = fmt::format("error/{}/{}", c.state, c.settings);
  record.scene = c.state;
  record.settings = c.settings;
  record.start = startHash(*start);
  record.particles = static_cast<double>(end.positions.size());
  record.contacts = end.contacts;
  record.setValue("diameters from the reference, root mean square", spreadOf({apart(end, reference)}));
  record.heightError = end.height / reference.height - 1.0;
  record.meanOverlap = end.overlap;
  record.overlapError = end.overlap / reference.overlap - 1.0;
  record.creep = std::sqrt(end.squaredSpeed);
  record.creepOfReference = std::sqrt(reference.squaredSpeed);
  return outcome;
}

std::vector<ErrorCase> allErrorCases() {
  std::vector<ErrorCase> cases = {{"bed-tiny", "fast", Tier::tiny}};
  for (const char* state : {"bed-4k", "slope-4k", "container", "drum", "collapse"}) {
    for (const char* settings : {"paper", "paper-warm", "fast", "accurate"}) {
      cases.push_back({state, settings});
    }
  }
  return cases;
}

}  // namespace

std::vector<Case> errorCases() {
  std::vector<Case> cases;
  const auto references = std::make_shared<References>();
  for (const ErrorCase& c : allErrorCases()) {
    cases.push_back({fmt::format("error/{}/{}", c.state, c.settings), c.tier,
                     [c, references](States& states) { return measureError(c, states, *references); }});
  }
  return cases;
}

}  // namespace scree::bench
