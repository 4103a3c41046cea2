#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "app/view/view_options.h"

// Layers (force chains, contact points, bridges, arrows, trails, joints) as bars, without OpenGL.
namespace scree {

/// Round bar; with a radius of 0 at one end it is a cone, such as the head of an arrow.
struct Bar {
  Eigen::Vector4f from = Eigen::Vector4f::Zero();  ///< one end in the world, and the radius there [m]
  Eigen::Vector4f to = Eigen::Vector4f::Zero();    ///< other end in the world, and the radius there [m]
  std::uint32_t colour = 0xffffffffU;              ///< displayed r, g, b in ascending bytes
};

constexpr std::size_t kMostChains = 20000;   ///< most force chains, and most contact points, drawn: the strongest
constexpr std::size_t kMostBridges = 20000;  ///< most bridges drawn: those of the strongest pull
constexpr std::size_t kMostArrows = 20000;   ///< most arrows of velocities drawn

struct LayerPicture {
  std::vector<Bar> capsules;
  LayerStatistics statistics;
};
/// Makes the bars of all layers that `options` turns on. Chains, contact points, bridges, velocities, joints and trails
/// that the clip cuts away are left out; arrows on bodies are not clipped. The percentile is taken over all contacts,
/// so that clipping changes no bar.
LayerPicture makeLayers(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip);

}  // namespace scree
