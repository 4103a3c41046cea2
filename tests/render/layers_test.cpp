#include "app/render/geometry/layers.h"
#include "app/render/geometry/scene_fit.h"

#include <numbers>
#include <numeric>

#include "app/render/geometry/body_ray.h"
#include "app/render/geometry/clip_region.h"
#include "tests/render/offscreen.h"

// Force chains, arrows and the clip: what is drawn, and what is not.
namespace scree {
namespace {

constexpr int kWidth = 320;
constexpr int kHeight = 240;

/// Grains in a row along x, each pressed on the next with 1, 2, 3 ... N; every other contact is a kept one.
std::shared_ptr<Snapshot> pressedRow(std::uint32_t contacts) {
  auto snapshot = std::make_shared<Snapshot>();
  for (std::uint32_t i = 0; i <= contacts; ++i) {
    addSphere(*snapshot, {0.2f * static_cast<float>(i), 0.0f, 0.0f}, 0.1f);
  }
  for (std::uint32_t i = 0; i < contacts; ++i) {
    ForceContact contact;
    contact.a = i;
    contact.b = i + 1;
    contact.point = {0.2f * static_cast<float>(i) + 0.1f, 0.0f, 0.0f};
    contact.normal = Eigen::Vector3f::UnitX();
    contact.force = static_cast<float>(i + 1);
    contact.kept = i % 2 == 1;
    snapshot->onRequest.forceContacts.push_back(contact);
  }
  return snapshot;
}

LayerOptions chains(float percentile) {
  LayerOptions options;
  options.chains = true;
  options.chainPercentile = percentile;
  return options;
}

TEST(Layers, ChainsAreThoseOverThePercentile) {
  const auto snapshot = pressedRow(101);
  for (const auto& [percentile, expected] : {std::pair{0.0f, 101U}, {50.0f, 51U}, {90.0f, 11U}, {100.0f, 1U}}) {
    const LayerPicture picture = makeLayers(*snapshot, chains(percentile), {});
    EXPECT_EQ(picture.statistics.contacts, 101U);
    EXPECT_EQ(picture.statistics.chains, expected) << percentile;
    EXPECT_EQ(picture.capsules.size(), expected);
    EXPECT_FLOAT_EQ(picture.statistics.threshold, static_cast<float>(102 - expected));
    EXPECT_FALSE(picture.statistics.capped);
  }
}

TEST(Layers, ChainsInsideAggregatesCanBeLeftOut) {
  const auto snapshot = pressedRow(100);
  LayerOptions options = chains(0.0f);
  options.keptChains = false;
  const LayerPicture picture = makeLayers(*snapshot, options, {});
  EXPECT_EQ(picture.statistics.contacts, 50U);
  EXPECT_EQ(picture.statistics.chains, 50U);
}

TEST(Layers, ChainsGoFromCentreToCentreAndGrowWithTheForce) {
  const auto snapshot = pressedRow(100);
  const LayerPicture picture = makeLayers(*snapshot, chains(0.0f), {});
  for (std::size_t i = 0; i < picture.capsules.size(); ++i) {
    const Bar& bar = picture.capsules[i];
    EXPECT_EQ(bar.from.head<3>(), snapshot->grains.positionRadius[i].head<3>());
    EXPECT_EQ(bar.to.head<3>(), snapshot->grains.positionRadius[i + 1].head<3>());
    EXPECT_LT(bar.from.w(), 0.1f) << "thinner than the grains";
    if (i > 0) {
      EXPECT_GE(bar.from.w(), picture.capsules[i - 1].from.w());
    }
  }
  EXPECT_GT(picture.capsules[90].from.w(), 3.0f * picture.capsules[5].from.w());
  EXPECT_NE(picture.capsules[90].colour, picture.capsules[5].colour);
  EXPECT_NEAR(picture.statistics.fullForce, 100.0f, 1.5f);
}

TEST(Layers, OfTooManyTheStrongestAreDrawn) {
  const auto count = static_cast<std::uint32_t>(kMostChains) + 500;
  const LayerPicture picture = makeLayers(*pressedRow(count), chains(0.0f), {});
  EXPECT_TRUE(picture.statistics.capped);
  ASSERT_EQ(picture.capsules.size(), kMostChains);
  EXPECT_FLOAT_EQ(picture.capsules.front().from.x(), 0.2f * 500.0f);
}

TEST(Layers, AContactWithABodyEndsAtItsSurface) {
  auto snapshot = pressedRow(0);
  ForceContact contact;
  contact.point = {0.0f, 0.0f, -0.1f};
  contact.normal = -Eigen::Vector3f::UnitZ();
  contact.body = 0;
  contact.force = 3.0f;
  snapshot->onRequest.forceContacts.push_back(contact);
  const LayerPicture picture = makeLayers(*snapshot, chains(50.0f), {});
  ASSERT_EQ(picture.capsules.size(), 1U);
  EXPECT_EQ(picture.capsules[0].to.head<3>(), contact.point);
}

TEST(Layers, ArrowsPointAlongTheVelocity) {
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, Eigen::Vector3f::Zero(), 0.1f, 2.0f);
  addSphere(*snapshot, Eigen::Vector3f(1, 0, 0), 0.1f, 0.0f);
  LayerOptions options;
  options.velocities = true;
  const LayerPicture picture = makeLayers(*snapshot, options, {});
  EXPECT_EQ(picture.statistics.arrows, 1U) << "what rests has none";
  ASSERT_EQ(picture.capsules.size(), 2U) << "a shaft and a head";
  const Eigen::Vector3f tip = picture.capsules[1].to.head<3>();
  EXPECT_GT(tip.dot(snapshot->grains.velocity[0].normalized()), 0.99f * tip.norm());
  EXPECT_NEAR(tip.norm(), 3.0f * 0.2f, 1e-4f) << "three diameters";
  EXPECT_EQ(picture.capsules[1].to.w(), 0.0f);
}

TEST(Layers, ReactionsAreInPartsOfTheWeight) {
  auto snapshot = pressedRow(0);
  std::vector<float> masses(snapshot->particles(), 1.0f);
  masses[0] = 2.0f;
  snapshot->grains.mass.follow(masses);
  snapshot->grains.totalMass = std::accumulate(masses.begin(), masses.end(), 0.0);
  snapshot->scene.parameters.gravity = Vec3(0, 0, -10);
  SnapshotBody body;
  body.drives.emplace_back();
  body.pose.position = Vec3(0, 0, 0.05);
  body.reaction.force = Vec3(0, 0, -20.0);
  snapshot->scene.bodies.push_back(body);
  LayerOptions options;
  options.reactions = true;
  const LayerPicture picture = makeLayers(*snapshot, options, {});
  ASSERT_EQ(picture.capsules.size(), 2U);
  const Eigen::Vector3f way = (picture.capsules[1].to - picture.capsules[0].from).head<3>();
  EXPECT_NEAR(way.z(), -boundingSphere(*snapshot).radius, 1e-5f) << "the whole weight";
  snapshot->scene.bodies[0].drives.clear();
  EXPECT_TRUE(makeLayers(*snapshot, options, {}).capsules.empty()) << "walls at rest have none";
}

/// A box on a cylinder to the world and on a hinge.
std::shared_ptr<Snapshot> mechanism() {
  auto snapshot = std::make_shared<Snapshot>();
  SnapshotBody body;
  body.pose.position = Vec3(0, 0, 1);
  body.mass = 3.0;
  body.shapes = std::make_shared<const std::vector<ShapeInstance>>(
      std::vector<ShapeInstance>{{.shape = SolidBox{.halfExtents = Vec3(0.2, 0.1, 0.1)}}});
  snapshot->scene.bodies.push_back(body);
  Joint cylinder;
  cylinder.kind = JointKind::actuator;
  cylinder.b = 0;
  cylinder.frameB.position = Vec3(0.2, 0, 0);
  Joint hinge;
  hinge.kind = JointKind::hinge;
  hinge.b = 0;
  hinge.frameA.position = Vec3(0, 0, 1);
  snapshot->scene.joints = {cylinder, hinge};
  return snapshot;
}

TEST(Layers, JointsAreBarsWhereTheyHold) {
  const auto snapshot = mechanism();
  LayerOptions options;
  const LayerPicture picture = makeLayers(*snapshot, options, {});
  ASSERT_EQ(picture.capsules.size(), 3U) << "a barrel, its rod, an axis";
  EXPECT_LT((picture.capsules[1].from.head<3>() - Eigen::Vector3f::Zero()).norm(), 1e-6f);
  EXPECT_LT((picture.capsules[1].to.head<3>() - Eigen::Vector3f(0.2f, 0, 1)).norm(), 1e-6f);
  EXPECT_GT(picture.capsules[0].from.w(), picture.capsules[1].from.w());
  const Eigen::Vector3f axis = (picture.capsules[2].to - picture.capsules[2].from).head<3>();
  EXPECT_GT(axis.z(), 0.9f * axis.norm());
  options.markedJoint = 1;
  const LayerPicture marked = makeLayers(*snapshot, options, {});
  EXPECT_NE(marked.capsules[2].colour, picture.capsules[2].colour);
  EXPECT_EQ(marked.capsules[0].colour, picture.capsules[0].colour);
  options.joints = false;
  EXPECT_TRUE(makeLayers(*snapshot, options, {}).capsules.empty());
}

TEST(BodyAt, FindsTheFirstWantedBodyAlongTheRay) {
  const auto snapshot = mechanism();
  snapshot->scene.bodies.push_back(snapshot->scene.bodies[0]);
  snapshot->scene.bodies[1].pose = {Vec3(0, 0, 2), Quat(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()))};
  const auto all = [](std::uint32_t, const Vec3&) { return true; };
  const auto hit = bodyAt(*snapshot, Vec3(0.15, 0, 5), -Vec3::UnitZ(), all);
  ASSERT_TRUE(hit.has_value());
  EXPECT_EQ(hit->body, 0U) << "the upper one is turned away";
  EXPECT_NEAR(hit->distance, 3.9, 1e-6);
  EXPECT_FALSE(hit->isContainer);
  EXPECT_EQ(bodyAt(*snapshot, Vec3(0, 0.15, 5), -Vec3::UnitZ(), all)->body, 1U);
  EXPECT_FALSE(bodyAt(*snapshot, Vec3(0.15, 0, 5), Vec3::UnitZ(), all).has_value()) << "not behind the eye";
  const auto low = [](std::uint32_t, const Vec3& at) { return at.z() < 1.5; };
  EXPECT_EQ(bodyAt(*snapshot, Vec3(0, 0, 5), -Vec3::UnitZ(), low)->body, 0U);
}

