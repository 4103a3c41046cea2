// HDF5 files: what is written is read back by the library, and a world goes on from one.
#include "engine/io/hdf5_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/analysis/force_network.h"
#include "engine/io/checkpoint_file.h"
#include "engine/io/hdf5_state.h"
#include "engine/io/hdf5_writer.h"
#include "engine/io/output_file.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/io/hdf5_input.h"
#include "tests/io/sample_world.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(Hdf5File, ArraysComeBack) {
  const TestFolder folder;
  Hdf5Image image;
  image.array("a/b/pairs", std::vector<double>{1.0, 2.5, -3.0, 1e300}, 2);
  image.array("a/whole", std::vector<std::int64_t>{-1, 7});
  image.array("none", std::vector<float>{}, 3);
  image.texts("names", {"drum", "wall of glass"});
  image.remark("a/whole", "unit", std::string("m"));
  const std::vector<std::byte> bytes = image.bytes();
  writeFileAtomically(folder / "f.h5", std::span(bytes));
  EXPECT_TRUE(isHdf5(readFile(folder / "f.h5")));
  const Hdf5Input input(folder / "f.h5");
  EXPECT_EQ(input.shape("a/b/pairs"), (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(input.numbers("a/b/pairs"), (std::vector<double>{1.0, 2.5, -3.0, 1e300}));
  EXPECT_EQ(input.numbers("a/whole"), (std::vector<double>{-1.0, 7.0}));
  EXPECT_EQ(input.shape("none"), (std::vector<std::size_t>{0, 3}));
  EXPECT_TRUE(input.numbers("none").empty());
  EXPECT_THROW((void)input.numbers("absent"), Hdf5Error);
  writeFileAtomically(folder / "text", std::string_view("no such format"));
  EXPECT_THROW(Hdf5Input(folder / "text"), Hdf5Error);
}

TEST(Hdf5State, IsFoundWithoutTheLibraryAndDamageIsRefused) {
  const std::vector<std::uint8_t> state = {1, 2, 3, 250};
  const auto fileOf = [&](bool withState) {
    Hdf5Image image;
    for (int i = 0; i < 40; ++i) {
      image.array("other" + std::to_string(i), std::vector<double>{1.0});
    }
    if (withState) {
      image.array("state", state);
    }
    return image.bytes();
  };
  const std::vector<std::byte> bytes = fileOf(true);
  const std::span<const std::byte> found = hdf5State(bytes);
  ASSERT_EQ(found.size(), state.size());
  EXPECT_EQ(std::memcmp(found.data(), state.data(), state.size()), 0);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    try {
      EXPECT_EQ(hdf5State(std::span(bytes).first(size)).size(), state.size());
    } catch (const Hdf5Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_THROW((void)hdf5State(std::span(bytes).first(100)), Hdf5Error);
  EXPECT_THROW((void)hdf5State(fileOf(false)), Hdf5Error);
}

TEST(Hdf5Writer, HoldsTheWorldAndGoesOnFromIt) {
  const TestFolder folder;
  World world = sampleWorld();
  StepData data;
  ASSERT_TRUE(step(world, data));
  writeHdf5(world, data, folder / "w.h5");
  const Hdf5Input input(folder / "w.h5");
  const std::vector<double> position = input.numbers("particles/position");
  ASSERT_EQ(input.shape("particles/position"), (std::vector<std::size_t>{world.particles.size(), 3}));
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(position[3 * i + static_cast<std::size_t>(axis)], world.particles.position[i][axis]);
    }
  }
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  ASSERT_FALSE(contacts.empty());
  const std::vector<double> force = input.numbers("contacts/force");
  const std::vector<double> a = input.numbers("contacts/a");
  ASSERT_EQ(force.size(), contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(force[i], double{contacts[i].force});
    EXPECT_EQ(a[i], world.particles.id[contacts[i].a]);
  }
  EXPECT_EQ(input.numbers("surfaces/body").back(), static_cast<double>(world.bodies.size() - 1));
  World restored = readCheckpoint(folder / "w.h5");
  EXPECT_EQ(stateHash(restored), stateHash(world));
  // The same world gives the same file.
  const std::string first = readFile(folder / "w.h5");
  writeHdf5(world, data, folder / "w.h5");
  EXPECT_EQ(readFile(folder / "w.h5"), first);
}

}  // namespace
}  // namespace scree
