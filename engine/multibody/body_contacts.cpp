#include "engine/multibody/body_contacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/base/base_constants.h"
#include "engine/collision/surface.h"
#include "engine/geometry/hull.h"
#include "engine/multibody/multibody_constants.h"
#include "engine/multibody/part_key.h"
#include "engine/settings/speed_scales.h"
#include "engine/solver/spook.h"
#include "engine/world/contact_spring.h"

namespace scree {

namespace {

using Sample = HullCorner;  ///< in the shape's frame

void sampleBox(const SolidBox& box, std::vector<Sample>& samples) {
  const double radius = kCornerRounding * box.halfExtents.minCoeff();
  const Vec3 inner = box.halfExtents - Vec3::Constant(radius);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0, (corner & 4) != 0 ? 1.0 : -1.0);
    samples.push_back({sign.cwiseProduct(inner), radius});
  }
}

void sampleCylinder(const SolidCylinder& cylinder, std::vector<Sample>& samples) {
  const double radius = kCornerRounding * std::min(cylinder.radius, cylinder.halfLength);
  for (const double end : {-1.0, 1.0}) {
    for (int i = 0; i < multibody::kRimPoints; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / multibody::kRimPoints;
      samples.push_back({{(cylinder.radius - radius) * std::cos(angle), (cylinder.radius - radius) * std::sin(angle),
                          end * (cylinder.halfLength - radius)},
                         radius});
    }
  }
}

std::vector<Sample> samplesOf(const Shape& shape) {
  std::vector<Sample> samples;
  if (const auto* box = std::get_if<SolidBox>(&shape)) {
    sampleBox(*box, samples);
  } else if (const auto* cylinder = std::get_if<SolidCylinder>(&shape)) {
    sampleCylinder(*cylinder, samples);
  } else if (const auto* ball = std::get_if<SolidSphere>(&shape)) {
    samples.push_back({Vec3::Zero(), ball->radius});
  } else if (const auto* hull = std::get_if<HullShape>(&shape)) {
    samples = hull->hull->corners;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    samples.push_back({-capsule->halfLength * Vec3::UnitZ(), capsule->radius});
    samples.push_back({capsule->halfLength * Vec3::UnitZ(), capsule->radius});
  }
  return samples;
}

double extentOf(const Body& body) {
  double extent = 0.0;
  for (const ShapeInstance& shape : body.shapes) {
    extent = std::max(extent, shape.local.position.norm() + boundingRadius(shape.shape));
  }
  return extent;
}

/// Whether a sphere of radius `reach` about a point in the shape's frame may meet it: cheap, and never wrongly no.
bool mayMeet(const Shape& shape, const Vec3& p, double reach) {
  if (const auto* box = std::get_if<SolidBox>(&shape)) {
    return (p.cwiseAbs() - box->halfExtents).maxCoeff() <= reach;
  }
  return p.norm() <= boundingRadius(shape) + 2.0 * reach;
}

class TouchFinder {
 public:
  TouchFinder(const World& world, const std::vector<Body>& bodies, double margin, std::vector<BodyTouch>& touches)
      : world_(world), bodies_(bodies), margin_(margin), touches_(touches) {}

  /// The samples of body a against the shapes of body b.
  void find(std::uint32_t a, std::uint32_t b) {
    const double speed =
        (bodies_[a].velocity - bodies_[b].velocity).norm() + bodies_[a].angularVelocity.norm() * extentOf(bodies_[a]);
    const double slack = margin_ * speed;
    const double reach = extentOf(bodies_[a]) + extentOf(bodies_[b]) + slack;
    if ((bodies_[a].pose.position - bodies_[b].pose.position).squaredNorm() > reach * reach) {
      return;
    }
    for (std::size_t s = 0; s < bodies_[a].shapes.size(); ++s) {
      const ShapeInstance& shape = bodies_[a].shapes[s];
      const Pose pose = bodies_[a].pose * shape.local;
      findNear(shape.shape, pose, slack, b);
      if (near_.empty()) {
        continue;
      }
      const std::vector<Sample> samples = samplesOf(shape.shape);
      for (std::uint32_t i = 0; i < samples.size(); ++i) {
        // Looking farther than a corner is round would only find what the next substep finds too.
        touch(a, s, i, {pose.toWorld(samples[i].centre), samples[i].radius}, std::min(slack, samples[i].radius), b);
      }
    }
  }

