#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/studies/gallery/gallery_run.h"

// Merged runs of a scene against runs in full.
namespace scree {

/// Kinds of quantities, each with its unit and floor.
enum class GalleryKind : std::uint8_t { passed, centreX, centreZ, surface, force, kinetic, energy };

/// Unit and floor of a kind. A floor is an absolute difference that counts as equal whatever the scatter says: with few
/// seeds the standard error is small by chance in some quantities.
struct GalleryKindInfo {
  std::string_view name;
  std::string_view unit;
  double floor;
};
constexpr std::array<GalleryKindInfo, 7> kGalleryKinds = {{
    // Single grains at the edge of the opening: 0.5 % of 200 to 900 grains are 1 to 5.
    {"passed", "% of mass", 0.5},
    // A tenth of a diameter: the surface of a bed is not defined better.
    {"centre x", "d", 0.1},
    {"centre z", "d", 0.1},
    {"surface", "d", 0.1},
    // The force on a wall fluctuates by as much when single contacts give way.
    {"force", "% of weight", 1.0},
    // A hundredth of a diameter of fall: the energy of a bed in which single grains roll.
    {"kinetic", "m g d", 0.01},
    // That of the centre of mass.
    {"energy", "m g d", 0.1},
}};

/// Difference of a quantity: mean of the merged runs less that of the runs in full, in the unit of its kind.
struct GalleryDifference {
  GalleryKind kind = GalleryKind::passed;
  std::string name;
  double full = 0.0;
  double merged = 0.0;
  double difference = 0.0;  ///< of the surface: root mean square over the columns
  double bias = 0.0;   ///< signed difference; of the surface: mean over the columns; of a force: positive if larger
  double error = 0.0;  ///< standard error of the difference, from the pooled scatter of both
  double floor = 0.0;

  bool isWithinErrors() const;
  /// Difference over the bound: 2 standard errors and the floor.
  double excess() const;
};

/// Compares all quantities of a scene. Runs that were refused are left out; empty if none is left of either.
std::vector<GalleryDifference> compareGallery(const GalleryScene& scene, std::span<const GalleryRun> full,
                                              std::span<const GalleryRun> merged);

}  // namespace scree