ClipOptions planeAt(double x) {
  ClipOptions clip;
  clip.on = true;
  clip.position = Vec3(x, 0, 0);  // the normal is +x
  return clip;
}

TEST(Clip, PlaneSlabAndBoxKeepWhatTheySay) {
  ClipOptions clip = planeAt(0.5);
  EXPECT_FALSE(isCut(clip, Vec3(0.49, 7, -9)));
  EXPECT_TRUE(isCut(clip, Vec3(0.51, 7, -9)));
  clip.inverted = true;
  EXPECT_TRUE(isCut(clip, Vec3(0.49, 7, -9)));
  clip.inverted = false;
  clip.elevation = 0.5 * std::numbers::pi;  // up
  clip.position = Vec3(0, 0, 0.5);
  EXPECT_FALSE(isCut(clip, Vec3(9, 9, 0.49)));
  EXPECT_TRUE(isCut(clip, Vec3(9, 9, 0.51)));
  clip.shape = ClipShape::slab;
  clip.halfThickness = 0.1;
  EXPECT_FALSE(isCut(clip, Vec3(9, 9, 0.59)));
  EXPECT_TRUE(isCut(clip, Vec3(0, 0, 0.39)));
  clip.shape = ClipShape::box;
  clip.halfExtents = Vec3(0.1, 0.2, 0.3);
  clip.elevation = 0.0;  // its z along x, its x down
  EXPECT_FALSE(isCut(clip, Vec3(0.29, 0.19, 0.59)));
  EXPECT_TRUE(isCut(clip, Vec3(0.31, 0, 0.5)));
  EXPECT_TRUE(isCut(clip, Vec3(0, 0, 0.61)));
  clip.on = false;
  EXPECT_FALSE(isCut(clip, Vec3(5, 5, 5)));
}

