// Coarse-grained fields against sums over the grains, closed forms and statics.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/analysis/fields/field_profile.h"
#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/settings/presets.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"
#include "tests/support/random_bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr std::size_t kNoLimit = 10'000'000;

/// Dense bed of grains that do not know of each other, with random velocities.
World movingCloud(std::size_t count) {
  World world = testing::emptyWorld();
  const testing::Cloud bed = testing::randomBed(count, testing::kDiameter, 10, true, 7);
  Random random(3);
  for (std::size_t i = 0; i < count; ++i) {
    testing::addSphere(world, bed.positions[i] + Vec3(3.0, -2.0, 0.5), 2.0 * bed.radii[i],
                       testing::randomShift(random, 1.0));
  }
  return world;
}

/// Contacts between neighbours in a list, with random forces: what coarse graining makes of them needs no mechanics.
std::vector<ForceContact> inventedContacts(const World& world) {
  Random random(5);
  std::vector<ForceContact> contacts;
  for (std::uint32_t i = 0; i + 1 < world.particles.size(); ++i) {
    const Vec3 way = world.particles.position[i + 1] - world.particles.position[i];
    if (way.norm() < 2.0 * testing::kDiameter) {
      contacts.emplace_back();
      contacts.back().a = i;
      contacts.back().b = i % 5 == 0 ? kNoParticle : i + 1;
      contacts.back().normal = way.normalized().cast<float>();
      contacts.back().force = static_cast<float>(1.0 + testing::randomShift(random, 0.5).x());
      contacts.back().friction = testing::randomShift(random, 0.3).cast<float>();
    }
  }
  return contacts;
}

FieldSums sumsOf(const World& world, std::span<const ForceContact> contacts, double width = kFieldWidth,
                 ThreadPool* threads = nullptr) {
  FieldSums sums;
  CoarseGrainer().grain(world, contacts, gridAround(world.particles, width * meanDiameter(world), kNoLimit), threads,
                        sums);
  return sums;
}

/// Sum of all nodes.
GrainSum totalOf(const FieldSums& sums) {
  GrainSum total;
  for (const GrainSum& sum : sums.grains) {
    total += sum;
  }
  return total;
}

TEST(Fields, SumsAreThoseOfTheGrains) {
  const World world = movingCloud(3000);
  const Particles& p = world.particles;
  for (const double width : {0.5, kFieldWidth, 4.0}) {
    const FieldSums sums = sumsOf(world, {}, width);
    EXPECT_EQ(sums.outside, 0U);
    const GrainSum total = totalOf(sums);
    double mass = 0.0;
    double volume = 0.0;
    double moved = 0.0;
    double energy = 0.0;
    Vec3 momentum = Vec3::Zero();
    Vec3 moment = Vec3::Zero();
    for (std::size_t i = 0; i < p.size(); ++i) {
      mass += p.mass[i];
      volume += sphereVolume(p.radius[i]);
      momentum += p.mass[i] * p.velocity[i];
      moved += p.mass[i] * p.velocity[i].norm();
      moment += p.mass[i] * p.position[i];
      energy += p.mass[i] * p.velocity[i].squaredNorm();
    }
    EXPECT_NEAR(total.mass, mass, 1e-12 * mass) << width;
    EXPECT_NEAR(total.volume, volume, 1e-12 * volume) << width;
    EXPECT_NEAR(total.count, 3000.0, 3e-9) << width;
    EXPECT_NEAR(total.transport[0] + total.transport[1] + total.transport[2], energy, 1e-12 * energy) << width;
    Vec3 atNodes = Vec3::Zero();
    for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
      const GrainSum& sum = sums.grains[node];
      atNodes += sum.mass * sums.grid.positionOf(node) + Vec3(sum.moment[0], sum.moment[1], sum.moment[2]);
      EXPECT_GE(sum.mass, 0.0);
    }
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(total.momentum[static_cast<std::size_t>(c)], momentum[c], 1e-12 * moved) << width;
      EXPECT_NEAR(atNodes[c], moment[c], 1e-12 * mass * p.position[0].norm()) << width;
    }
  }
}

