#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "app/view/view_options.h"

// The layers as bars, without OpenGL.
namespace scree {

/// A round bar; one end of radius 0 makes the head of an arrow.
struct Bar {
  Eigen::Vector4f from = Eigen::Vector4f::Zero();  ///< world, radius [m]
  Eigen::Vector4f to = Eigen::Vector4f::Zero();
  std::uint32_t colour = 0xffffffffU;  ///< displayed r, g, b in ascending bytes
};

constexpr std::size_t kMostChains = 20000;  ///< force chains, and contact points: the strongest
constexpr std::size_t kMostArrows = 20000;

struct LayerPicture {
  std::vector<Bar> capsules;
  LayerStatistics statistics;
};
/// Everything that the layers show of a snapshot. What the clip cuts away is left out; the percentile is that of all
/// contacts nevertheless, so that clipping changes no bar.
LayerPicture makeLayers(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip);

}  // namespace scree