 private:
  /// Finds the shapes of a body that a shape may touch: most parts of a machine are far from each other.
  void findNear(const Shape& shape, const Pose& at, double slack, std::uint32_t body) {
    near_.clear();
    for (std::size_t s = 0; s < bodies_[body].shapes.size(); ++s) {
      const ShapeInstance& other = bodies_[body].shapes[s];
      const Pose pose = bodies_[body].pose * other.local;
      if (mayMeet(other.shape, pose.toLocal(at.position), boundingRadius(shape) + slack) &&
          mayMeet(shape, at.toLocal(pose.position), boundingRadius(other.shape) + slack)) {
        near_.push_back(s);
      }
    }
  }

  void touch(std::uint32_t a, std::size_t shapeA, std::uint32_t at, const Sample& sample, double slack,
             std::uint32_t b) {
    for (const std::size_t s : near_) {
      const ShapeInstance& shape = bodies_[b].shapes[s];
      const Pose pose = bodies_[b].pose * shape.local;
      if ((sample.centre - pose.position).norm() > boundingRadius(shape.shape) + 2.0 * (sample.radius + slack)) {
        continue;
      }
      SurfaceTouches found;
      touchShape(shape.shape, pose.toLocal(sample.centre), sample.radius, found, slack, {.isInFront = true});
      for (int i = 0; i < found.count; ++i) {
        const SurfaceTouch& one = found.list[static_cast<std::size_t>(i)];
        BodyTouch& made = touches_.emplace_back();
        made.key = {partKey(a, shapeA, at), partKey(b, s, one.feature)};
        made.a = a;
        made.b = b;
        made.normal = pose.orientation * one.normal;
        made.gap = one.gap;
        made.point = sample.centre + (sample.radius + 0.5 * one.gap) * made.normal;
        made.radius = sample.radius;
        made.diameter = 2.0 * boundingRadius(bodies_[a].shapes[shapeA].shape);
        made.law = world_.materials.pairIndex(bodies_[a].shapes[shapeA].material,
                                              one.isCap ? shape.capMaterial : shape.material);
      }
    }
  }

  const World& world_;
  const std::vector<Body>& bodies_;
  double margin_;
  std::vector<BodyTouch>& touches_;
  std::vector<std::size_t> near_;  ///< shapes of the other body that the present one may touch
};

bool areJoined(const World& world, std::uint32_t a, std::uint32_t b) {
  return std::any_of(world.joints.begin(), world.joints.end(), [&](const Joint& joint) {
    return (joint.a == a && joint.b == b) || (joint.a == b && joint.b == a);
  });
}

/// A row that measures the speed of b against a at a point along t.
MachineRow pointRow(const BodyTouch& touch, const std::vector<BodySide>& sides, const Vec3& t) {
  const BodySide& a = sides[touch.a];
  const BodySide& b = sides[touch.b];
  MachineRow row;
  row.a = a.dynamic;
  row.b = b.dynamic;
  row.ja << -t, -(touch.point - a.centre).cross(t);
  row.jb << t, (touch.point - b.centre).cross(t);
  if (a.dynamic < 0) {
    row.drift -= t.dot(a.velocity + a.angularVelocity.cross(touch.point - a.centre));
  }
  if (b.dynamic < 0) {
    row.drift += t.dot(b.velocity + b.angularVelocity.cross(touch.point - b.centre));
  }
  return row;
}