TEST(Fields, WeightsKeepTheCentreOfMass) {
  // The sums of the weights times the nodes' places are the grain's place: the weight is no wider to one side.
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3(0.0123, -0.0451, 0.0077));
  const FieldSums sums = sumsOf(world, {});
  Vec3 place = Vec3::Zero();
  double spread = 0.0;
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    place += sums.grains[node].count * sums.grid.positionOf(node);
    spread += sums.grains[node].count * std::pow(sums.grid.positionOf(node).x() - 0.0123, 2);
  }
  EXPECT_LT((place - Vec3(0.0123, -0.0451, 0.0077)).norm(), 1e-14);
  EXPECT_NEAR(std::sqrt(spread) / sums.grid.spacing, 0.5, 1e-12) << "standard deviation of the quadratic B-spline";
}

TEST(Fields, UniformFlowHasItsOwnGradient) {
  World world = movingCloud(3000);
  Mat3 gradient;
  gradient << 0.3, 12.0, -1.0, 0.0, -0.2, 4.0, 2.0, 0.0, -0.5;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.velocity[i] = gradient * world.particles.position[i] + Vec3(5.0, 0.0, -1.0);
  }
  const Mat3 rate = 0.5 * (gradient + gradient.transpose());
  const double shear = std::sqrt(2.0) * (rate - rate.trace() / 3.0 * Mat3::Identity()).norm();
  const FieldSums sums = sumsOf(world, {});
  std::size_t known = 0;
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const NodeFields fields = fieldsAt(sums, node);
    if (std::isnan(fields.shearRate)) {
      continue;
    }
    ++known;
    EXPECT_NEAR(fields.strainRate[0], rate(0, 0), 1e-8);
    EXPECT_NEAR(fields.strainRate[1], rate(1, 1), 1e-8);
    EXPECT_NEAR(fields.strainRate[2], rate(2, 2), 1e-8);
    EXPECT_NEAR(fields.strainRate[3], rate(0, 1), 1e-8);
    EXPECT_NEAR(fields.strainRate[4], rate(1, 2), 1e-8);
    EXPECT_NEAR(fields.strainRate[5], rate(0, 2), 1e-8);
    EXPECT_NEAR(fields.shearRate, shear, 1e-8);
  }
  EXPECT_GT(known, 1000U) << "of " << sums.grid.nodes();
}

TEST(Fields, RigidTurningHasNoStrain) {
  World world = movingCloud(1000);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.velocity[i] = Vec3(1.0, -2.0, 3.0).cross(world.particles.position[i]);
  }
  const FieldSums sums = sumsOf(world, {});
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const NodeFields fields = fieldsAt(sums, node);
    EXPECT_TRUE(std::isnan(fields.shearRate) || fields.shearRate < 1e-9);
  }
}

TEST(Fields, StressOfAContactIsBranchTimesForce) {
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3(0.01, 0.02, 0.03));
  testing::addSphere(world, Vec3(0.018, 0.027, 0.037), 0.011);
  const Vec3 branch = world.particles.position[1] - world.particles.position[0];
  ForceContact contact;
  contact.b = 1;
  contact.normal = branch.normalized().cast<float>();
  contact.force = 2.5f;
  contact.friction = Eigen::Vector3f(0.1f, -0.4f, 0.3f);
  const Vec3 force = double{contact.force} * contact.normal.cast<double>() + contact.friction.cast<double>();
  for (const double width : {0.5, kFieldWidth, 3.0}) {
    const FieldSums sums = sumsOf(world, {&contact, 1}, width);
    Symmetric total{};
    for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
      const NodeFields fields = fieldsAt(sums, node);
      for (std::size_t c = 0; c < 6; ++c) {
        total[c] += fields.contactStress[c] * sums.grid.cell();
      }
    }
    const double scale = 1e-12 * force.norm() * branch.norm();
    EXPECT_NEAR(total[0], force.x() * branch.x(), scale) << width;
    EXPECT_NEAR(total[1], force.y() * branch.y(), scale) << width;
    EXPECT_NEAR(total[2], force.z() * branch.z(), scale) << width;
    EXPECT_NEAR(total[3], 0.5 * (force.x() * branch.y() + force.y() * branch.x()), scale) << width;
    EXPECT_NEAR(total[4], 0.5 * (force.y() * branch.z() + force.z() * branch.y()), scale) << width;
    EXPECT_NEAR(total[5], 0.5 * (force.x() * branch.z() + force.z() * branch.x()), scale) << width;
  }
}

