#include "engine/splitting/swept_overlaps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/base/base_constants.h"
#include "engine/collision/surface.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/surfaces.h"
#include "engine/splitting/split_regions.h"
#include "engine/splitting/splitting_constants.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

bool isEmpty(const Aggregate& aggregate) { return aggregate.members == 0; }

/// How something that moves rigidly moves: velocity of its origin, and angular.
struct RigidMotion {
  Vec3 origin;
  Vec3 velocity;
  Vec3 angularVelocity;
  Vec3 at(const Vec3& p) const { return velocity + angularVelocity.cross(p - origin); }
};
RigidMotion motionOf(const Body& body) { return {body.pose.position, body.velocity, body.angularVelocity}; }

/// An aggregate, or its image in a periodic box that lies `shift` [m] from it.
struct Seen {
  const Aggregate& of;
  Vec3 shift = Vec3::Zero();

  Pose pose() const { return {of.frame.pose.position + shift, of.frame.pose.orientation}; }
  Vec3 velocityAt(const Vec3& p) const { return of.velocityAt(p - shift); }
  RigidMotion motion() const { return {pose().position, of.frame.velocity, of.frame.angularVelocity}; }
  /// boundsIn() of a box somewhere.
  Bounds bounds(const Pose& box, const Vec3& extents) const {
    return boundsIn(of, {box.position - shift, box.orientation}, extents);
  }
};

/// True if two rigid motions differ by no more than `limit` [m/s] anywhere within `reach` [m] of a place: then the
/// members there need no look. A little less than the limit, for rounding.
bool areSlower(double limit, const RigidMotion& a, const RigidMotion& b, const Vec3& place, double reach) {
  const double most = (a.at(place) - b.at(place)).norm() + (a.angularVelocity - b.angularVelocity).norm() * reach;
  return most <= (1.0 - kFewRoundings) * limit;
}

/// The same anywhere in a box in the frame of `b`.
bool areSlowerIn(double limit, const RigidMotion& a, const Seen& b, const Bounds& box) {
  const Vec3 place = b.pose().toWorld(0.5 * (box.lower + box.upper));
  return areSlower(limit, a, b.motion(), place, 0.5 * (box.upper - box.lower).norm());
}

/// Intersection of two boxes; its lower corner is beyond its upper one where it is empty.
Bounds overlapOf(const Bounds& a, const Bounds& b) { return {a.lower.cwiseMax(b.lower), a.upper.cwiseMin(b.upper)}; }

bool isNothing(const Bounds& box) { return !(box.lower.array() <= box.upper.array()).all(); }

bool carries(std::uint32_t body, const Aggregate& aggregate) {
  return (aggregate.carrier == Carrier::body || aggregate.carrier == Carrier::belt) && aggregate.body == body;
}

/// Whether a body's contact with a member is to be solved however slowly they meet.
bool isAlwaysMet(const Body& body, const Aggregate& aggregate) { return body.isDynamic() || aggregate.floats(); }

/// True if an aggregate is compared with bodies at rest in this step: a floating one only after some way.
bool isDue(const Aggregate& aggregate) { return !aggregate.floats() || aggregate.floating.unseenWay == 0.0; }

class SweptOverlaps {
 public:
  explicit SweptOverlaps(const World& world)
      : world_(world), dt_(world.parameters.timeStep), limit_(stillSpeed(world)) {}

  /// Members that a shape of a body meets.
  void withShape(const PlacedShapes::Shape& shape, const Aggregate& aggregate) {
    if (!world_.periodic.isOn()) {
      withShapeHere(shape, {aggregate});
      return;
    }
    // Bodies have no images, and all members have one in the box.
    const double reach = 2.0 * aggregate.cells.largestRadius();
    world_.periodic.forImagesIn(world_.periodic.around(reach), boundsOf(aggregate), [&](const Vec3& shift) {
      withShapeHere(shape, {aggregate, shift});
    });
  }
  /// Members of two aggregates that meet, and of images of these.
  void between(const Aggregate& a, const Aggregate& b) {
    if (!world_.periodic.isOn()) {
      betweenHere({a}, {b});
      return;
    }
    const double way =
        dt_ * (a.frame.velocity - b.frame.velocity).norm() +
        dt_ * (a.frame.angularVelocity.norm() * a.bounds.extent + b.frame.angularVelocity.norm() * b.bounds.extent);
    const Vec3 margin = Vec3::Constant(2.0 * (a.cells.largestRadius() + b.cells.largestRadius()) + way);
    const Bounds around = boundsOf(a);
    world_.periodic.forImagesIn({around.lower - margin, around.upper + margin}, boundsOf(b), [&](const Vec3& shift) {
      if (&a != &b || !shift.isZero(0.0)) {
        betweenHere({a}, {b, shift});
      }
    });
  }

  /// The members found, in an order that does not depend on the order of the members.
  std::vector<Release> take() {
    std::sort(releases_.begin(), releases_.end(), [](const Release& x, const Release& y) {
      return std::tuple(x.slot, -x.measured, x.partner) < std::tuple(y.slot, -y.measured, y.partner);
    });
    return std::move(releases_);
  }

