#include "engine/snapshot/field_log.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/fields/field_profile.h"
#include "engine/step/step_data.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr double kShownShare = 0.98;  // share of the values within the range of a map

/// Value that 98 % of the values stay under; 0 without one.
float highOf(const FieldMap& map) {
  std::vector<float> values;
  values.reserve(map.values.size());
  std::ranges::copy_if(map.values, std::back_inserter(values), [](float value) { return std::isfinite(value); });
  if (values.empty()) {
    return 0.0f;
  }
  const auto at = static_cast<std::ptrdiff_t>(kShownShare * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<std::size_t>(at)];
}

bool dependsOnContacts(const std::optional<FieldScalar>& field) {
  return field == FieldScalar::pressure || field == FieldScalar::inertialNumber || field == FieldScalar::coordination;
}

}  // namespace

void FieldLog::clear() {
  average_.clear();
  isBegun_ = false;
}

const FieldSums& FieldLog::sumsFor(const World& world, const StepData& data, const FieldRequest& request,
                                   const Snapshot& snapshot) {
  const bool needsContacts = dependsOnContacts(request.ofGrains) || dependsOnContacts(request.map);
  const double spacing = request.width() * meanDiameter(world);
  const bool goesOn = request.mean && isBegun_ && request.run == of_.run && request.tenths == of_.tenths &&
                      world.step >= lastStep_ && (hasContacts_ || !needsContacts);
  if (!goesOn) {
    clear();
    spacing_ = spacing;
  } else if (world.step == lastStep_) {
    return average_.sums();
  }
  // A mean that has begun with contacts keeps them, so that it goes on with any field.
  hasContacts_ = needsContacts || (goesOn && hasContacts_);
  const SnapshotRequest& whole = snapshot.onRequest.request;
  const bool isListed = whole.contacts || whole.carriedSpeed || whole.network;
  contacts_.clear();
  if (hasContacts_ && !isListed) {
    findForceContacts(world, data, contacts_);
  }
  grainer_.grain(world, hasContacts_ && isListed ? snapshot.onRequest.forceContacts : contacts_,
                 gridAround(world.particles, request.mean ? spacing_ : spacing, kMostShownNodes), data.context.threads,
                 now_);
  of_ = request;
  if (!request.mean) {
    return now_;
  }
  average_.add(now_);
  isBegun_ = true;
  lastStep_ = world.step;
  return average_.sums();
}

void FieldLog::fill(const World& world, const StepData& data, const FieldRequest& request, Snapshot& snapshot) {
  snapshot.onRequest.fieldOfGrains.clear();
  snapshot.onRequest.fieldMap.reset();
  if (!request.any()) {
    clear();
    return;
  }
  const FieldSums& sums = sumsFor(world, data, request, snapshot);
  ThreadPool* threads = data.context.threads;
  if (request.ofGrains) {
    mapOf(sums, *request.ofGrains, threads, ofGrains_);
    valuesAtParticles(ofGrains_, world.particles, threads, snapshot.onRequest.fieldOfGrains);
  }
  if (request.map) {
    auto map = std::make_shared<FieldMap>();
    mapOf(sums, *request.map, threads, *map);
    map->high = highOf(*map);
    for (std::size_t axis = 0; axis < map->profiles.size(); ++axis) {
      map->profiles[axis] = profileOf(*map, static_cast<int>(axis));
    }
    snapshot.onRequest.fieldMap = std::move(map);
  }
}

}  // namespace scree