TEST(Fields, OpposedStreamsHaveAKineticPressure) {
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3(0.01, 0.02, 0.03), testing::kDiameter, Vec3(2.0, 0.0, 0.0));
  testing::addSphere(world, Vec3(0.01, 0.02, 0.03), testing::kDiameter, Vec3(-2.0, 0.0, 0.0));
  const FieldSums sums = sumsOf(world, {});
  double along = 0.0;
  double pressure = 0.0;
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const NodeFields fields = fieldsAt(sums, node);
    along += fields.kineticStress[0] * sums.grid.cell();
    pressure += fields.pressure * sums.grid.cell();
  }
  const double expected = 2.0 * world.particles.mass[0] * 4.0;
  EXPECT_NEAR(along, expected, 1e-12 * expected);
  EXPECT_NEAR(pressure, expected / 3.0, 1e-12 * expected);
}

/// Share of a plane's weight that lies above it: one less the integral of the quadratic B-spline up to `t` spacings.
double shareAbove(double t) {
  if (t <= -1.5 || t >= 1.5) {
    return t < 0.0 ? 0.0 : 1.0;
  }
  const auto cube = [](double x) { return x * x * x / 6.0; };
  return t <= -0.5 ? cube(t + 1.5) : t <= 0.5 ? 0.5 + 0.75 * t - t * t * t / 3.0 : 1.0 - cube(1.5 - t);
}

TEST(Fields, AColumnAtRestBearsTheWeightAbove) {
  constexpr int kHigh = 8;
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::accurate);
  testing::addFloor(world);
  for (int i = 0; i < kHigh; ++i) {
    testing::addSphere(world, Vec3(0, 0, (1 + 2 * i) * testing::kRadius));
  }
  StepData data;
  testing::run(world, data, 3.0);
  placeMembers(world);
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  const FieldSums sums = sumsOf(world, contacts);
  const double weight = world.particles.mass[0] * testing::kGravity;
  std::vector<double> borne(static_cast<std::size_t>(sums.grid.size[2]), 0.0);
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    borne[static_cast<std::size_t>(sums.grid.placeOf(node)[2])] +=
        fieldsAt(sums, node).contactStress[2] * sums.grid.spacing * sums.grid.spacing;
  }
  double worst = 0.0;
  for (std::size_t k = 0; k < borne.size(); ++k) {
    const double height = sums.grid.spacing * (sums.grid.first[2] + static_cast<int>(k));
    if (height < 1.5 * sums.grid.spacing) {
      continue;  // the weight of the plane reaches the floor, which bears the rest
    }
    double above = 0.0;
    for (const Vec3& place : world.particles.position) {
      above += weight * shareAbove((place.z() - height) / sums.grid.spacing);
    }
    worst = std::max(worst, std::abs(borne[k] - above) / weight);
  }
  // Two points a branch vector leave 0.3 % of the largest load.
  EXPECT_LT(worst, 0.005 * kHigh) << "in weights of a grain";
  EXPECT_GT(*std::ranges::max_element(borne), 5.0 * weight);
}

