#include "engine/snapshot/run_samples.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/turning_drum.h"
#include "engine/contacts/match.h"
#include "engine/step/step_data.h"

namespace scree {

namespace {

constexpr double kFlowSpan = 0.5;  // span of the mean flow [s]
constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool turns(const Body& body) {
  return std::ranges::any_of(body.drives, [](const Drive& d) { return std::holds_alternative<Rotation>(d.motion); });
}

double worst(const SweepResidual& residual) { return *std::ranges::max_element(residual.largest); }

/// Column that every world has, with the source of its number.
struct Quantity {
  PlotGroup group;
  const char* name;
  const char* unit;
  const char* meaning;
  double (*value)(const World&, const StepData&);
};

constexpr Quantity kQuantities[] = {
    {PlotGroup::reduction, "h", "", "Reduction level: share of the grains that are not solved for.",
     [](const World& w, const StepData&) { return w.reduction.levelOf(w.particles.size()).level(); }},
    {PlotGroup::grains, "grains", "", "Grains in the scene.",
     [](const World& w, const StepData&) { return static_cast<double>(w.particles.size()); }},
    {PlotGroup::grains, "free", "", "Grains that move for themselves.",
     [](const World& w, const StepData&) {
       return static_cast<double>(w.particles.size() - std::min(w.reduction.memberCount, w.particles.size()));
     }},
    {PlotGroup::grains, "members", "", "Grains merged into aggregates.",
     [](const World& w, const StepData&) { return static_cast<double>(w.reduction.memberCount); }},
    {PlotGroup::grains, "aggregates", "", "Groups of grains that move as one.",
     [](const World& w, const StepData&) {
       return static_cast<double>(
           std::ranges::count_if(w.reduction.aggregates, [](const Aggregate& one) { return one.members > 0; }));
     }},
    {PlotGroup::contacts, "contacts", "", "Contacts that were solved for.",
     [](const World&, const StepData& d) { return static_cast<double>(d.list.contacts.size()); }},
    {PlotGroup::contacts, "kept", "", "Contacts that the step before had too: those that can be warm started.",
     [](const World&, const StepData& d) { return static_cast<double>(countMatched(d.list)); }},
    {PlotGroup::contacts, "impacts", "", "Contacts that closed faster than the impact speed.",
     [](const World&, const StepData& d) { return static_cast<double>(d.report.impactCount); }},
    {PlotGroup::residual, "rms", "m/s", "Root mean square by which the last sweep still moved the rows, worst kind.",
     [](const World&, const StepData& d) {
       return d.report.residuals.empty() ? 0.0 : d.report.residuals.back().worstRms();
     }},
    {PlotGroup::residual, "largest", "m/s", "Most that the last sweep moved a row.",
     [](const World&, const StepData& d) {
       return d.report.residuals.empty() ? 0.0 : worst(d.report.residuals.back());
     }},
    {PlotGroup::overlap, "largest", "%", "Largest overlap over diameter.",
     [](const World&, const StepData& d) { return 100.0 * d.report.worstOverlap; }},
    {PlotGroup::overlap, "mean", "%", "Mean overlap over diameter of all contacts.",
     [](const World&, const StepData& d) { return 100.0 * d.report.meanOverlap; }},
    {PlotGroup::energy, "kinetic", "J", "Of all grains, spins included.",
     [](const World& w, const StepData&) { return w.budget.kinetic; }},
    {PlotGroup::energy, "potential", "J", "Of gravity, zero at the origin.",
     [](const World& w, const StepData&) { return w.budget.potential; }},
    {PlotGroup::energy, "elastic", "J", "In contacts.",
     [](const World& w, const StepData&) { return w.budget.elastic; }},
    {PlotGroup::energy, "work", "J", "Done by drives since the start.",
     [](const World& w, const StepData&) { return w.budget.totalWork; }},
    {PlotGroup::energy, "dissipated", "J",
     "Lost to impacts, friction, damping and the steps' own error since the start.",
     [](const World& w, const StepData&) { return w.budget.totalDissipation; }},
    {PlotGroup::stages, "step", "ms", "Wall time of the whole step.",
     [](const World&, const StepData& d) { return 1e3 * d.report.times.total(); }},
};

/// Column of a world with granulation, with its part of a sample.
struct GranuleQuantity {
  PlotGroup group;
  const char* name;
  const char* unit;
  const char* meaning;
  double GranuleSample::*value;
  double scale;
};

constexpr double kMillimetre = 1e3;  // of a metre
constexpr double kMicrometre = 1e6;

constexpr GranuleQuantity kGranuleQuantities[] = {
    {PlotGroup::sizes, "d10", "mm", "Diameter that 10 % of the volume of all granules is below.", &GranuleSample::d10,
     kMillimetre},
    {PlotGroup::sizes, "d50", "mm", "Diameter that half of the volume of all granules is below.", &GranuleSample::d50,
     kMillimetre},
    {PlotGroup::sizes, "d90", "mm", "Diameter that 90 % of the volume of all granules is below.", &GranuleSample::d90,
     kMillimetre},
    {PlotGroup::sizes, "balance d50", "mm", "The same half in the population balance with the measured rates.",
     &GranuleSample::balanceD50, kMillimetre},
    {PlotGroup::granulation, "growth", "µm/s", "Growth of the diameter of a granule by layering, mean of all.",
     &GranuleSample::growth, kMicrometre},
    {PlotGroup::granulation, "collisions", "1/s", "Collisions of two granules, of all.", &GranuleSample::collisions,
     1.0},
    {PlotGroup::granulation, "joined", "1/s", "Pairs of granules that became one.", &GranuleSample::joins, 1.0},
    {PlotGroup::granulation, "broken", "1/s", "Granules that broke.", &GranuleSample::breaks, 1.0},
};

/// True if the body can push grains: a body that moves, or whose surface moves.
bool pushesGrains(const Body& body) { return !body.isStatic() && !body.shapes.empty(); }
bool hasMotor(const Joint& joint) { return joint.motor.kind != MotorKind::none; }

std::vector<SampleColumn> columnsOf(const World& world) {
  std::vector<SampleColumn> columns;
  for (const Quantity& quantity : kQuantities) {
    columns.push_back({quantity.group, quantity.name, quantity.unit, quantity.meaning});
  }
  for (const std::string_view stage : kStageNames) {
    columns.push_back({PlotGroup::stages, std::string(stage), "ms", "Wall time of the stage in the step."});
  }
  const bool drum = turningDrum(world).has_value();
  columns.push_back({PlotGroup::angle, "angle", "°",
                     drum ? "Dynamic angle of repose: of the line from the drum's axis to the centre of mass against "
                            "the vertical."
                          : "Slope of the heap's surface about the vertical through its centre of mass.",
                     true});
  for (const Body& body : world.bodies) {
    if (body.drives.empty()) {
      continue;
    }
    if (turns(body)) {
      columns.push_back({PlotGroup::drives, body.name + " torque", "N m", "Torque by which the drive turns the body."});
    }
    columns.push_back({PlotGroup::drives, body.name + " power", "W", "Power that the drive gives to the grains."});
  }
  for (const Sink& sink : world.sinks) {
    columns.push_back({PlotGroup::flow, sink.name, "kg/s", "Mass that leaves through the sink, mean over 0.5 s."});
  }
  for (const Body& body : world.bodies) {
    if (pushesGrains(body)) {
      columns.push_back({PlotGroup::drives, body.name + " force", "N", "Force of the grains on the body."});
    }
  }
  for (const Joint& joint : world.joints) {
    if (hasMotor(joint)) {
      columns.push_back({PlotGroup::drives, joint.name + " motor", isAngle(joint.kind) ? "N m" : "N",
                         "What the joint's motor gives along its coordinate."});
    }
  }
  if (world.granulation.isOn()) {
    for (const GranuleQuantity& one : kGranuleQuantities) {
      columns.push_back({one.group, one.name, one.unit, one.meaning, true});
    }
  }
  return columns;
}

}  // namespace

void RunSampler::begin(const World& world) {
  rows_.begin(columnsOf(world));
  driven_.clear();
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i].drives.empty()) {
      driven_.push_back({i, turns(world.bodies[i])});
    }
  }
  passed_.assign(world.sinks.size(), {});
}

