#include <gtest/gtest.h>

#include "app/studies/gallery/gallery_random.h"
#include "app/studies/gallery/gallery_scene.h"
#include "app/studies/gallery/gallery_study.h"
#include "engine/scene/scene.h"

// Generator of the gallery.
namespace scree {
namespace {

constexpr int kNumbers = 20;

GalleryClass classAt(std::size_t i) { return static_cast<GalleryClass>(i); }

TEST(GalleryRandom, IsTheSameOnEveryPlatform) {
  // The tenth thousandth number of the engine is fixed by the standard; the mapping takes its upper 53 bits.
  GalleryRandom random(std::mt19937_64::default_seed);
  for (int i = 1; i < 10000; ++i) {
    random.uniform(0.0, 1.0);
  }
  EXPECT_EQ(random.uniform(0.0, 1.0), static_cast<double>(9981545732273789042U >> 11U) * 0x1.0p-53);
}

TEST(GalleryScenes, FollowFromClassAndNumber) {
  for (std::size_t i = 0; i < kGalleryClassCount; ++i) {
    const std::string text = galleryScene(classAt(i), 3).text;
    EXPECT_EQ(text, galleryScene(classAt(i), 3).text);
    EXPECT_NE(text, galleryScene(classAt(i), 4).text);
    EXPECT_EQ(galleryClassNamed(kGalleryClassNames[i]), classAt(i));
  }
  EXPECT_FALSE(galleryClassNamed("volcano").has_value());
}

TEST(GalleryScenes, TakeTurnsOverTheClasses) {
  const auto places = static_cast<int>(kGalleryClassCount);
  const std::vector<GalleryScene> scenes = galleryScenes({}, places + 1, 2);
  EXPECT_EQ(scenes.at(0).name(), "silo_1");
  EXPECT_EQ(scenes.at(1).name(), "hopper_1");
  EXPECT_EQ(galleryScenes({GalleryClass::drum}, 7, 1).at(0).name(), "drum_7");
}

TEST(GalleryScenes, AllLoadWithFewGrains) {
  for (std::size_t i = 0; i < kGalleryClassCount; ++i) {
    for (int number = 0; number < kNumbers; ++number) {
      const GalleryScene scene = galleryScene(classAt(i), number);
      const SceneResult result = loadSceneText(scene.text, scene.name() + ".yaml");
      ASSERT_TRUE(result.scene.has_value()) << scene.name() << ": " << result.errors.front().text();
      std::size_t grains = result.scene->world.particles.size();
      for (const Emitter& emitter : result.scene->world.emitters) {
        grains += emitter.limit;
      }
      EXPECT_GE(grains, 150U) << scene.name();
      EXPECT_LE(grains, 900U) << scene.name();
      EXPECT_GE(result.scene->duration, 2.0) << scene.name();
      EXPECT_LE(result.scene->duration, 4.0) << scene.name();
      EXPECT_LT(scene.left, scene.right) << scene.name();
    }
  }
}

}  // namespace
}  // namespace scree
