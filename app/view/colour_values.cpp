#include <algorithm>
#include <cmath>

#include "app/view/colour_maps.h"
#include "app/view/reduction_colours.h"
#include "app/view/view_options.h"

// Values by which particles can be coloured, without OpenGL.
namespace scree {

namespace {

constexpr float kPercent = 100.0f;
constexpr float kMilligrams = 1e6f;

bool isOfMatter(ColourBy by) { return by == ColourBy::moisture || by == ColourBy::massGained || by == ColourBy::age; }

/// Class of a particle in the map of causes. The snapshot's lists are empty while nothing was ever merged.
int causeClassOf(const Snapshot& snapshot, std::size_t index) {
  if (index >= snapshot.reduction.role.size()) {
    return causeClass(GrainRole::free, SplitCause::none, 0.0f);
  }
  return causeClass(snapshot.reduction.role[index], snapshot.reduction.splitCause[index],
                    snapshot.reduction.sinceChange[index]);
}

float valueAt(const std::vector<float>& values, std::size_t index) {
  return index < values.size() ? values[index] : 0.0f;
}

float solverErrorOf(const Snapshot& snapshot, std::size_t index) {
  constexpr float kMillimetres = 1e3f;
  const AskedSolver* answer = snapshot.solverError.answer.get();
  const std::optional<float> speed = answer == nullptr ? std::nullopt : answer->speedOf(snapshot.grains.id[index]);
  return speed ? kMillimetres * *speed : kNoValue;
}

float fieldValueOf(const Snapshot& snapshot, std::size_t index) {
  const std::vector<float>& values = snapshot.onRequest.fieldOfGrains;
  return index < values.size() && std::isfinite(values[index]) ? values[index] : kNoValue;
}

bool isMember(const Snapshot& snapshot, std::size_t index) {
  return index < snapshot.reduction.role.size() && snapshot.reduction.role[index] != GrainRole::free;
}

}  // namespace

const ColourInfo& infoOf(ColourBy by) {
  static constexpr std::array<ColourInfo, kColourByCount> kInfo = {{
      {"Speed", "m/s", "Speed of the particle's centre"},
      {"Relative speed", "m/s",
       "Speed against the body or belt that carries the grain: the one that the fewest contacts lead to. Members move "
       "with theirs; in flight it is the speed in the world"},
      {"Diameter", "m", "Twice the particle's radius"},
      {"Contacts", "", "Number of contacts with particles and bodies in the last step"},
      {"Overlap", "%", "Largest overlap over diameter, δ/d, at the particle's contacts"},
      {"Residual", "m/s",
       "How far one more sweep would still move the rows at the grain's contacts, the worst of them: 0 where the step "
       "is solved exactly"},
      {"Solver error", "mm/s",
       "Speed at which a grain leaves the place that a converged solve would give it, measured on copies of the run in "
       "the background; single grains of a flow part after any change. Grey: not known"},
      {"Contact force", "N", "Largest normal force at the grain; inside aggregates that of the moment when it merged"},
      {"Time since merged", "s", "How long a member has been merged; free grains count as 0"},
      {"Distance to split", "%",
       "How far a member is from the limits that would split it off at its contacts with free grains: 0 at a limit, "
       "100 when nothing free moves against it; free grains count as 0"},
      {"Material", "", "Index of the particle's material in the scene", ColourScale::classes},
      {"Twin distance", "d", "Way from the grain to its twin in the other run, over its diameter; 0 without a twin"},
      {"Solid fraction", "", "Coarse-grained share of the volume around the grain that grains fill"},
      {"Flow speed", "m/s", "Speed of the coarse-grained velocity around the grain: the mean motion, without its own"},
      {"Pressure", "Pa",
       "Coarse-grained mean pressure around the grain, of contacts and of fluctuations; inside aggregates with the "
       "forces at the merge"},
      {"Shear rate", "1/s", "Coarse-grained rate of shear around the grain"},
      {"Inertial number", "",
       "Coarse-grained shear rate times diameter over the speed of sound of the pressure: below 0.001 nearly static, "
       "above 0.1 fast"},
      {"Moisture", "%", "Water over dry mass of the grain"},
      {"Mass gained", "mg", "Mass of the fines that the grain has taken up, less what broke or wore off"},
      {"Age", "s", "Time since the grain came into the world; of grains that joined, that of the older one"},
      {"Aggregate", "", "Which grains move as one; those that move for themselves are light grey", ColourScale::own},
      {"State", "", "Free, member of an aggregate, or a member that a free grain touches", ColourScale::own},
      {"Split cause", "", "Why a grain was split off within the last second", ColourScale::own},
      {"Would move", "",
       "Members that would move if every grain were solved for, by their speed against their aggregate; a copy of the "
       "run is asked in the background",
       ColourScale::own},
  }};
  return kInfo[static_cast<std::size_t>(by)];
}

std::optional<FieldScalar> fieldOf(ColourBy by) {
  switch (by) {
    case ColourBy::solidFraction:
      return FieldScalar::solidFraction;
    case ColourBy::flowSpeed:
      return FieldScalar::meanSpeed;
    case ColourBy::pressure:
      return FieldScalar::pressure;
    case ColourBy::shearRate:
      return FieldScalar::shearRate;
    case ColourBy::inertialNumber:
      return FieldScalar::inertialNumber;
    default:
      return std::nullopt;
  }
}

namespace {

BedWatch bedWatchFor(const LayerOptions& layers) {
  if (layers.bedPlotted || layers.bedMap == BedMapChoice::always) {
    return BedWatch::on;
  }
  return layers.bedMap == BedMapChoice::automatic ? BedWatch::whereTaken : BedWatch::off;
}

}  // namespace

const ColourInfo& infoOf(FieldScalar field) {
  static constexpr ColourInfo kCoordination = {"Coordination", "", "Coarse-grained number of contacts a grain"};
  for (int i = 0; i < kColourByCount; ++i) {
    if (fieldOf(static_cast<ColourBy>(i)) == field) {
      return infoOf(static_cast<ColourBy>(i));
    }
  }
  return kCoordination;
}

int suitableColourMap(ColourBy by) { return by == ColourBy::material ? categoricalMap() : 0; }

int colourMapFor(ColourBy by, int chosen) {
  if (infoOf(by).scale != ColourScale::own) {
    return chosen;
  }
  return ownMap(static_cast<int>(by) - static_cast<int>(ColourBy::aggregate));
}

int sliceColours(const ViewOptions& view) { return isCategorical(view.colourMap) ? 0 : view.colourMap; }

SnapshotRequest requestFor(ColourBy by, const LayerOptions& layers) {
  return {.contacts = layers.needContacts() || by == ColourBy::contactForce,
          .carriedSpeed = by == ColourBy::carriedSpeed,
          .splitDistance = by == ColourBy::splitDistance,
          .residual = by == ColourBy::residual,
          .trails = layers.trails,
          .particle = std::nullopt,
          .fields = {.ofGrains = fieldOf(by),
                     .map = layers.fields.slice || layers.fields.profile ? std::optional(layers.fields.shows)
                                                                         : std::nullopt,
                     .tenths = static_cast<std::uint8_t>(std::lround(10.0f * layers.fields.width)),
                     .mean = layers.fields.mean,
                     .run = layers.fields.run},
          .matter = {.grains = isOfMatter(by), .bridges = layers.bridges},
          .bed = {.watch = bedWatchFor(layers), .seconds = layers.bedSeconds}};
}

bool showsBedMap(const Snapshot& snapshot, const LayerOptions& layers) {
  return layers.bedMap == BedMapChoice::always ||
         (layers.bedMap == BedMapChoice::automatic && snapshot.onRequest.bed.isTaken);
}

const BedReading* shownBed(const Snapshot& snapshot, const LayerOptions& layers) {
  return showsBedMap(snapshot, layers) ? snapshot.onRequest.bed.reading.get() : nullptr;
}

bool asksMembers(const ViewOptions& view) { return view.askMembers || view.colourBy == ColourBy::wouldMove; }

bool asksSolver(const ViewOptions& view) { return view.askSolver || view.colourBy == ColourBy::solverError; }

bool showsOutlines(const ViewOptions& view) {
  const OutlineChoice choice = view.layers.outlines;
  return choice == OutlineChoice::always ||
         (choice == OutlineChoice::automatic && view.colourBy == ColourBy::aggregate);
}

std::vector<SnapshotSensor> shownSensors(const Snapshot& snapshot, const ViewOptions& view) {
  std::vector<SnapshotSensor> sensors = snapshot.scene.sensors;
  for (const auto& [index, asked] : view.askedSensors) {
    if (index < sensors.size()) {
      sensors[index] = asked;
    }
  }
  return sensors;
}

float colourValue(const Snapshot& snapshot, std::size_t index, ColourBy by) {
  switch (by) {
    case ColourBy::speed:
      return snapshot.grains.velocity[index].norm();
    case ColourBy::carriedSpeed:
      return valueAt(snapshot.onRequest.carriedSpeed, index);
    case ColourBy::residual:
      return valueAt(snapshot.onRequest.rowResidual, index);
    case ColourBy::solverError:
      return solverErrorOf(snapshot, index);
    case ColourBy::contactForce:
      return valueAt(snapshot.onRequest.contactForce, index);
    case ColourBy::sinceMerged:
      return isMember(snapshot, index) ? valueAt(snapshot.reduction.sinceChange, index) : 0.0f;
    case ColourBy::splitDistance:
      return 100.0f * valueAt(snapshot.onRequest.splitDistance, index);
    case ColourBy::size:
      return 2.0f * snapshot.grains.positionRadius[index].w();
    case ColourBy::contacts:
      return static_cast<float>(snapshot.grains.contactCount[index]);
    case ColourBy::overlap:
      return 100.0f * snapshot.grains.overlap[index];
    case ColourBy::material:
      return static_cast<float>(snapshot.grains.material[index]);
    case ColourBy::twin:
      return index < snapshot.twin.apart.size() ? snapshot.twin.apart[index] : 0.0f;
    case ColourBy::solidFraction:
    case ColourBy::flowSpeed:
    case ColourBy::pressure:
    case ColourBy::shearRate:
    case ColourBy::inertialNumber:
      return fieldValueOf(snapshot, index);
    case ColourBy::moisture:
      return kPercent * valueAt(snapshot.onRequest.matter.moisture, index);
    case ColourBy::massGained:
      return kMilligrams * valueAt(snapshot.onRequest.matter.gained, index);
    case ColourBy::age:
      return valueAt(snapshot.onRequest.matter.age, index);
    case ColourBy::aggregate:
      return static_cast<float>(
          aggregateClass(index < snapshot.reduction.aggregate.size() ? snapshot.reduction.aggregate[index] : 0));
    case ColourBy::state:
      return static_cast<float>(index < snapshot.reduction.role.size() ? snapshot.reduction.role[index]
                                                                       : GrainRole::free);
    case ColourBy::splitCause:
      return static_cast<float>(causeClassOf(snapshot, index));
    case ColourBy::wouldMove:
      return static_cast<float>(askedClassOf(snapshot, index));
  }
  return 0.0f;
}

void colourValues(const Snapshot& snapshot, ColourBy by, std::vector<float>& values) {
  values.resize(snapshot.particles());
  if (by == ColourBy::speed) {
    // Speed is shown most: one loop that the compiler turns into vector instructions.
    std::transform(snapshot.grains.velocity.begin(), snapshot.grains.velocity.end(), values.begin(),
                   [](const Eigen::Vector3f& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); });
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = colourValue(snapshot, i, by);
  }
}

std::array<float, 2> fitRange(const Snapshot& snapshot, ColourBy by) {
  if (by == ColourBy::material) {
    // Each material has a class: material i lies in the middle of the i-th colour.
    const auto count =
        std::max<std::size_t>(snapshot.scene.materialNames.size(), static_cast<std::size_t>(categoryCount()));
    return {-0.5f, static_cast<float>(count) - 0.5f};
  }
  if (infoOf(by).scale == ColourScale::own) {
    return {-0.5f, static_cast<float>(classCount(colourMapFor(by, 0))) - 0.5f};
  }
  float low = INFINITY;
  float high = -INFINITY;
  for (std::size_t i = 0; i < snapshot.particles(); ++i) {
    const float value = colourValue(snapshot, i, by);
    if (std::isfinite(value) && value != kNoValue) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  if (low > high) {
    return {0.0f, 1.0f};
  }
  // Equal values get a range around them that is wide enough not to be lost to rounding.
  const float least = std::max(1e-6f * std::abs(high), 1e-9f);
  if (high - low < least) {
    const float half = std::max(0.5f * std::abs(high), 0.5f * 1e-6f);
    return {low - half, high + half};
  }
  return {low, high};
}

}  // namespace scree