TEST(Clip, ChainsBeyondItAreGoneButThePercentileStays) {
  const auto snapshot = pressedRow(100);
  const LayerPicture all = makeLayers(*snapshot, chains(50.0f), {});
  const LayerPicture half = makeLayers(*snapshot, chains(50.0f), planeAt(0.2 * 75.0));
  EXPECT_EQ(half.statistics.threshold, all.statistics.threshold);
  EXPECT_EQ(half.statistics.chains, 25U);
  for (const Bar& bar : half.capsules) {
    EXPECT_LT(bar.from.x(), 15.0f);
  }
}

class BothQualities : public testing::TestWithParam<SphereQuality> {};
INSTANTIATE_TEST_SUITE_P(Clip, BothQualities, testing::Values(SphereQuality::full, SphereQuality::fast),
                         [](const auto& test) { return test.param == SphereQuality::full ? "full" : "fast"; });

int differingPixels(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      count += (lightAt(a, x, y) - lightAt(b, x, y)).cwiseAbs().maxCoeff() > 0.02f ? 1 : 0;
    }
  }
  return count;
}

TEST_P(BothQualities, CutGrainsAreNeitherSeenNorPickedUnlessTheyArePicked) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {-0.5f, 0.0f, 0.0f}, 0.3f);
  addSphere(*snapshot, {0.5f, 0.0f, 0.0f}, 0.3f);
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(4.0f);
  ViewOptions options = plain(GetParam());
  const QImage both = screen.draw(camera, options);
  const auto pickAt = [&](float x) {
    const float perMetre = static_cast<float>(kHeight) / (2.0f * 4.0f * std::tan(0.5f * camera.fieldOfView));
    return screen.renderer().pick(camera, kWidth / 2 + static_cast<int>(x * perMetre), kHeight / 2, kWidth, kHeight);
  };
  ASSERT_EQ(pickAt(-0.5f), 0U);
  ASSERT_EQ(pickAt(0.5f), 1U);
  options.clip = planeAt(0.0);
  const QImage cut = screen.draw(camera, options);
  keepPicture(cut, GetParam() == SphereQuality::full ? "clip_full" : "clip_fast");
  EXPECT_GT(differingPixels(both, cut), 500);
  EXPECT_EQ(pickAt(-0.5f), 0U);
  EXPECT_FALSE(pickAt(0.5f).has_value());
  // The picked one is shown wherever it is.
  options.selected = 1;
  const QImage picked = screen.draw(camera, options);
  const QColor middle =
      picked.pixelColor(kWidth / 2 + static_cast<int>(0.5 * kHeight / (8.0 * std::tan(0.35))), kHeight / 2);
  EXPECT_NE(middle, cut.pixelColor(kWidth / 2 + static_cast<int>(0.5 * kHeight / (8.0 * std::tan(0.35))), kHeight / 2));
  options.selected.reset();
  options.clip.on = false;
  EXPECT_EQ(differingPixels(screen.draw(camera, options), both), 0);
  EXPECT_EQ(pickAt(0.5f), 1U);
}