TEST(Fields, InertialNumberIsThatOfItsParts) {
  World world = testing::emptyWorld();
  const testing::Cloud bed = testing::randomBed(1000, testing::kDiameter, 10, true, 7);
  Random random(3);
  for (const Vec3& place : bed.positions) {
    testing::addSphere(world, place, testing::kDiameter,
                       Vec3(3.0 * place.z(), 0, 0) + testing::randomShift(random, 0.01));
  }
  const FieldSums sums = sumsOf(world, inventedContacts(world));
  const double solid = world.particles.mass[0] / sphereVolume(testing::kRadius);
  std::size_t known = 0;
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const NodeFields fields = fieldsAt(sums, node);
    if (!std::isnan(fields.inertialNumber)) {
      ++known;
      const double expected = fields.shearRate * testing::kDiameter * std::sqrt(solid / fields.pressure);
      EXPECT_NEAR(fields.inertialNumber, expected, 1e-9 * expected);
    }
  }
  EXPECT_GT(known, 100U);
}

TEST(Fields, AreTheSameForAnyNumberOfThreads) {
  const World world = movingCloud(4000);
  const std::vector<ForceContact> contacts = inventedContacts(world);
  const FieldSums one = sumsOf(world, contacts);
  for (const int count : {2, 3, 7}) {
    ThreadPool threads(count);
    const FieldSums more = sumsOf(world, contacts, kFieldWidth, &threads);
    ASSERT_EQ(more.grains.size(), one.grains.size());
    EXPECT_EQ(std::memcmp(more.grains.data(), one.grains.data(), one.grains.size() * sizeof(GrainSum)), 0) << count;
    EXPECT_EQ(std::memcmp(more.contacts.data(), one.contacts.data(), one.contacts.size() * sizeof(ContactSum)), 0)
        << count;
    for (std::size_t s = 0; s < kFieldScalarCount; ++s) {
      FieldMap a;
      FieldMap b;
      mapOf(one, static_cast<FieldScalar>(s), nullptr, a);
      mapOf(more, static_cast<FieldScalar>(s), &threads, b);
      EXPECT_EQ(std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)), 0) << count;
    }
  }
}

TEST(Fields, AMeanOverTimeIsThatOfTheSums) {
  World world = movingCloud(500);
  FieldAverage average;
  average.add(sumsOf(world, {}));
  const double mass = totalOf(average.sums()).mass;
  // The grains move on by many spacings, so that the grid grows; and half of them move twice as fast.
  const GrainSum first = totalOf(average.sums());
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.position[i] += Vec3(0.4, -0.2, 0.1);
    world.particles.velocity[i] *= i % 2 == 0 ? 2.0 : 1.0;
  }
  const FieldSums second = sumsOf(world, {});
  average.add(second);
  const GrainSum total = totalOf(average.sums());
  EXPECT_EQ(average.sums().snapshots, 2.0);
  EXPECT_NEAR(total.mass, 2.0 * mass, 1e-12 * mass);
  EXPECT_NEAR(total.momentum[0], first.momentum[0] + totalOf(second).momentum[0], 1e-12 * mass);
  double known = 0.0;
  for (std::size_t node = 0; node < average.sums().grid.nodes(); ++node) {
    known += fieldsAt(average.sums(), node).density * average.sums().grid.cell();
  }
  EXPECT_NEAR(known, mass, 1e-12 * mass) << "the mean density holds the mass once";
  average.clear();
  EXPECT_EQ(average.sums().snapshots, 0.0);
}

TEST(Fields, MapsHaveTheFieldsOfTheNodes) {
  const World world = movingCloud(1000);
  const FieldSums sums = sumsOf(world, inventedContacts(world));
  for (std::size_t s = 0; s < kFieldScalarCount; ++s) {
    FieldMap map;
    mapOf(sums, static_cast<FieldScalar>(s), nullptr, map);
    for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
      const NodeFields fields = fieldsAt(sums, node);
      const double expected = scalarOf(fields, map.scalar);
      if (fields.solidFraction < kLeastFieldFraction || std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(map.values[node]));
      } else {
        EXPECT_NEAR(double{map.values[node]}, expected, 1e-6 * std::abs(expected)) << s;
      }
    }
  }
}

