#include "app/studies/gallery/gallery_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/studies/gallery/gallery_parts.h"

namespace scree {

namespace {

using GalleryMaker = GalleryScene (*)(GalleryBuilder&);

/// Functions of the classes in their order.
constexpr std::array<GalleryMaker, kGalleryClassCount> kMakers = {
    boxScene,      siloScene,      hopperScene, hourglassScene, drumScene,   tiltScene,
    shakeScene,    retainingScene, pressScene,  pullOutScene,   bridgeScene, undercutScene,
    transferScene, mixerScene,     bumpScene,   obstacleScene,  floorScene};

}  // namespace

std::optional<GalleryClass> galleryClassNamed(std::string_view name) {
  const auto found = std::ranges::find(kGalleryClassNames, name);
  if (found == kGalleryClassNames.end()) {
    return std::nullopt;
  }
  return static_cast<GalleryClass>(found - kGalleryClassNames.begin());
}

std::string GalleryScene::name() const {
  return fmt::format("{}_{}", kGalleryClassNames[static_cast<std::size_t>(kind)], number);
}

GalleryScene galleryScene(GalleryClass kind, int number) {
  GalleryBuilder builder(kind, number);
  return kMakers[static_cast<std::size_t>(kind)](builder);
}

}  // namespace scree