double RunSampler::flowOf(std::size_t sink, const Passed& now) {
  std::deque<Passed>& passed = passed_[sink];
  if (!passed.empty() && now.time <= passed.back().time) {
    passed.clear();  // the world went back in time
  }
  while (passed.size() > 1 && passed[1].time <= now.time - kFlowSpan) {
    passed.pop_front();
  }
  passed.push_back(now);
  const double span = now.time - passed.front().time;
  // Gives no flow while the span is short: single grains would dominate it.
  return span < 0.5 * kFlowSpan ? std::numeric_limits<double>::quiet_NaN() : (now.mass - passed.front().mass) / span;
}

void RunSampler::setGranules(std::uint64_t step, const GranuleSample& sample) {
  const auto first = std::ranges::find(rows_.columns(), PlotGroup::sizes, &SampleColumn::group);
  if (first == rows_.columns().end()) {
    return;
  }
  auto column = static_cast<std::size_t>(first - rows_.columns().begin());
  for (const GranuleQuantity& one : kGranuleQuantities) {
    rows_.set(step, column++, one.scale * (sample.*one.value));
  }
}

void RunSampler::add(const World& world, const StepData& data, std::uint64_t branch) {
  rows_.open(world.step, world.time, branch);
  const auto put = [this](double value) { rows_.put(value); };
  for (const Quantity& quantity : kQuantities) {
    put(quantity.value(world, data));
  }
  for (const double seconds : data.report.times.seconds) {
    put(1e3 * seconds);
  }
  put(kNone);
  for (const Driven& driven : driven_) {
    const Body& body = world.bodies[driven.body];
    if (driven.turns) {
      put(drivingTorque(body));
    }
    put(body.reaction.power);
  }
  for (std::size_t i = 0; i < world.sinks.size(); ++i) {
    put(flowOf(i, {world.time, world.sinks[i].mass}));
  }
  for (const Body& body : world.bodies) {
    if (pushesGrains(body)) {
      put(body.reaction.force.norm());
    }
  }
  for (const Joint& joint : world.joints) {
    if (hasMotor(joint)) {
      put(joint.motorForce);
    }
  }
  if (rows_.columns().back().group == PlotGroup::granulation) {
    for (std::size_t i = 0; i < std::size(kGranuleQuantities); ++i) {
      put(kNone);
    }
  }
}

void RunSampler::setAngle(std::uint64_t step, double angle) {
  const auto column = std::ranges::find(rows_.columns(), PlotGroup::angle, &SampleColumn::group);
  rows_.set(step, static_cast<std::size_t>(column - rows_.columns().begin()), kDegrees * angle);
}

}  // namespace scree