 private:
  void withShapeHere(const PlacedShapes::Shape& shape, const Seen& aggregate) {
    const Body& body = world_.bodies[shape.body];
    const Bounds own = boundingBox(body.shapes[shape.shape].shape);
    Pose middle = shape.pose;
    if (own.lower.allFinite()) {
      middle.position = shape.pose.toWorld(0.5 * (own.lower + own.upper));
    }
    const double speed = testShape(shape, aggregate, middle, own, 0.0);
    if (speed > world_.parameters.impactSpeed) {
      testShape(shape, aggregate, middle, own, stirredBy(own, speed));
    }
  }

  void betweenHere(const Seen& a, const Seen& b) {
    // Of one aggregate's own images only those that it turns against are met.
    const bool always = &a.of != &b.of && (isMovedByForces(world_, a.of) || isMovedByForces(world_, b.of));
    const Seen& few = a.of.members <= b.of.members ? a : b;
    const Seen& many = a.of.members <= b.of.members ? b : a;
    const Bounds& all = many.of.cells.bounds();
    Pose middle = many.pose();
    middle.position = many.pose().toWorld(0.5 * (all.upper + all.lower));
    const double radii = few.of.cells.largestRadius() + many.of.cells.largestRadius();
    const double size = (all.upper - all.lower).norm();
    const double most = (few.velocityAt(middle.position) - many.velocityAt(middle.position)).norm() +
                        size * (few.of.frame.angularVelocity - many.of.frame.angularVelocity).norm();
    const Vec3 half = 0.5 * (all.upper - all.lower) + Vec3::Constant(kTouch * radii + dt_ * most);
    const Bounds box = overlapOf(few.bounds(middle, half), few.of.cells.bounds());
    if (isNothing(box) || (!always && areSlowerIn(limit_, many.motion(), few, box))) {
      return;
    }
    few.of.cells.forBox(box.lower, box.upper, [&](const MemberCells::Entry& entry) {
      const Vec3 place = few.pose().toWorld(world_.reduction.members[entry.slot].local);
      const double speed = (few.velocityAt(place) - many.velocityAt(place)).norm();
      if (!always && speed <= limit_) {
        return;
      }
      const Vec3 local = many.pose().toLocal(place);
      const double own = kTouch * world_.particles.radius[entry.slot] + dt_ * speed;
      many.of.cells.forMeeting(local, own, kTouch, [&](std::uint32_t other) {
        // Cells also give some that are farther by rounding.
        const double reach = own + kTouch * world_.particles.radius[other];
        if ((world_.reduction.members[other].local - local).squaredNorm() <= reach * reach) {
          release(entry.slot, speed, world_.particles.id[other]);
          release(other, speed, world_.particles.id[entry.slot]);
        }
      });
    });
  }

  /// Releases the members that a shape meets in the step or comes within `beyond` [m] of; returns the largest speed of
  /// the members met [m/s].
  double testShape(const PlacedShapes::Shape& shape, const Seen& aggregate, const Pose& middle, const Bounds& own,
                   double beyond) {
    const Body& body = world_.bodies[shape.body];
    const double near = std::sqrt(3.0) * aggregate.of.cells.largestRadius() + beyond;
    const double reach = near + std::min(wayOf(body, aggregate), wayNear(body, aggregate, middle.position,
                                                                         0.5 * (own.upper - own.lower).norm() + near));
    const Bounds around = aggregate.bounds(middle, 0.5 * (own.upper - own.lower) + Vec3::Constant(reach));
    const Bounds box = overlapOf(around, aggregate.of.cells.bounds());
    if (isNothing(box) || (!isAlwaysMet(body, aggregate.of) && areSlowerIn(limit_, motionOf(body), aggregate, box))) {
      return 0.0;
    }
    double fastest = 0.0;
    aggregate.of.cells.forBox(box.lower, box.upper, [&](const MemberCells::Entry& entry) {
      fastest = std::max(fastest, testSurface(shape, body, aggregate, entry.slot, beyond));
    });
    return fastest;
  }

  /// How far from a shape that hits a bed grains give way at once [m]: members there would stop it as a wall does. What
  /// comes slowly, so that weight counts for more than inertia, is left to the front.
  double stirredBy(const Bounds& own, double speed) const {
    const Vec3 extents = own.upper - own.lower;
    if (!extents.allFinite()) {
      return 0.0;
    }
    // Of its three extents the two largest: what it may turn against the bed.
    const double size =
        std::sqrt(std::max({extents.x() * extents.y(), extents.y() * extents.z(), extents.z() * extents.x()}));
    return splitting::kStirs * std::min(size, speed * speed / unitGravity(world_.parameters));
  }

  /// As far as a body can come in a step towards any member.
  double wayOf(const Body& body, const Seen& aggregate) const {
    const Vec3 apart = aggregate.pose().position - body.pose.position;
    const AggregateFrame& frame = aggregate.of.frame;
    const double extent = aggregate.of.bounds.extent;
    return dt_ * ((body.velocity - frame.velocity).norm() + body.angularVelocity.norm() * (apart.norm() + extent) +
                  frame.angularVelocity.norm() * extent);
  }

