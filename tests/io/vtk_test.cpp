#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "engine/analysis/force_network.h"
#include "engine/io/fields/field_files.h"
#include "engine/io/vtk_writer.h"
#include "engine/io/vtk_xml.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"
#include "tests/io/sample_world.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

std::string attribute(std::string_view tag, std::string_view name) {
  const std::string key = fmt::format(" {}=\"", name);
  const std::size_t begin = tag.find(key);
  if (begin == std::string_view::npos) {
    return "";
  }
  const std::size_t value = begin + key.size();
  return std::string(tag.substr(value, tag.find('"', value) - value));
}

std::string decoded(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit =
        std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c);
    if (digit == std::string_view::npos) {
      break;
    }
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 255U);
    }
  }
  return out;
}

struct Array {
  std::string type;
  int components = 0;
  std::string bytes;

  template <typename T>
  std::vector<T> values() const {
    EXPECT_EQ(type, vtkTypeName<T>());
    std::vector<T> out(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  }
};

// All binary arrays by name; checks the length that leads each.
std::map<std::string, Array> arraysOf(const std::string& vtp) {
  std::map<std::string, Array> arrays;
  for (std::size_t at = vtp.find("<DataArray"); at != std::string::npos; at = vtp.find("<DataArray", at + 1)) {
    const std::size_t open = vtp.find('>', at);
    const std::string tag = vtp.substr(at, open - at);
    if (attribute(tag, "format") != "binary") {
      continue;
    }
    const std::string block = decoded(vtp.substr(open + 1, vtp.find('<', open) - open - 1));
    std::uint64_t length = 0;
    EXPECT_GE(block.size(), sizeof length);
    std::memcpy(&length, block.data(), sizeof length);
    EXPECT_EQ(block.size(), sizeof length + length) << tag;
    arrays[attribute(tag, "Name")] = {attribute(tag, "type"), std::stoi(attribute(tag, "NumberOfComponents")),
                                      block.substr(sizeof length)};
  }
  return arrays;
}

TEST(VtkXml, Base64OfKnownTexts) {  // RFC 4648, section 10
  const auto encode = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

TEST(VtkXml, Escapes) { EXPECT_EQ(escapedXml("a<b>&\"c\"\n"), "a&lt;b&gt;&amp;&quot;c&quot; "); }

TEST(Vtk, ParticlesHoldWhatTheWorldHolds) {
  World world = sampleWorld();
  StepData data;
  ASSERT_TRUE(step(world, data));
  ASSERT_EQ(world.particles.size(), 2U);  // the sink took one
  const std::string vtp = particlesVtp(world, data);
  EXPECT_NE(vtp.find("NumberOfPoints=\"2\" NumberOfVerts=\"2\""), std::string::npos);
  auto arrays = arraysOf(vtp);
  EXPECT_EQ(arrays["id"].values<std::uint32_t>(), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(arrays["radius"].values<float>(), (std::vector<float>{0.01F, 0.01F}));
  EXPECT_EQ(arrays["diameter"].values<float>(), (std::vector<float>{0.02F, 0.02F}));
  EXPECT_EQ(arrays["material"].values<std::uint16_t>(), (std::vector<std::uint16_t>{0, 1}));
  EXPECT_EQ(arrays["contacts"].values<std::uint16_t>(), (std::vector<std::uint16_t>{2, 1}));
  Touches touches;
  measureTouches(world, data.list, touches);
  EXPECT_EQ(arrays["overlap"].values<float>(), touches.overlaps);
  EXPECT_EQ(arrays["velocity"].components, 3);
  EXPECT_EQ(arrays["angular_velocity"].values<float>().size(), 6U);
  const std::vector<double> position = arrays["position"].values<double>();
  ASSERT_EQ(position.size(), 6U);
  EXPECT_EQ(position[5], world.particles.position[1].z());  // exact: points are doubles
  EXPECT_EQ(arrays["offsets"].values<std::int64_t>(), (std::vector<std::int64_t>{1, 2}));
}

TEST(Vtk, ContactsCarryTheForcesOfTheLastStep) {
  World world = sampleWorld();
  StepData data;
  ASSERT_TRUE(step(world, data));
  std::vector<ForceContact> wanted;
  findForceContacts(world, data, wanted);
  ASSERT_FALSE(wanted.empty());
  auto arrays = arraysOf(contactsVtp(world, data));
  const std::vector<float> force = arrays["force"].values<float>();
  const std::vector<std::int64_t> a = arrays["a"].values<std::int64_t>();
  const std::vector<std::int64_t> b = arrays["b"].values<std::int64_t>();
  const std::vector<std::int64_t> body = arrays["body"].values<std::int64_t>();
  ASSERT_EQ(force.size(), wanted.size());
  ASSERT_EQ(arrays["position"].values<double>().size(), 6 * wanted.size());
  ASSERT_EQ(arrays["connectivity"].values<std::int64_t>().size(), 2 * wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(force[i], wanted[i].force);
    EXPECT_EQ(a[i], world.particles.id[wanted[i].a]);
    EXPECT_EQ(b[i] < 0, wanted[i].b == kNoParticle);
    EXPECT_EQ(body[i] < 0, wanted[i].b != kNoParticle);
  }
  EXPECT_TRUE(arraysOf(contactsVtp(world, StepData{}))["force"].values<float>().empty());
}

TEST(Vtk, ParticlesBeforeTheFirstStepAndWithoutAnyAreWhole) {
  World world = sampleWorld();
  auto arrays = arraysOf(particlesVtp(world, StepData{}));
  EXPECT_EQ(arrays["contacts"].values<std::uint16_t>(), (std::vector<std::uint16_t>{0, 0, 0}));
  world.particles = {};
  arrays = arraysOf(particlesVtp(world, StepData{}));
  EXPECT_TRUE(arrays["position"].values<double>().empty());
}

TEST(Vtk, BodiesMoveAndCarryTheirSurfaceVelocity) {
  World world = sampleWorld();
  world.bodies[0].shapes[0].surfaceVelocity = Vec3(0.1, 0.0, 0.0);
  world.bodies[0].drives.clear();
  StepData data;
  ASSERT_TRUE(step(world, data));
  const double reach = reachOf(world);
  const std::string vtp = bodiesVtp(world, reach);
  EXPECT_NE(vtp.find("body_names"), std::string::npos);
  auto arrays = arraysOf(vtp);
  const std::vector<std::uint32_t> body = arrays["body"].values<std::uint32_t>();
  const std::vector<std::uint16_t> material = arrays["material"].values<std::uint16_t>();
  const std::vector<std::int64_t> corners = arrays["connectivity"].values<std::int64_t>();
  const std::vector<double> points = arrays["position"].values<double>();
  const std::vector<float> velocity = arrays["velocity"].values<float>();
  ASSERT_EQ(corners.size(), 3 * body.size());
  ASSERT_EQ(velocity.size(), points.size());
  EXPECT_EQ(body.front(), 0U);
  EXPECT_EQ(body.back(), 1U);
  EXPECT_EQ(std::count(body.begin(), body.end(), 0U), 2);
  EXPECT_EQ(std::count(material.begin(), material.end(), 1), 2 * 64);  // the drum's caps
  EXPECT_FLOAT_EQ(velocity[0], 0.1F);
  for (std::size_t i = 12; i < points.size(); i += 3) {  // after the plane's four corners
    const Vec3 p(points[i], points[i + 1], points[i + 2]);
    const Vec3 expected = Vec3(0.0, 0.5, 0.0).cross(p - Vec3(0.0, 0.0, 0.5));
    EXPECT_NEAR((expected - Vec3(velocity[i], velocity[i + 1], velocity[i + 2])).norm(), 0.0, 1e-6);  // floats
  }
  for (const std::int64_t corner : corners) {
    EXPECT_LT(corner, static_cast<std::int64_t>(points.size() / 3));
  }
}

TEST(Vtk, PlanesAreCutToWhatTheSceneHolds) {
  const World world = sampleWorld();
  const double reach = reachOf(world);
  EXPECT_GE(reach, 1.5);  // the drum's top
  EXPECT_LT(reach, 2.0);  // not the bounds' kilometres
}

TEST(Vtk, SeriesListsItsFramesAndAResumedRunContinuesIt) {
  const TestFolder folder;
  World world = sampleWorld();
  const auto entries = [&] {
    std::vector<std::string> found;
    const std::string pvd = readFile(folder / "particles.pvd");
    for (std::size_t at = pvd.find("<DataSet"); at != std::string::npos; at = pvd.find("<DataSet", at + 1)) {
      const std::string tag = pvd.substr(at, pvd.find('>', at) - at);
      EXPECT_TRUE(std::filesystem::exists(folder / attribute(tag, "file")));
      found.push_back(attribute(tag, "timestep"));
    }
    EXPECT_TRUE(pvd.ends_with("</Collection>\n</VTKFile>\n"));
    return found;
  };
  {
    VtkSeries series(folder.path(), world);
    EXPECT_TRUE(entries().empty());
    for (std::uint64_t frame = 0; frame < 3; ++frame) {
      series.write(world, {}, frame);
      world.time += 0.5;
      EXPECT_EQ(entries().size(), frame + 1);  // whole after every frame
    }
  }
  VtkSeries resumed(folder.path(), world, 0.75);
  world.time = 1.0;
  resumed.write(world, {}, 2);
  EXPECT_EQ(entries(), (std::vector<std::string>{"0", "0.5", "1"}));
  const VtkSeries fresh(folder.path(), world);
  EXPECT_TRUE(entries().empty());
}

TEST(Vtk, FieldsHoldMassAndMomentum) {
  const World world = sampleWorld();
  const Particles& p = world.particles;
  FieldSums sums;
  CoarseGrainer().grain(world, {}, gridAround(p, 1.2 * meanDiameter(world), kMostShownNodes), nullptr, sums);
  const std::string vti = fieldsVti(sums, {.from = 0.0, .to = 0.5});
  const auto& size = sums.grid.size;
  EXPECT_NE(vti.find(fmt::format("WholeExtent=\"0 {} 0 {} 0 {}\"", size[0] - 1, size[1] - 1, size[2] - 1)),
            std::string::npos);
  auto arrays = arraysOf(vti);
  const std::vector<double> density = arrays["density_kg_m3"].values<double>();
  const std::vector<double> momentum = arrays["momentum_density_kg_m2_s"].values<double>();
  ASSERT_EQ(density.size(), sums.grid.nodes());
  ASSERT_EQ(momentum.size(), 3 * sums.grid.nodes());
  EXPECT_EQ(arrays["contact_stress_Pa"].components, 6);
  double mass = 0.0;
  Vec3 moved = Vec3::Zero();
  for (std::size_t i = 0; i < p.size(); ++i) {
    mass += p.mass[i];
    moved += p.mass[i] * p.velocity[i];
  }
  double inFile = 0.0;
  Vec3 movedInFile = Vec3::Zero();
  for (std::size_t node = 0; node < density.size(); ++node) {
    inFile += density[node] * sums.grid.cell();
    movedInFile += sums.grid.cell() * Vec3(momentum[3 * node], momentum[3 * node + 1], momentum[3 * node + 2]);
  }
  EXPECT_NEAR(inFile, mass, 1e-12 * mass);
  EXPECT_LT((movedInFile - moved).norm(), 1e-12 * std::max(moved.norm(), mass));
}

}  // namespace
}  // namespace scree
