#pragma once

#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>

#include "engine/analysis/fields/field_values.h"
#include "engine/base/types.h"
#include "engine/snapshot/trails.h"

// Options of the layers, drawn besides grains and bodies, and of the clip. Part of ViewOptions; no OpenGL.
namespace scree {

/// Choice of outlines: lines that part aggregates from each other and from free grains.
enum class OutlineChoice : unsigned char {
  never,
  automatic,  ///< outlines where grains have the colours of their aggregates
  always
};

/// Choice of the height map that landings make on a belt.
enum class BedMapChoice : unsigned char {
  never,
  automatic,  ///< where a sink takes what lands on the belt, so that no bed of grains lies there
  always
};

constexpr float kLongestBed = 1e6f;  ///< longest time of which landings can be chosen [s]

/// Options of coarse-grained fields: the slice that shows one, and how they are made.
struct FieldLayer {
  bool slice = false;                         ///< a plane with the colours of a field
  FieldScalar shows = FieldScalar::pressure;  ///< field on the plane
  bool placed = false;                        ///< the place of the plane has been chosen; else the middle of the grains
  Vec3 position = Vec3::Zero();               ///< point of the plane [m]
  double azimuth = 0.5 * std::numbers::pi;    ///< direction of the normal about +z, 0 = +x [rad]
  double elevation = 0.0;                     ///< angle of the normal above the horizon [rad]
  float opacity = 0.9f;                       ///< 0 clear, 1 solid
  float width = 1.2f;                         ///< width of the weight in mean diameters
  bool mean = false;                          ///< means over the states shown since the switch
  std::uint8_t run = 0;                       ///< number of the mean, 0 to 15: another one begins anew
  bool profile = false;                       ///< the profile of the field is plotted
  int profileAxis = 2;                        ///< axis of the profile: 0 x, 1 y, 2 z

  bool operator==(const FieldLayer&) const = default;
};

/// Options of the layers over the scene. Force chains and contact points need snapshots with contacts (requestFor()).
struct LayerOptions {
  bool chains = false;                       ///< force chains: contact forces as bars from centre to centre
  bool keptChains = true;                    ///< force chains inside aggregates too
  float chainPercentile = 50.0f;             ///< share of the contacts, those of smallest force, left out [%]
  float chainWidth = 1.0f;                   ///< factor on the width of force chains
  bool contacts = false;                     ///< contact points with their normals
  bool bridges = false;                      ///< necks where liquid or adhesion pulls sides together
  bool velocities = false;                   ///< velocities of grains as arrows
  bool reactions = false;                    ///< forces and torques on driven bodies as arrows
  bool joints = true;                        ///< joints: cylinders, rods and axes as bars
  std::optional<std::uint32_t> markedJoint;  ///< joint drawn bright
  bool drives = false;                       ///< arrows along which drives move bodies and belts, and turn them
  OutlineChoice outlines = OutlineChoice::automatic;
  TrailRequest trails = TrailRequest::none;
  float trailSeconds = 0.5f;  ///< length of the trails [s]
  float arrowLength = 1.0f;   ///< factor on the length of arrows
  FieldLayer fields;
  BedMapChoice bedMap = BedMapChoice::automatic;
  float bedSeconds = 0.0f;  ///< time before the present of which landings make the bed [s]; 0: since the watch began
  bool bedPlotted = false;  ///< the profile of the bed is plotted
  float grainSize = 0.4f;   ///< drawn part of a grain's size while force chains, contact points or bridges show

  bool operator==(const LayerOptions&) const = default;
  bool needContacts() const { return chains || contacts; }
  /// True if what is drawn between grains would be hidden by them.
  bool shrinkGrains() const { return needContacts() || bridges; }
  /// Drawn part of a grain's size.
  float drawnGrainSize() const { return shrinkGrains() ? grainSize : 1.0f; }
};

/// Statistics of the layers drawn, for the panel and the legend.
struct LayerStatistics {
  std::size_t contacts = 0;  ///< contacts that push, over which the percentile is taken
  std::size_t chains = 0;    ///< force chains drawn
  bool capped = false;       ///< there are too many force chains: only the strongest are drawn
  float threshold = 0.0f;    ///< smallest force drawn [N]
  float fullForce = 0.0f;   ///< force of full width and the last colour [N]: 99 % of the forces are smaller; rounded up
  std::size_t bridges = 0;  ///< contacts that pull
  bool fewBridges = false;  ///< there are too many: only those of the strongest pull are drawn
  float fullPull = 0.0f;    ///< pull of full width and the last colour [N], rounded up
  std::size_t arrows = 0;   ///< arrows of velocities drawn
  std::size_t arrowStride = 1;  ///< grains for each arrow: every n-th grain has one
};

enum class ClipShape : unsigned char { plane, slab, box };

/// Options of the clip, which cuts away everything outside a region: whole grains by their centres, bodies along its
/// sides. The normal is the local z of the region; it points out of the half-space that a plane keeps.
struct ClipOptions {
  bool on = false;
  bool placed = false;  ///< the place of the region has been chosen
  ClipShape shape = ClipShape::plane;
  Vec3 position = Vec3::Zero();             ///< point of the plane, or middle of the slab or box [m]
  double azimuth = 0.0;                     ///< direction of the normal about +z, 0 = +x [rad]
  double elevation = 0.0;                   ///< angle of the normal above the horizon [rad]
  double halfThickness = 0.02;              ///< half of the slab's thickness [m]
  Vec3 halfExtents = Vec3::Constant(0.05);  ///< half edges of the box along its local axes [m]
  bool inverted = false;                    ///< the inside is cut away instead
  bool bodies = true;                       ///< bodies are cut too, except the ground
};

/// Frame of the clip region in the world.
Pose clipPose(const ClipOptions& clip);
/// Frame of a plane with its normal along z, by the direction and the elevation of the normal [rad].
Pose planePose(const Vec3& position, double azimuth, double elevation);
/// True if the clip cuts away a point of the world [m].
bool isCut(const ClipOptions& clip, const Vec3& point);

}  // namespace scree