TEST(Clip, BodiesAreCutUnlessTheyAreNotTo) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {-0.5f, 0.0f, 0.0f}, 0.1f);
  SnapshotBody body;
  ShapeInstance wall;
  wall.shape = SolidBox{Vec3(0.2, 0.2, 0.2)};
  wall.local.position = Vec3(0.6, 0, 0);
  body.shapes = std::make_shared<const std::vector<ShapeInstance>>(1, wall);
  snapshot->scene.bodies.push_back(body);
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(4.0f);
  ViewOptions options = plain(SphereQuality::full);
  options.showBodies = false;
  options.clip = planeAt(0.0);
  const QImage none = screen.draw(camera, options);
  options.showBodies = true;
  EXPECT_EQ(differingPixels(screen.draw(camera, options), none), 0) << "edges and walls are gone";
  options.clip.bodies = false;
  EXPECT_GT(differingPixels(screen.draw(camera, options), none), 200);
}

TEST(Layers, ChainsAreSeenBetweenShrunkGrains) {
  Offscreen screen(kWidth, kHeight);
  auto snapshot = pressedRow(8);
  for (Eigen::Vector4f& grain : snapshot->grains.positionRadius) {
    grain.x() -= 0.8f;
  }
  screen.renderer().upload(snapshot);
  const Camera camera = frontCamera(3.0f);
  for (const SphereQuality quality : {SphereQuality::full, SphereQuality::fast}) {
    ViewOptions options = plain(quality);
    options.layers = chains(0.0f);
    options.layers.grainSize = 0.4f;
    const QImage with = screen.draw(camera, options);
    keepPicture(with, quality == SphereQuality::full ? "chains_full" : "chains_fast");
    EXPECT_EQ(screen.renderer().layerStatistics().chains, 8U);
    auto without = std::make_shared<Snapshot>(*snapshot);
    without->onRequest.forceContacts.clear();
    screen.renderer().upload(without);
    EXPECT_GT(differingPixels(with, screen.draw(camera, options)), 200);
    screen.renderer().upload(snapshot);
    options.layers.chains = false;
    EXPECT_GT(differingPixels(with, screen.draw(camera, options)), 2000) << "grains have their size again";
  }
}

