#include "engine/io/scene_library.h"

#include <gtest/gtest.h>

#include "engine/io/output_file.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(SceneLibrary, IsFoundFromBuildTreeInstallationAndSourceTree) {
  const TestFolder folder;
  writeFileAtomically(folder / "src/resources/scenes/drum.yaml", std::string_view("x"));
  writeFileAtomically(folder / "src/resources/scenes/notes.txt", std::string_view("x"));
  writeFileAtomically(folder / "prefix/share/scree/scenes/pile.yaml", std::string_view("x"));
  const SceneLibrary built = findScenes(folder / "src/build/dev/app/cli/ndem", "/nowhere");
  ASSERT_EQ(built.files.size(), 1U);
  EXPECT_EQ(built.files[0], folder / "src/resources/scenes/drum.yaml");
  EXPECT_EQ(findScenes(folder / "prefix/bin/ndem", "/nowhere").files[0],
            folder / "prefix/share/scree/scenes/pile.yaml");
  EXPECT_EQ(findScenes("", folder / "src").files.size(), 1U);
  EXPECT_TRUE(findScenes("", "/nowhere").files.empty());

  // Nothing is taken from the folder in which the program happens to be started.
  EXPECT_TRUE(findScenes(folder / "other/bin/ndem", {}).files.empty());
  std::filesystem::create_directories(folder / "outside");
  std::filesystem::create_directory_symlink(folder / "src/resources", folder / "outside/resources");
  EXPECT_EQ(findScenes(folder / "outside/app/cli/ndem", {}).files.size(), 1U);

  EXPECT_EQ(resolveScene("drum", built), built.files[0]);
  EXPECT_EQ(resolveScene("drum.yaml", built), built.files[0]);
  EXPECT_EQ(resolveScene((folder / "src/resources/scenes/notes.txt").string(), built),
            folder / "src/resources/scenes/notes.txt");
  EXPECT_FALSE(resolveScene("no_such_scene", built));
  EXPECT_FALSE(resolveScene(folder.path().string(), built));  // a folder is no scene
}

}  // namespace
}  // namespace scree
