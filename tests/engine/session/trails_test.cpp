#include "engine/snapshot/trails.h"

#include <gtest/gtest.h>

#include "engine/session/session.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World twoFalling() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, 5.0));
  testing::addSphere(world, Vec3(1, 0, 6.0));
  return world;
}

std::shared_ptr<const Snapshot> stepped(Session& session, int count) {
  session.post(StepOnce{count});
  const std::uint64_t wanted = session.world().step + static_cast<std::uint64_t>(count);
  while (session.world().step < wanted) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

/// Free fall: every point of a trail lies where z = h - g t²/2 has it, to the order of the step.
TEST(Trails, LieWhereTheGrainsWere) {
  Session session(twoFalling(), false);
  session.request({.trails = TrailRequest::free});
  const auto shown = stepped(session, 60);
  ASSERT_EQ(shown->onRequest.trails.size(), 2U);
  const double dt = session.world().parameters.timeStep;
  for (const Trail& trail : shown->onRequest.trails) {
    const double height = trail.id == shown->grains.id[0] ? 5.0 : 6.0;
    EXPECT_GT(trail.points.size(), 10U);
    for (std::size_t i = 0; i < trail.points.size(); ++i) {
      const auto t = static_cast<double>(trail.points[i].w());
      EXPECT_NEAR(static_cast<double>(trail.points[i].z()), height - 0.5 * testing::kGravity * t * t,
                  testing::kGravity * t * dt + 1e-5);
      EXPECT_TRUE(i == 0 || trail.points[i].w() > trail.points[i - 1].w());
    }
    EXPECT_NEAR(static_cast<double>(trail.points.back().w()), shown->run.time, 1e-6) << "it ends at the grain";
  }
}

TEST(Trails, OfThePickedGrainOnlyAndNobodysWhenNotWished) {
  Session session(twoFalling(), false);
  const ParticleId second = session.world().particles.id[1];
  session.request({.trails = TrailRequest::picked, .particle = second});
  auto shown = stepped(session, 40);
  ASSERT_EQ(shown->onRequest.trails.size(), 1U);
  EXPECT_EQ(shown->onRequest.trails[0].id, second);
  session.request({});
  shown = stepped(session, 5);
  EXPECT_TRUE(shown->onRequest.trails.empty());
}

TEST(Trails, AreBoundedInTimeAndStartAfreshInThePast) {
  Session session(twoFalling(), false);
  session.request({.trails = TrailRequest::free});
  auto shown = stepped(session, 600);
  const Trail& trail = shown->onRequest.trails.front();
  // Places are noted once an interval, and old ones go when a new one comes.
  EXPECT_GE(static_cast<double>(trail.points.front().w()),
            shown->run.time - TrailLog::kSpan - TrailLog::kInterval - 1e-6);
  EXPECT_LE(trail.points.size(), static_cast<std::size_t>(TrailLog::kSpan / TrailLog::kInterval) + 2);
  session.post(SeekTo{10});
  while (session.world().step != 10) {
    session.advance();
  }
  shown = stepped(session, 30);
  for (const Trail& now : shown->onRequest.trails) {
    EXPECT_LE(static_cast<double>(now.points.back().w()), shown->run.time + 1e-6) << "nothing of the future";
  }
}

}  // namespace
}  // namespace scree