/// Necks go from centre to centre: wider for a stronger pull, thin in the middle where the surfaces are apart.
TEST(Layers, BridgesTellPullAndGap) {
  Snapshot snapshot;
  for (int i = 0; i < 4; ++i) {
    addSphere(snapshot, {0.25f * static_cast<float>(i), 0.0f, 0.0f}, 0.1f);
  }
  const auto bridge = [&](std::uint32_t a, float pull, float gap) {
    SnapshotBridge one{.a = a, .b = a + 1, .pull = pull, .volume = 1e-9f, .gap = gap};
    one.from = snapshot.grains.positionRadius[a].head<3>() + 0.1f * Eigen::Vector3f::UnitX();
    one.to = snapshot.grains.positionRadius[a + 1].head<3>() - 0.1f * Eigen::Vector3f::UnitX();
    snapshot.onRequest.matter.bridges.push_back(one);
  };
  bridge(0, 1.0f, 0.0f);
  bridge(1, 2.0f, 0.0f);
  bridge(2, 2.0f, 0.05f);
  LayerOptions options;
  EXPECT_TRUE(makeLayers(snapshot, options, {}).capsules.empty());
  EXPECT_FALSE(requestFor(ColourBy::speed, options).matter.bridges);
  options.bridges = true;
  EXPECT_TRUE(requestFor(ColourBy::speed, options).matter.bridges);
  EXPECT_LT(options.drawnGrainSize(), 1.0f) << "grains would hide them";
  const LayerPicture picture = makeLayers(snapshot, options, {});
  ASSERT_EQ(picture.capsules.size(), 6U) << "two halves each";
  EXPECT_EQ(picture.statistics.bridges, 3U);
  EXPECT_FLOAT_EQ(picture.statistics.fullPull, 2.0f);
  EXPECT_FLOAT_EQ(picture.capsules[0].from.x(), 0.0f);
  EXPECT_FLOAT_EQ(picture.capsules[1].to.x(), 0.25f);
  EXPECT_LT(picture.capsules[0].from.w(), picture.capsules[2].from.w()) << "half the pull";
  EXPECT_NE(picture.capsules[0].colour, picture.capsules[2].colour);
  EXPECT_FLOAT_EQ(picture.capsules[2].from.w(), picture.capsules[4].from.w()) << "the same pull";
  EXPECT_LT(picture.capsules[4].to.w(), picture.capsules[2].to.w()) << "thinner where the surfaces are apart";
  ClipOptions clip;
  clip.on = true;
  clip.shape = ClipShape::plane;
  clip.position = Vec3(0.3, 0, 0);
  clip.azimuth = 0.0;
  EXPECT_EQ(makeLayers(snapshot, options, clip).capsules.size(), 2U) << "one of three is left";
}

