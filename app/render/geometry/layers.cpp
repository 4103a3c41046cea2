#include "app/render/geometry/layers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "app/render/geometry/clip_region.h"
#include "app/render/geometry/joint_bars.h"
#include "app/render/geometry/scene_fit.h"

namespace scree {

namespace {

constexpr double kFullShare = 0.99;      // share of the forces that are smaller than the force of full width
constexpr float kThinnest = 0.05f;       // radius of the weakest bar, in radii of the smaller grain
constexpr float kThickest = 0.38f;       // radius of the strongest bar, in radii of the smaller grain
constexpr float kWidestNeck = 0.3f;      // radius of the neck of the strongest pull, in radii of the smaller grain
constexpr float kLeastSpeed = 0.03f;     // least speed with an arrow, over the speed of a fast grain
constexpr float kArrowDiameters = 3.0f;  // length of the arrow of a fast grain, in mean diameters
constexpr float kLongest = 3.0f;         // longest arrow over that of a fast grain, for the few grains that fly
constexpr float kSlow = 0.01f;           // least speed that counts as fast [m/s]: in a slow scene arrows are short

std::uint32_t packedColour(const Eigen::Vector3f& colour) {
  std::uint32_t packed = 0xff000000U;
  for (int c = 0; c < 3; ++c) {
    packed |= static_cast<std::uint32_t>(std::lround(255.0f * std::clamp(colour[c], 0.0f, 1.0f))) << (8 * c);
  }
  return packed;
}

Eigen::Vector4f ended(const Eigen::Vector3f& point, float radius) { return {point.x(), point.y(), point.z(), radius}; }

/// Value below which a share of all values lies; reorders `values`.
float percentile(std::vector<float>& values, double share) {
  if (values.empty()) {
    return 0.0f;
  }
  const auto at = static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Rounds up to a series, so that widths, colours and the legend's numbers change in steps and do not flicker.
float roundedUp(float value) {
  if (!(value > 0.0f)) {
    return 0.0f;
  }
  const float decade = std::pow(10.0f, std::floor(std::log10(value)));
  for (const float step : {1.0f, 1.2f, 1.6f, 2.0f, 2.4f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f}) {
    if (step * decade >= value * 0.999f) {
      return step * decade;
    }
  }
  return 10.0f * decade;
}

float smallerRadius(const Snapshot& snapshot, const ForceContact& contact) {
  const float a = snapshot.grains.positionRadius[contact.a].w();
  return contact.b == kNoParticle ? a : std::min(a, snapshot.grains.positionRadius[contact.b].w());
}

/// Centre of the image of a grain that is nearest to a place.
Eigen::Vector3f imageOf(const Snapshot& snapshot, std::uint32_t grain, const Eigen::Vector3f& near) {
  const Eigen::Vector3f centre = snapshot.grains.positionRadius[grain].head<3>();
  return centre + snapshot.scene.periodic.shiftToNearest((centre - near).cast<double>()).cast<float>();
}

/// Indices of the contacts that pass the options, at most the strongest kMostChains, in the order of the snapshot.
std::vector<std::uint32_t> chosenContacts(const Snapshot& snapshot, bool kept, float least, const ClipRegion& clip,
                                          bool& capped) {
  const std::vector<ForceContact>& all = snapshot.onRequest.forceContacts;
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if ((kept || !all[i].kept) && all[i].force >= least && !clip.isCut(all[i].point)) {
      chosen.push_back(i);
    }
  }
  capped = chosen.size() > kMostChains;
  if (capped) {
    std::nth_element(chosen.begin(), chosen.begin() + kMostChains, chosen.end(), [&](std::uint32_t x, std::uint32_t y) {
      return all[x].force != all[y].force ? all[x].force > all[y].force : x < y;
    });
    chosen.resize(kMostChains);
    std::sort(chosen.begin(), chosen.end());
  }
  return chosen;
}

void addChains(const Snapshot& snapshot, const LayerOptions& options, const ClipRegion& clip, LayerPicture& picture) {
  LayerStatistics& statistics = picture.statistics;
  std::vector<float> forces;
  for (const ForceContact& contact : snapshot.onRequest.forceContacts) {
    if (options.keptChains || !contact.kept) {
      forces.push_back(contact.force);
    }
  }
  statistics.contacts = forces.size();
  statistics.threshold = percentile(forces, std::clamp(static_cast<double>(options.chainPercentile) / 100.0, 0.0, 1.0));
  statistics.fullForce = roundedUp(percentile(forces, kFullShare));
  const std::vector<std::uint32_t> chosen =
      chosenContacts(snapshot, options.keptChains, statistics.threshold, clip, statistics.capped);
  statistics.chains = chosen.size();
  for (const std::uint32_t i : chosen) {
    const ForceContact& contact = snapshot.onRequest.forceContacts[i];
    const float part = statistics.fullForce > 0.0f ? std::min(contact.force / statistics.fullForce, 1.0f) : 0.0f;
    const float radius = options.chainWidth * smallerRadius(snapshot, contact) * std::lerp(kThinnest, kThickest, part);
    const Eigen::Vector3f start = snapshot.grains.positionRadius[contact.a].head<3>();
    const Eigen::Vector3f end = contact.b == kNoParticle ? contact.point : imageOf(snapshot, contact.b, start);
    picture.capsules.push_back({ended(start, radius), ended(end, radius), packedColour(chainColour(part))});
  }
}

/// Adds a ball at each contact point and a pin along the normal, in the colours of free grains and members.
void addContactPoints(const Snapshot& snapshot, const ClipRegion& clip, LayerPicture& picture) {
  bool capped = false;
  for (const std::uint32_t i : chosenContacts(snapshot, true, 0.0f, clip, capped)) {
    const ForceContact& contact = snapshot.onRequest.forceContacts[i];
    const float r = smallerRadius(snapshot, contact);
    const std::uint32_t colour = packedColour(colourOfRole(contact.kept ? GrainRole::boundary : GrainRole::free));
    const Eigen::Vector3f pin = 0.45f * r * contact.normal;
    picture.capsules.push_back({ended(contact.point, 0.13f * r), ended(contact.point, 0.13f * r), colour});
    picture.capsules.push_back({ended(contact.point - pin, 0.04f * r), ended(contact.point + pin, 0.04f * r), colour});
  }
}

/// Radius of a grain, or of the smaller one of two.
float smallerRadius(const Snapshot& snapshot, const SnapshotBridge& bridge) {
  const float a = snapshot.grains.positionRadius[bridge.a].w();
  return bridge.b == kNoParticle ? a : std::min(a, snapshot.grains.positionRadius[bridge.b].w());
}

/// Adds necks between the sides that are pulled together, from centre to centre: the wider and brighter the stronger
/// the pull, and thinner in the middle the farther the sides are apart.
void addBridges(const Snapshot& snapshot, const ClipRegion& clip, LayerPicture& picture) {
  const std::vector<SnapshotBridge>& all = snapshot.onRequest.matter.bridges;
  LayerStatistics& statistics = picture.statistics;
  statistics.bridges = all.size();
  std::vector<float> pulls;
  for (const SnapshotBridge& bridge : all) {
    pulls.push_back(bridge.pull);
  }
  statistics.fullPull = roundedUp(percentile(pulls, kFullShare));
  statistics.fewBridges = all.size() > kMostBridges;
  float least = 0.0f;
  if (statistics.fewBridges) {
    const auto at = pulls.begin() + kMostBridges;
    std::nth_element(pulls.begin(), at, pulls.end(), std::greater<>());
    least = *at;
  }
  std::size_t drawn = 0;
  for (const SnapshotBridge& bridge : all) {
    const Eigen::Vector3f middle = 0.5f * (bridge.from + bridge.to);
    if (bridge.pull < least || drawn >= kMostBridges || clip.isCut(middle)) {
      continue;
    }
    ++drawn;
    const float part = statistics.fullPull > 0.0f ? std::min(bridge.pull / statistics.fullPull, 1.0f) : 0.0f;
    const float r = smallerRadius(snapshot, bridge);
    const float radius = r * std::lerp(kThinnest, kWidestNeck, part);
    // A neck that is as long as a tenth of the grain has half the width in its middle.
    const float waist = radius * (0.8f - 0.5f * std::clamp(10.0f * bridge.gap / r, 0.0f, 1.0f));
    const Eigen::Vector3f start = snapshot.grains.positionRadius[bridge.a].head<3>();
    const Eigen::Vector3f end = bridge.b == kNoParticle ? bridge.to : imageOf(snapshot, bridge.b, start);
    const std::uint32_t colour = packedColour(bridgeColour(part));
    picture.capsules.push_back({ended(start, radius), ended(middle, waist), colour});
    picture.capsules.push_back({ended(middle, waist), ended(end, radius), colour});
  }
}

/// Adds an arrow: a shaft of `radius` from `start` along `way`, with a head at its end.
void addArrow(const Eigen::Vector3f& start, const Eigen::Vector3f& way, float radius, std::uint32_t colour,
              LayerPicture& picture) {
  const float length = way.norm();
  const float head = std::min(5.0f * radius, 0.6f * length);
  const Eigen::Vector3f neck = start + way * (1.0f - head / length);
  picture.capsules.push_back({ended(start, radius), ended(neck, radius), colour});
  picture.capsules.push_back({ended(neck, 2.4f * radius), ended(start + way, 0.0f), colour});
}

void addVelocities(const Snapshot& snapshot, const LayerOptions& options, const ClipRegion& clip,
                   LayerPicture& picture) {
  const std::size_t count = snapshot.particles();
  if (count == 0) {
    return;
  }
  const std::size_t stride = (count + kMostArrows - 1) / kMostArrows;
  picture.statistics.arrowStride = stride;
  std::vector<float> speeds;
  float diameters = 0.0f;
  for (std::size_t i = 0; i < count; i += stride) {
    speeds.push_back(snapshot.grains.velocity[i].norm());
    diameters += 2.0f * snapshot.grains.positionRadius[i].w();
  }
  const float diameter = diameters / static_cast<float>(speeds.size());
  const float fast = std::max(percentile(speeds, 0.98), kSlow);
  const float time = options.arrowLength * kArrowDiameters * diameter / fast;
  const std::uint32_t colour = packedColour({0.96f, 0.97f, 1.0f});
  for (std::size_t i = 0; i < count; i += stride) {
    const Eigen::Vector3f centre = snapshot.grains.positionRadius[i].head<3>();
    const float speed = snapshot.grains.velocity[i].norm();
    if (speed >= kLeastSpeed * fast && !clip.isCut(centre)) {
      const float shown = std::min(1.0f, kLongest * fast / speed);
      addArrow(centre, shown * time * snapshot.grains.velocity[i], 0.08f * diameter, colour, picture);
      ++picture.statistics.arrows;
    }
  }
}

/// Adds arrows on driven bodies. With an arrowLength of 1, the arrow of a force as large as the weight of all grains is
/// as long as the scene's radius, and so is that of a torque by this weight at the scene's radius.
void addReactions(const Snapshot& snapshot, const LayerOptions& options, LayerPicture& picture) {
  const SceneSphere scene = boundingSphere(snapshot);
  const double mass = snapshot.grains.totalMass;
  const double weight = mass * snapshot.scene.parameters.gravity.norm();
  if (!(weight > 0.0)) {
    return;
  }
  const double size = static_cast<double>(options.arrowLength * scene.radius);
  const float radius = 0.012f * scene.radius;
  const auto add = [&](const Vec3& start, const Vec3& way, const Eigen::Vector3f& colour) {
    if (way.norm() > 0.01 * size && way.allFinite()) {
      addArrow((start - snapshot.scene.origin).cast<float>(), way.cast<float>(), radius, packedColour(colour), picture);
    }
  };
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    if (!body.drives.empty()) {
      add(body.pose.position, size / weight * body.reaction.force, {0.97f, 0.66f, 0.20f});
      const double moment = weight * static_cast<double>(scene.radius);
      add(body.pose.position, size / moment * body.reaction.torque, {0.66f, 0.52f, 0.98f});
    }
  }
}

constexpr float kTrailRadius = 0.16f;  // radius of a trail, in radii of its grain
const Eigen::Vector3f kDriveColour(0.24f, 0.83f, 0.72f);

/// Adds trails, the ways of grains; they become thin and grey with their age.
void addTrails(const Snapshot& snapshot, const LayerOptions& options, const ClipRegion& clip, LayerPicture& picture) {
  const Eigen::Vector3f fresh(0.98f, 0.86f, 0.45f);
  const Eigen::Vector3f old(0.36f, 0.38f, 0.44f);
  const auto now = static_cast<float>(snapshot.run.time);
  for (const Trail& trail : snapshot.onRequest.trails) {
    const auto found = std::ranges::lower_bound(snapshot.grains.id, trail.id);
    if (found == snapshot.grains.id.end() || *found != trail.id) {
      continue;  // the grain has left the world
    }
    const float grain =
        snapshot.grains.positionRadius[static_cast<std::size_t>(found - snapshot.grains.id.begin())].w();
    const auto left = [&](const Eigen::Vector4f& point) {
      return std::clamp(1.0f - (now - point.w()) / options.trailSeconds, 0.0f, 1.0f);
    };
    for (std::size_t i = 0; i + 1 < trail.points.size(); ++i) {
      const Eigen::Vector4f& from = trail.points[i];
      const Eigen::Vector4f& to = trail.points[i + 1];
      // Where the grain went through a side of the periodic box, the trail has a gap.
      const bool isOneWay = snapshot.scene.periodic.shiftToNearest((to - from).head<3>().cast<double>()).isZero(0.0);
      if (isOneWay && left(to) > 0.0f && !clip.isCut(to.head<3>())) {
        const Eigen::Vector3f colour = old + left(to) * (fresh - old);
        const float radius = kTrailRadius * grain;
        picture.capsules.push_back(
            {ended(from.head<3>(), radius * left(from)), ended(to.head<3>(), radius * left(to)), packedColour(colour)});
      }
    }
  }
}

/// Adds a curved arrow about an axis through a point counted from the drawing origin: three quarters of a circle with
/// a head.
void addTurn(const Vec3& centre, const Vec3& axis, double size, float radius, LayerPicture& picture) {
  constexpr int kPieces = 24;
  constexpr double kWay = 1.5 * std::numbers::pi;
  const Vec3 n = axis.normalized();
  const Vec3 u = n.unitOrthogonal();
  const Vec3 v = n.cross(u);
  const auto at = [&](double angle) -> Eigen::Vector3f {
    return (centre + size * (std::cos(angle) * u + std::sin(angle) * v)).cast<float>();
  };
  const std::uint32_t colour = packedColour(kDriveColour);
  for (int i = 0; i < kPieces; ++i) {
    picture.capsules.push_back(
        {ended(at(kWay * i / kPieces), radius), ended(at(kWay * (i + 1) / kPieces), radius), colour});
  }
  const Eigen::Vector3f end = at(kWay);
  const Eigen::Vector3f ahead = (at(kWay + 0.02) - end).normalized();
  picture.capsules.push_back({ended(end, 2.6f * radius), ended(end + 6.0f * radius * ahead, 0.0f), colour});
}

/// Adds arrows along which drives move bodies and belts, and turn bodies; none for drives at rest.
void addDrives(const Snapshot& snapshot, const LayerOptions& options, LayerPicture& picture) {
  const SceneSphere scene = boundingSphere(snapshot);
  const double size = 0.3 * static_cast<double>(options.arrowLength * scene.radius);
  const float radius = 0.009f * scene.radius;
  for (const SnapshotBody& body : snapshot.scene.bodies) {
    for (const Drive& drive : body.drives) {
      const double speed = drive.speed.mean(snapshot.run.time, snapshot.scene.parameters.timeStep);
      if (speed == 0.0) {
        continue;
      }
      const double way = speed < 0.0 ? -size : size;
      const auto arrow = [&](const Vec3& start, const Vec3& direction) {
        addArrow((start - snapshot.scene.origin).cast<float>(), (way * direction.normalized()).cast<float>(), radius,
                 packedColour(kDriveColour), picture);
      };
      if (const auto* line = std::get_if<Translation>(&drive.motion)) {
        arrow(body.pose.position, line->direction);
      } else if (const auto* turn = std::get_if<Rotation>(&drive.motion)) {
        addTurn(turn->point - snapshot.scene.origin, speed < 0.0 ? Vec3(-turn->axis) : turn->axis, size, radius,
                picture);
      } else if (const auto* belt = std::get_if<SurfaceMotion>(&drive.motion);
                 belt != nullptr && body.shapes != nullptr && belt->shape < body.shapes->size()) {
        const Pose shape = body.pose * (*body.shapes)[belt->shape].local;
        arrow(shape.position, shape.orientation * belt->direction);
      }
    }
  }
}

}  // namespace