  /// The same towards members that it comes to and that are within `reach` of a place. Far from where an aggregate's
  /// frame has come to, that is much less.
  double wayNear(const Body& body, const Seen& aggregate, const Vec3& place, double reach) const {
    const double speed = (body.velocityAt(place) - aggregate.velocityAt(place)).norm();
    const double turn = dt_ * (body.angularVelocity - aggregate.of.frame.angularVelocity).norm();
    // A member farther away is so by the way itself at most, and turns by that much more. Of a plane, which has no
    // middle, nothing is near: infinitely far away even what does not turn would be no number.
    return std::isfinite(reach) && turn < 1.0 ? (dt_ * speed + turn * reach) / (1.0 - turn)
                                              : std::numeric_limits<double>::infinity();
  }

  double testSurface(const PlacedShapes::Shape& shape, const Body& body, const Seen& aggregate, std::uint32_t slot,
                     double beyond) {
    const Vec3 place = aggregate.pose().toWorld(world_.reduction.members[slot].local);
    const double speed = (body.velocityAt(place) - aggregate.velocityAt(place)).norm();
    if (!isAlwaysMet(body, aggregate.of) && speed <= limit_) {
      return 0.0;
    }
    const double radius = world_.particles.radius[slot];
    touchShape(body.shapes[shape.shape].shape, shape.pose.toLocal(place), radius, touches_,
               kTouchGap * radius + dt_ * speed + beyond);
    if (touches_.count == 0 ||
        (!moves(body) && !aggregate.of.floats() && closingSpeed(shape, aggregate, place, radius) <= limit_)) {
      return 0.0;
    }
    release(slot, speed, ContactKey::boundary(world_.particles.id[slot], shape.body, shape.shape, 0).b);
    // A floating aggregate may slide along a wall without hitting it.
    return aggregate.of.floats() && !moves(body) ? closingSpeed(shape, aggregate, place, radius) : speed;
  }

  /// How fast a member is carried into a body at rest. Along one it may go: what carries it often ends there.
  double closingSpeed(const PlacedShapes::Shape& shape, const Seen& aggregate, const Vec3& place, double radius) const {
    double fastest = 0.0;
    for (int i = 0; i < touches_.count; ++i) {
      const Vec3 normal = shape.pose.orientation * touches_.list[static_cast<std::size_t>(i)].normal;
      fastest = std::max(fastest, aggregate.velocityAt(place + radius * normal).dot(normal));
    }
    return fastest;
  }

  void release(std::uint32_t slot, double speed, std::uint64_t partner) {
    releases_.push_back({.slot = slot,
                         .cause = SplitCause::body,
                         .what = Measured::speed,
                         .measured = speed,
                         .limit = limit_,
                         .partner = partner});
  }

  const World& world_;
  double dt_;
  double limit_;
  SurfaceTouches touches_;
  std::vector<Release> releases_;
};

}  // namespace

bool moves(const Body& body) {
  return body.isDynamic() || !body.velocity.isZero(0.0) || !body.angularVelocity.isZero(0.0);
}

double stillSpeed(const World& world) { return splitting::kStill * reductionLimits(world).front; }

std::vector<Release> sweptReleases(const World& world) {
  SweptOverlaps overlaps(world);
  const std::vector<Aggregate>& all = world.reduction.aggregates;
  if (std::any_of(world.bodies.begin(), world.bodies.end(), moves) || std::any_of(all.begin(), all.end(), isMoving)) {
    for (const PlacedShapes::Shape& shape : placeShapes(world.bodies).list) {
      for (const Aggregate& aggregate : all) {
        const bool isMet = moves(world.bodies[shape.body]) || (isMoving(aggregate) && isDue(aggregate));
        if (isMet && !isEmpty(aggregate) && !carries(shape.body, aggregate)) {
          overlaps.withShape(shape, aggregate);
        }
      }
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    // Carried members keep their places against their images; those of a floating aggregate do while it does not turn.
    const bool hasImages = world.periodic.isOn() && !all[i].frame.angularVelocity.isZero(0.0);
    for (std::size_t j = hasImages ? i : i + 1; j < all.size(); ++j) {
      if (!isEmpty(all[i]) && !isEmpty(all[j])) {
        overlaps.between(all[i], all[j]);
      }
    }
  }
  return overlaps.take();
}

bool wouldMeet(const World& world, std::uint32_t index, const Aggregate& aggregate, const Vec3& place,
               const Vec3& normal) {
  const Body& body = world.bodies[index];
  if (carries(index, aggregate)) {
    return false;
  }
  const Vec3 slip = body.velocityAt(place) - aggregate.velocityAt(place);
  const bool isSplit = moves(body) && (body.isDynamic() || slip.norm() > stillSpeed(world));
  return isSplit || -slip.dot(normal) > stillSpeed(world);
}

}  // namespace scree
