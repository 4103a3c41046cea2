// Places far from the origin of the coordinates, as on a mine's grid.
#include "engine/snapshot/drawing_origin.h"

#include <gtest/gtest.h>

#include "engine/session/session.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

const Vec3 kMine(431'250.0, 5'712'500.0, -320.0);  // m

/// Grains over and in an open box.
World binWorld(const Vec3& at) {
  World world = testing::emptyWorld();
  testing::addOpenBox(world, 0.2, 0.3);
  testing::addLattice(world, 5, 5, 4, 0.01, 0.013, 3);
  for (Vec3& place : world.particles.position) {
    place += at;
  }
  for (Body& body : world.bodies) {
    body.pose.position += at;
  }
  world.parameters.bounds = {at - Vec3::Ones(), at + Vec3::Ones()};
  return world;
}

std::shared_ptr<const Snapshot> ran(Session& session, std::uint64_t steps) {
  session.request({.contacts = true, .trails = TrailRequest::free});
  session.post(StepOnce{static_cast<int>(steps)});
  while (session.world().step < steps) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

TEST(DrawingOrigin, IsZeroWhereSinglePrecisionIsEnough) {
  EXPECT_TRUE(drawingOrigin(World()).isZero(0.0));
  EXPECT_TRUE(drawingOrigin(binWorld(Vec3::Zero())).isZero(0.0));
  EXPECT_TRUE(drawingOrigin(binWorld({3.0, -2.0, 1.0})).isZero(0.0));
}

/// It depends on sizes by ratios alone: a thousandth of the sizes a thousandth as far away is shifted as well.
TEST(DrawingOrigin, IsNearTheMiddleOfAWorldThatIsFarAway) {
  for (const double scale : {1.0, 1e-3, 1e3}) {
    World world = testing::emptyWorld();
    for (const Vec3& place : {Vec3(431'250.1, 12.0, 0.3), Vec3(431'250.4, 12.1, 0.2), Vec3(431'249.9, 11.9, 0.1)}) {
      testing::addSphere(world, scale * place, scale * 0.01);
    }
    const Vec3 origin = drawingOrigin(world) / scale;
    EXPECT_LT((origin - Vec3(431'250.1, 12.0, 0.2)).norm(), 1.0) << scale;
  }
  World bodies = binWorld(kMine);
  bodies.particles = Particles();
  EXPECT_LT((drawingOrigin(bodies) - kMine).norm(), 1.0) << "of bodies alone";
}

/// A run on a mine's grid shows what the same run near the origin shows, within a tenth of a millimetre: places in
/// double precision have steps of 1e-9 m there, which some twenty contacts a grain and half a second do not make much
/// larger.
TEST(DrawingOrigin, PlacesOnAMinesGridAreRightToATenthOfAMillimetre) {
  Session near(binWorld(Vec3::Zero()), false);
  Session far(binWorld(kMine), false);
  const auto here = ran(near, 100);
  const auto there = ran(far, 100);
  ASSERT_EQ(here->particles(), there->particles());
  EXPECT_LT((there->scene.origin - kMine).norm(), 1.0);
  EXPECT_GT(here->solver.contacts, 100U);
  double worst = 0.0;
  for (std::size_t i = 0; i < here->particles(); ++i) {
    worst = std::max(worst, (there->placeOf(i) - kMine - here->placeOf(i)).norm());
    EXPECT_LT((there->placeOf(i) - far.world().particles.position[i]).norm(), 1e-6);
  }
  EXPECT_LT(worst, 1e-4);
  EXPECT_GT(worst, 0.0) << "the runs are not one";
  const Vec3 shift = there->scene.origin - kMine;
  ASSERT_EQ(here->onRequest.trails.size(), there->onRequest.trails.size());
  for (std::size_t t = 0; t < here->onRequest.trails.size(); ++t) {
    const Vec3 a = here->onRequest.trails[t].points.back().head<3>().cast<double>();
    const Vec3 b = there->onRequest.trails[t].points.back().head<3>().cast<double>();
    EXPECT_LT((b + shift - a).norm(), 1e-4);
  }
  ASSERT_FALSE(there->onRequest.forceContacts.empty());
  for (const ForceContact& contact : there->onRequest.forceContacts) {
    const Vec3 point = there->scene.origin + contact.point.cast<double>();
    EXPECT_LT((point - placeOf(far.world(), contact)).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace scree
