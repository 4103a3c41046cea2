#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/base/types.h"
#include "engine/snapshot/trails.h"

// What is shown besides grains and bodies, and what is cut away. Part of ViewOptions; no OpenGL.
namespace scree {

/// When lines part aggregates from each other and from free grains.
enum class OutlineChoice : unsigned char {
  never,
  automatic,  ///< where grains have the colours of their aggregates
  always
};

/// Layers over the scene. Those of contacts need snapshots with contacts (SnapshotRequest).
struct LayerOptions {
  bool chains = false;                       ///< contact forces as bars from centre to centre
  bool keptChains = true;                    ///< those inside aggregates too
  float chainPercentile = 50.0f;             ///< %, contacts with smaller forces than this share of all are left out
  float chainWidth = 1.0f;                   ///< factor
  bool contacts = false;                     ///< contact points with their normals
  bool velocities = false;                   ///< arrows
  bool reactions = false;                    ///< forces and torques on driven bodies
  bool joints = true;                        ///< cylinders, rods and axes as bars
  std::optional<std::uint32_t> markedJoint;  ///< drawn bright
  bool drives = false;                       ///< arrows along which drives move bodies and belts, and turn them
  OutlineChoice outlines = OutlineChoice::automatic;
  TrailRequest trails = TrailRequest::none;
  float trailSeconds = 0.5f;  ///< length of the trails [s]
  float arrowLength = 1.0f;   ///< factor
  float grainSize = 0.4f;     ///< part of a grain's size that is drawn while chains or contacts show

  bool operator==(const LayerOptions&) const = default;
  bool needContacts() const { return chains || contacts; }
  /// Part of their size with which grains are drawn.
  float drawnGrainSize() const { return needContacts() ? grainSize : 1.0f; }
};

/// What the layers show, for the panel and the legend.
struct LayerStatistics {
  std::size_t contacts = 0;  ///< that push, among which the percentile is taken
  std::size_t chains = 0;    ///< drawn
  bool capped = false;       ///< there would be more: the strongest are drawn
  float threshold = 0.0f;    ///< N, smallest force drawn
  float fullForce = 0.0f;    ///< N, full width and the end of the colours: 99 % of the forces are smaller, rounded up
  std::size_t arrows = 0;    ///< of velocities
  std::size_t arrowStride = 1;  ///< every so many-th grain has one
};

enum class ClipShape : unsigned char { plane, slab, box };

/// Cuts away what lies outside of a region: whole grains by their centres, bodies along it. Its local z is the normal,
/// which points out of the half-space that a plane keeps.
struct ClipOptions {
  bool on = false;
  bool placed = false;  ///< somebody chose where it is
  ClipShape shape = ClipShape::plane;
  Vec3 position = Vec3::Zero();             ///< of the plane's point, or the middle [m]
  double azimuth = 0.0;                     ///< of the normal about +z, 0 = +x [rad]
  double elevation = 0.0;                   ///< of the normal above the horizon [rad]
  double halfThickness = 0.02;              ///< of the slab [m]
  Vec3 halfExtents = Vec3::Constant(0.05);  ///< of the box, along its local axes [m]
  bool inverted = false;                    ///< cuts away the inside
  bool bodies = true;                       ///< cuts bodies too, but for the ground
};

/// The frame of the region in the world.
Pose clipPose(const ClipOptions& clip);
/// Whether what is at a point of the world is cut away.
bool isCut(const ClipOptions& clip, const Vec3& point);

}  // namespace scree