TEST(ColourValue, OfMatter) {
  Snapshot snapshot;
  for (int i = 0; i < 2; ++i) {
    addSphere(snapshot, Eigen::Vector3f::Zero(), 0.1f, 1.0f);
  }
  for (const ColourBy by : {ColourBy::moisture, ColourBy::massGained, ColourBy::age}) {
    EXPECT_EQ(colourValue(snapshot, 1, by), 0.0f) << "not asked for yet";
    EXPECT_TRUE(requestFor(by, {}).matter.grains);
    EXPECT_EQ(infoOf(by).scale, ColourScale::range) << "with a legend";
  }
  snapshot.onRequest.matter.moisture = {0.0f, 0.08f};
  snapshot.onRequest.matter.gained = {0.0f, 2e-6f};
  snapshot.onRequest.matter.age = {0.0f, 7.5f};
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::moisture), 8.0f) << "in %";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::massGained), 2.0f) << "in mg";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::age), 7.5f);
}

TEST(ColourValue, OfWhatIsWishedFor) {
  SnapshotRequest plain;
  plain.bed.watch = BedWatch::whereTaken;  // the bed on a belt is drawn by itself where a sink takes what lands
  Snapshot snapshot;
  for (int i = 0; i < 2; ++i) {
    addSphere(snapshot, Eigen::Vector3f::Zero(), 0.1f, 1.0f);
  }
  for (const ColourBy by : {ColourBy::carriedSpeed, ColourBy::contactForce, ColourBy::splitDistance}) {
    EXPECT_EQ(colourValue(snapshot, 1, by), 0.0f) << "not asked for yet";
    EXPECT_FALSE(infoOf(by).unit.empty());
    EXPECT_EQ(infoOf(by).scale, ColourScale::range) << "with a legend";
    EXPECT_NE(requestFor(by, {}), plain);
  }
  snapshot.onRequest.carriedSpeed = {0.1f, 0.25f};
  snapshot.onRequest.contactForce = {1.0f, 3.5f};
  snapshot.onRequest.splitDistance = {1.0f, 0.4f};
  snapshot.reduction.role = {GrainRole::free, GrainRole::member};
  snapshot.reduction.sinceChange = {2.0f, 6.0f};
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::carriedSpeed), 0.25f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::contactForce), 3.5f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::splitDistance), 40.0f) << "in %";
  EXPECT_FLOAT_EQ(colourValue(snapshot, 1, ColourBy::sinceMerged), 6.0f);
  EXPECT_FLOAT_EQ(colourValue(snapshot, 0, ColourBy::sinceMerged), 0.0f) << "it is free";
  EXPECT_EQ(requestFor(ColourBy::speed, {}), plain) << "nothing more than every snapshot has";
  EXPECT_TRUE(requestFor(ColourBy::speed, chains(50.0f)).contacts);
}

}  // namespace
}  // namespace scree