Eigen::Vector3f chainColour(float part) {
  constexpr float kDarkest = 0.22f;  // darker bars would not show between grains
  static const auto names = colourMapNames();
  static const auto map = static_cast<int>(std::find(names.begin(), names.end(), "Inferno") - names.begin());
  return colourOf(map, std::lerp(kDarkest, 0.97f, part));
}

Eigen::Vector3f bridgeColour(float part) {
  const Eigen::Vector3f weak(0.12f, 0.30f, 0.62f);
  const Eigen::Vector3f strong(0.62f, 0.96f, 1.0f);
  return weak + std::clamp(part, 0.0f, 1.0f) * (strong - weak);
}

LayerPicture makeLayers(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip) {
  LayerPicture picture;
  const ClipRegion region = regionOf(clip, snapshot.scene.origin);
  if (options.chains) {
    addChains(snapshot, options, region, picture);
  }
  if (options.contacts) {
    addContactPoints(snapshot, region, picture);
  }
  if (options.bridges) {
    addBridges(snapshot, region, picture);
  }
  if (options.velocities) {
    addVelocities(snapshot, options, region, picture);
  }
  if (options.reactions) {
    addReactions(snapshot, options, picture);
  }
  if (options.drives) {
    addDrives(snapshot, options, picture);
  }
  if (options.joints) {
    addJoints(snapshot, options, clip, picture.capsules);
  }
  if (options.trails != TrailRequest::none) {
    addTrails(snapshot, options, region, picture);
  }
  return picture;
}

}  // namespace scree
