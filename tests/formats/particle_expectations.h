#pragma once

// Expectations of files of particles, for tests of their readers.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/formats/particles/particle_file.h"

namespace scree {

/// The particle that most cases hold: (0.1, 0.2, 0.3), r 0.01, after all units.
inline void expectOne(const ParticleFile& file, const std::string& from, double radius = 0.01) {
  ASSERT_EQ(file.what, "") << from;
  ASSERT_EQ(file.particles.size(), 1U) << from;
  EXPECT_NEAR((file.particles[0].position - Vec3(0.1, 0.2, 0.3)).norm(), 0.0, 1e-15) << from;
  EXPECT_NEAR(file.particles[0].radius, radius, 1e-16) << from;
}

inline void expectRefused(const ParticleFile& file, const std::string& from, int line, const std::string& what,
                          const std::string& remedy) {
  EXPECT_NE(file.what.find(what), std::string::npos) << from << "\n" << file.what;
  EXPECT_NE(file.remedy.find(remedy), std::string::npos) << from << "\n" << file.remedy;
  EXPECT_EQ(file.line, line) << from;
  EXPECT_TRUE(file.particles.empty()) << from;
}

struct Refused {
  std::string text;
  int line;
  const char* what;
  const char* remedy;
};
inline void expectAllRefused(const std::vector<Refused>& all) {
  for (const Refused& one : all) {
    expectRefused(readParticleBytes(one.text), one.text, one.line, one.what, one.remedy);
  }
}

inline ParticleFile readCase(const std::string& name) {
  return readParticleFile(std::filesystem::path(SCREE_SOURCE_DIR) / "tests/data/cases" / name);
}

/// Whether one of the notes has a text.
inline bool notes(const ParticleFile& file, const std::string& text) {
  return std::ranges::any_of(file.notes, [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace scree