Vec3 pointVelocity(const BodySide& side, const Vec3& point) {
  return side.velocity + side.angularVelocity.cross(point - side.centre);
}

/// The normal row of the contact law (METHOD.md 11.5); an open one closes at most its gap.
void setNormal(const World& world, const BodyTouch& touch, double speed, double dt, MachineRow& row) {
  const PairLaw& law = world.materials.pairs[touch.law];
  row.lower = 0.0;
  if (touch.gap >= 0.0) {
    row.target = -touch.gap / dt;
    return;
  }
  const ContactSpring spring = springOf(law, touch.radius);
  const SpookNormal normal = spookNormal(dt, spring.stiffness, spring.rowExponent(), law.dampingTime,
                                         world.parameters.stabilisationSteps, -touch.gap, speed);
  row.target = normal.target;
  row.compliance = normal.compliance;
  if (speed < -impactSpeedAt(world.parameters, touch.diameter)) {
    row.target = std::max(row.target, -law.restitution * speed);
    row.compliance = 0.0;
  }
}

/// 1/m_a + 1/m_b of what forces move [1/kg].
double lightnessOf(const World& world, const BodyTouch& touch) {
  double sum = 0.0;
  for (const std::uint32_t body : {touch.a, touch.b}) {
    sum += world.bodies[body].isDynamic() ? 1.0 / world.bodies[body].mass.mass : 0.0;
  }
  return sum;
}

}  // namespace

void findBodyTouches(const World& world, const std::vector<Body>& bodies, double margin,
                     std::vector<BodyTouch>& touches) {
  TouchFinder finder(world, bodies, margin, touches);
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      if (a != b && !bodies[a].shapes.empty() && (bodies[a].isDynamic() || bodies[b].isDynamic()) &&
          !areJoined(world, a, b)) {
        finder.find(a, b);
      }
    }
  }
  std::sort(touches.begin(), touches.end(), [](const BodyTouch& x, const BodyTouch& y) { return x.key < y.key; });
}

double elasticEnergyOfTouches(const World& world) {
  std::vector<BodyTouch> touches;
  if (hasDynamicBodies(world)) {
    findBodyTouches(world, world.bodies, 0.0, touches);
  }
  double energy = 0.0;
  for (const BodyTouch& touch : touches) {
    energy += springOf(world.materials.pairs[touch.law], touch.radius).energy(std::max(0.0, -touch.gap));
  }
  return energy;
}

void appendTouchRows(const World& world, const std::vector<BodyTouch>& touches, const std::vector<BodySide>& sides,
                     double dt, std::vector<MachineRow>& rows) {
  for (const BodyTouch& touch : touches) {
    const Vec3& n = touch.normal;
    const Vec3 t = n.unitOrthogonal();
    const Vec3 axes[3] = {n, t, n.cross(t)};
    const auto last =
        std::lower_bound(world.bodyContacts.begin(), world.bodyContacts.end(), touch.key,
                         [](const BodyContact& contact, const BodyContactKey& key) { return contact.key < key; });
    const bool known = last != world.bodyContacts.end() && last->key == touch.key;
    const auto normalRow = static_cast<int>(rows.size());
    for (int i = 0; i < 3; ++i) {
      MachineRow row = pointRow(touch, sides, axes[i]);
      row.lambda = known ? axes[i].dot(last->impulse) : 0.0;
      if (i == 0) {
        const double speed =
            n.dot(pointVelocity(sides[touch.b], touch.point) - pointVelocity(sides[touch.a], touch.point));
        setNormal(world, touch, speed, dt, row);
        row.lambda = std::max(0.0, row.lambda);
      } else {
        row.normal = normalRow;
        row.friction = world.materials.pairs[touch.law].friction;
        row.compliance = world.parameters.regularisation > 0.0
                             ? world.parameters.regularisation / dt
                             : multibody::kFrictionSoftness * lightnessOf(world, touch);
      }
      rows.push_back(row);
    }
  }
}

}  // namespace scree
