#include "app/console/manual.h"

#include <gtest/gtest.h>

#include "engine/io/output_file.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(Manual, PagesComeInTheOrderOfTheLinksOfTheIndex) {
  const TestFolder folder;
  const auto write = [&folder](const char* name, std::string_view text) {
    writeFileAtomically(folder / "share/scree/manual" / name, text);
  };
  write("index.md", "# Contents\n\n- [Time](time.md) and [The tour](tour.md)\n- [Gone](gone.md)\n");
  write("tour.md", "# A first tour\n\nPress `Space`.\n");
  write("time.md", "No heading.\n");
  const std::vector<ManualPage> pages = findManual(folder / "bin/scree", "/nowhere");
  ASSERT_EQ(pages.size(), 3U);
  EXPECT_EQ(pages[0].topic, "index");
  EXPECT_EQ(pages[0].title, "Contents");
  EXPECT_EQ(pages[1].topic, "time");
  EXPECT_EQ(pages[1].title, "time");
  EXPECT_EQ(pages[2].title, "A first tour");
  EXPECT_EQ(textOf(pages[2]), "# A first tour\n\nPress `Space`.\n");
}

TEST(Manual, IsEmptyWhereNoneIsInstalled) {
  const TestFolder folder;
  EXPECT_TRUE(findManual(folder / "bin/scree", folder / "src").empty());
}

}  // namespace
}  // namespace scree
