#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/types.h"

// Scenes of the gallery: small scenes of many classes whose sizes, materials and speeds are random. A scene follows
// from its class and number alone, and none is left out because of its result.
namespace scree {

/// Classes in the order of the gallery.
enum class GalleryClass : std::uint8_t {
  box,        ///< bed at rest in a box
  silo,       ///< flat bottom with a slot
  hopper,     ///< wedge with a slot
  hourglass,  ///< two chambers with a neck
  drum,       ///< rotating drum
  tilt,       ///< box that is tilted
  shake,      ///< box that is shaken
  retaining,  ///< retaining wall that yields
  press,      ///< plate pressed into a bed
  pullOut,    ///< plate pulled out of a bed
  bridge,     ///< pier taken away under a bed or a deck
  undercut,   ///< heap whose toe is taken away
  transfer,   ///< transfer between two belts
  mixer,      ///< blade that turns in a bed
  bump,       ///< body knocked against a bed
  obstacle,   ///< flow past a post on an incline
  floorGoes   ///< floor that goes down slowly
};
constexpr std::array<std::string_view, 17> kGalleryClassNames = {
    "box",  "silo",   "hopper",   "hourglass", "drum",  "tilt", "shake",    "retaining", "press",
    "pull", "bridge", "undercut", "transfer",  "mixer", "bump", "obstacle", "floor"};
constexpr std::size_t kGalleryClassCount = kGalleryClassNames.size();

/// Class with this name; empty if there is none.
std::optional<GalleryClass> galleryClassNamed(std::string_view name);

/// Plane past which the flow of a scene is measured.
struct GalleryPlane {
  Vec3 point = Vec3::Zero();     ///< m
  Vec3 normal = -Vec3::UnitZ();  ///< unit vector in the direction of the flow
};

/// A scene and the places where it is measured.
struct GalleryScene {
  GalleryClass kind = GalleryClass::box;
  int number = 0;
  std::string text;     ///< scene file
  double diameter = 0;  ///< mean diameter of the grains [m]
  double left = 0;      ///< range in x of the surface profile [m]
  double right = 0;     ///< range in x of the surface profile [m]
  double floor = 0;     ///< height of the profile where there are no grains [m]
  std::optional<GalleryPlane> plane;

  /// "silo_7"
  std::string name() const;
};

/// The scene with this class and number.
GalleryScene galleryScene(GalleryClass kind, int number);

}  // namespace scree