TEST(Fields, ProfilesHoldMassAndMomentum) {
  World world = movingCloud(2000);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.velocity[i] = Vec3(0.5, 0.0, -2.0);
  }
  const FieldSums sums = sumsOf(world, {});
  for (int axis = 0; axis < 3; ++axis) {
    double mass = 0.0;
    for (const ProfileRow& row : profileOf(sums, axis)) {
      mass += row.linearMass * sums.grid.spacing;
      if (row.area > 0.0) {
        EXPECT_NEAR(row.velocity.x(), 0.5, 1e-12);
        EXPECT_NEAR(row.velocity.z(), -2.0, 1e-12);
        EXPECT_LE(row.density * row.area, row.linearMass * (1.0 + 1e-12)) << "nodes without a velocity are left out";
        EXPECT_NEAR(row.pressure, 0.0, 1e-9) << "all move alike";
      }
    }
    EXPECT_NEAR(mass, totalOf(sums).mass, 1e-12 * mass);
  }
  FieldMap map;
  mapOf(sums, FieldScalar::meanSpeed, nullptr, map);
  for (const float speed : profileOf(map, 2)) {
    EXPECT_TRUE(std::isnan(speed) || std::abs(speed - std::hypot(0.5f, 2.0f)) < 1e-5f);
  }
}

TEST(Fields, MapsLieBetweenTheirNodes) {
  FieldMap map;
  map.grid = {.spacing = 0.5, .first = {-1, 0, 2}, .size = {3, 3, 3}};
  for (std::size_t node = 0; node < map.grid.nodes(); ++node) {
    const Vec3 place = map.grid.positionOf(node);
    map.values.push_back(static_cast<float>(1.0 + place.x() - 2.0 * place.y() + 3.0 * place.z()));
  }
  const Vec3 place(0.1, 0.3, 1.7);
  EXPECT_NEAR(double{map.at(place)}, 1.0 + 0.1 - 0.6 + 5.1, 1e-6);
  EXPECT_TRUE(std::isnan(map.at(Vec3(0.6, 0.3, 1.7))));
  map.values.assign(map.values.size(), NAN);
  EXPECT_TRUE(std::isnan(map.at(place)));
  map.values[map.grid.indexOf(1, 0, 1)] = 4.0f;
  EXPECT_EQ(map.at(place), 4.0f) << "only one node around has a value";
}

TEST(Fields, GrainsFarFromTheBulkDoNotBlowUpTheGrid) {
  World world = movingCloud(1000);
  const FieldGrid before = gridAround(world.particles, 1.2 * testing::kDiameter, 20000);
  testing::addSphere(world, Vec3(500.0, 400.0, -300.0));
  const FieldGrid after = gridAround(world.particles, 1.2 * testing::kDiameter, 20000);
  EXPECT_LE(before.nodes(), 20000U * 3U / 2U);
  EXPECT_LE(after.nodes(), 20000U * 3U / 2U);
  FieldSums sums;
  CoarseGrainer().grain(world, {}, after, nullptr, sums);
  EXPECT_EQ(sums.outside + static_cast<std::size_t>(std::lround(totalOf(sums).count)), 1001U);
}

/// Nodes are counted by an int: far from the origin the spacing is larger.
TEST(Fields, GrainsFarFromTheOriginHaveAGrid) {
  World world = testing::emptyWorld({});
  testing::addSphere(world, Vec3(1e12, 0.0, 0.0), testing::kDiameter);
  const FieldGrid grid = gridAround(world.particles, 1.2 * testing::kDiameter, 20000);
  EXPECT_GE(grid.spacing, 1e3);
  EXPECT_GT(grid.nodes(), 0U);
  EXPECT_NEAR(grid.origin().x(), 1e12, 3.0 * grid.spacing);
}

TEST(Fields, NoGrainsGiveAnEmptyGrid) {
  const World world = testing::emptyWorld();
  const FieldSums sums = sumsOf(world, {});
  EXPECT_EQ(sums.grid.nodes(), 0U);
  FieldMap map;
  mapOf(sums, FieldScalar::pressure, nullptr, map);
  EXPECT_TRUE(std::isnan(map.at(Vec3::Zero())));
}

}  // namespace
}  // namespace scree
