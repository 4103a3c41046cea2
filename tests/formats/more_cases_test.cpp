// Small files as many programs write them, each with what is in it (tests/data/cases/more/expected.txt).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/formats/mesh_file.h"
#include "engine/formats/mesh_health.h"
#include "engine/formats/particles/particle_file.h"

namespace scree {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(SCREE_SOURCE_DIR) / "tests/data/cases/more";

void expectParticles(const std::string& name, std::istringstream& expected) {
  const ParticleFile file = readParticleFile(kFolder / name);
  ASSERT_EQ(file.what, "") << name;
  std::size_t count = 0;
  Vec3 place;
  Vec3 velocity;
  double radius = 0.0;
  expected >> count >> place.x() >> place.y() >> place.z() >> radius >> velocity.x() >> velocity.y() >> velocity.z();
  ASSERT_TRUE(expected) << name;
  ASSERT_EQ(file.particles.size(), count) << name;
  // Single precision in some of the files.
  EXPECT_LT((file.particles[0].position - place).norm(), 1e-6 * (1.0 + place.norm())) << name;
  EXPECT_NEAR(file.particles[0].radius, radius, 1e-6 * (1e-3 + radius)) << name;
  EXPECT_LT((file.particles[0].velocity - velocity).norm(), 1e-6 * (1.0 + velocity.norm())) << name;
}

void expectMesh(const std::string& name, std::istringstream& expected) {
  MeshFile file = readMeshFile(kFolder / name);
  ASSERT_TRUE(file.triangles) << name << ": " << file.what;
  std::size_t count = 0;
  double volume = 0.0;
  expected >> count >> volume;
  const MeshHealth health = mend(*file.triangles);
  EXPECT_EQ(file.triangles->corners.size(), count) << name;
  EXPECT_EQ(health.isClosed(), volume > 0.0) << name;
  EXPECT_NEAR(health.volume, volume, 1e-6 * volume) << name;
}

TEST(MoreCases, FilesOfManyProgramsAreReadRight) {
  std::ifstream list(kFolder / "expected.txt");
  std::size_t count = 0;
  for (std::string line; std::getline(list, line);) {
    const std::size_t mark = line.find(" | ");
    if (line.starts_with('#') || mark == std::string::npos) {
      continue;
    }
    const std::string name = line.substr(0, mark);
    std::istringstream expected(line.substr(mark + 3));
    if (name.starts_with("meshes/")) {
      expectMesh(name, expected);
    } else {
      expectParticles(name, expected);
    }
    ++count;
  }
  EXPECT_GT(count, 100U) << "the list is there";
}

}  // namespace
}  // namespace scree
