#include "engine/contacts/fast_pairs.h"

#include "engine/contacts/contacts_constants.h"

namespace scree {

namespace {

/// Keeps the pairs that are faster than the slowest hit, as far as rounded velocities tell. Without a branch, which a
/// processor could not predict.
void keepFast(const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found) {
  // Of speeds that are no larger than their rounding nothing is told.
  const double slowest = (1.0 - contacts::kSpeedSlack) * hits.slowest - hits.rounding;
  const float least = slowest > 0.0 ? static_cast<float>(slowest * slowest) : -1.0F;
  std::size_t count = 0;
  for (const ParticlePair& pair : pairs) {
    const RoundedVelocity relative = hits.rounded[pair.second] - hits.rounded[pair.first];
    found.slots[count] = pair;
    count += relative.squaredNorm() > least ? 1 : 0;
  }
  found.count = count;
}

/// Keeps the pairs that are fast and come near enough, again without a branch.
void keepNear(const MovingSpheres& moving, const Hits& hits, FastPairs& found) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.count; ++i) {
    const auto [a, b] = found.slots[i];
    const double speed = (moving.velocityOf(b) - moving.velocityOf(a)).norm();
    const double way = hits.time * speed;
    const double radii = moving.spheres.radii[a] + moving.spheres.radii[b];
    const double far = radii + way;
    const double apart = moving.spheres.apart(a, b).squaredNorm();
    const auto isFast = static_cast<unsigned>(speed > hits.slowest);
    const auto isFar = static_cast<unsigned>(way > hits.leastPart * radii);
    const auto isNear = static_cast<unsigned>(apart <= far * far);
    found.slots[count] = found.slots[i];
    found.speed[count] = speed;
    count += isFast & isFar & isNear;
  }
  found.count = count;
}

/// Keeps the pairs within reach.
void keepReached(const Spheres& spheres, FastPairs& found) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.count; ++i) {
    found.slots[count] = found.slots[i];
    found.speed[count] = found.speed[i];
    count += spheres.meet(found.slots[i].first, found.slots[i].second) ? 1 : 0;
  }
  found.count = count;
}

}  // namespace

void findFast(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found) {
  keepFast(hits, pairs, found);
  keepNear(moving, hits, found);
  keepReached(moving.spheres, found);
}

}  // namespace scree
