#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/studies/gallery/gallery_parts.h"

// Classes in which grains leave through an opening or lose their floor.
namespace scree {

namespace {

/// Slot in a floor.
struct Slot {
  double middle = 0.0;  ///< place along x [m]
  double width = 0.0;   ///< m
  double left() const { return middle - 0.5 * width; }
  double right() const { return middle + 0.5 * width; }
};

Slot slotIn(GalleryBuilder& builder, double width, double least, double most) {
  const double slot = std::min(builder.grains(least, most), 0.6 * width);
  const double room = 0.5 * (width - slot) - builder.diameter();
  return {.middle = builder.random.chance(0.5) ? 0.0 : builder.random.uniform(-0.8, 0.8) * room, .width = slot};
}

/// Gate that closes a slot from below and leaves along y.
void addGate(GalleryBuilder& builder, const Slot& slot, double depth, double top) {
  const double thickness = builder.diameter();
  builder.body("gate", galleryBox({slot.width, depth, thickness}, {slot.middle, 0.0, top - 0.5 * thickness - 5e-4}),
               galleryMove("y", 5.0, builder.start(), builder.start() + 0.2));
}

/// Items of the floor on both sides of a slot, with its top at z = 0.
std::string floorBeside(const Slot& slot, double width, double depth, double thickness) {
  const double left = slot.left() + 0.5 * width;
  const double right = 0.5 * width - slot.right();
  return galleryBox({left, depth, thickness}, {-0.5 * width + 0.5 * left, 0.0, -0.5 * thickness}) + ", " +
         galleryBox({right, depth, thickness}, {0.5 * width - 0.5 * right, 0.0, -0.5 * thickness});
}

/// Bed on a floor with a trap door in its middle that goes down or away.
GalleryScene trapDoor(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({});
  const double thickness = 2.0 * builder.diameter();
  const Slot slot = slotIn(builder, bed.width, 3.0, 9.0);
  builder.body("walls", galleryContainer({bed.width, bed.depth, bed.fillHeight + 0.02}, 0.0, "-z, +z"));
  builder.body("shelves", floorBeside(slot, bed.width, bed.depth, thickness));
  const bool isSlow = builder.random.chance(0.5);
  const double speed = isSlow ? builder.random.uniform(0.01, 0.1) : builder.random.uniform(0.5, 3.0);
  builder.body("pier", galleryBox({slot.width, bed.depth, thickness}, {slot.middle, 0.0, -0.5 * thickness}),
               galleryMove("-z", speed, builder.start(), isSlow ? 1e3 : builder.start() + 0.6 / speed));
  builder.fillBed(bed);
  builder.sinkBelow(-0.3);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

/// Grains on a deck that lies on two piers, of which one is taken away.
GalleryScene deckOnPiers(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 10, .mostX = 16, .leastY = 6, .mostY = 8, .mostLayers = 6});
  const double d = builder.diameter();
  const double height = builder.grains(3.0, 7.0);
  const double length = bed.width + 2.0 * d;
  const Vec3 pier(3.0 * d, bed.depth + d, height);
  const double side = 0.5 * length - 0.5 * d;
  builder.body("ground", "{plane: {material: wall}}");
  builder.body("pier", galleryBox(pier, {-side, 0.0, 0.5 * height}));
  builder.body("taken", galleryBox(pier, {side, 0.0, 0.5 * height}),
               galleryMove("-z", 3.0, builder.start(), builder.start() + 0.2));
  builder.body("deck", galleryBox({length, bed.depth, d}, {0.0, 0.0, height + 0.5 * d}), "",
               "density: " + std::to_string(builder.random.whole(1000, 8000)));
  builder.fillBed(bed, height + d);
  return builder.finish(-0.5 * length, 0.5 * length, 0.0);
}

}  // namespace

GalleryScene siloScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({});
  const double thickness = builder.diameter();
  const Slot slot = slotIn(builder, bed.width, 3.5, 9.0);
  builder.body("silo", galleryContainer({bed.width, bed.depth, bed.fillHeight + 0.02}, 0.0, "-z, +z") + ", " +
                           floorBeside(slot, bed.width, bed.depth, thickness));
  addGate(builder, slot, bed.depth, 0.0);
  builder.fillBed(bed);
  builder.sinkBelow(-0.25);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

GalleryScene hopperScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.mostLayers = 14});
  const double d = builder.diameter();
  const double width = bed.width;
  const Slot slot{.width = std::min(builder.grains(3.5, 8.0), 0.5 * width)};
  const double height = std::min(builder.random.uniform(0.6, 2.5) * 0.5 * (width - slot.width), 14.0 * d);
  const double edge = 0.5 * width;
  builder.body("hopper",
               galleryContainer({width, bed.depth, height + bed.fillHeight + 0.02}, 0.0, "-z, +z") + ", " +
                   galleryPrism({{-edge, -d}, {-edge, height}, {slot.left(), 0.0}, {slot.left(), -d}}, bed.depth) +
                   ", " +
                   galleryPrism({{edge, -d}, {edge, height}, {slot.right(), 0.0}, {slot.right(), -d}}, bed.depth));
  addGate(builder, slot, bed.depth, -d);
  builder.fillBed(bed, height);
  builder.sinkBelow(-0.25);
  return builder.finish(-edge, edge, 0.0);
}

GalleryScene hourglassScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.mostLayers = 12});
  const double d = builder.diameter();
  const double edge = 0.5 * bed.width;
  const Slot neck{.width = std::min(builder.grains(3.5, 7.0), 0.4 * bed.width)};
  const double height = std::min(builder.random.uniform(0.5, 1.6) * (edge - 0.5 * neck.width), 12.0 * d);
  const double below = height + bed.settled + builder.grains(2.0, 6.0);
  const auto wedge = [&](double wall, double rim) {
    return galleryPrism({{wall, -height}, {wall, height}, {rim, 0.5 * d}, {rim, -0.5 * d}}, bed.depth);
  };
  builder.body("glass", galleryContainer({bed.width, bed.depth, below + height + bed.fillHeight + d}, -below, "") +
                            ", " + wedge(-edge, neck.left()) + ", " + wedge(edge, neck.right()));
  if (builder.random.chance(0.5)) {
    builder.body("stopper", galleryBox({neck.width, bed.depth, d}, Vec3::Zero()),
                 galleryMove("y", 5.0, builder.start(), builder.start() + 0.2));
  }
  builder.fillBed(bed, height);
  GalleryScene scene = builder.finish(-edge, edge, -below);
  scene.plane = GalleryPlane{};
  return scene;
}

GalleryScene bridgeScene(GalleryBuilder& builder) {
  return builder.random.chance(0.5) ? trapDoor(builder) : deckOnPiers(builder);
}

GalleryScene undercutScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 8, .mostX = 16, .mostLayers = 18});
  const double d = builder.diameter();
  const double length = bed.width + builder.grains(10.0, 20.0);
  const double edge = 0.5 * length;
  const double front = bed.width - edge;  // of the bed, which begins at the left wall
  const double cut = front + builder.grains(-2.0, 6.0);
  const double opening = 0.5;
  const double when = builder.start() + builder.random.uniform(0.4, 0.7);
  const bool isSlow = builder.random.chance(0.5);
  const double speed = isSlow ? builder.random.uniform(0.01, 0.1) : 2.0;
  builder.body("walls", galleryContainer({length, bed.depth, bed.fillHeight + 0.02}, 0.0, "-z, +x, +z"));
  builder.body("retainer", galleryBox({d, bed.depth, bed.fillHeight}, {front + 0.5 * d, 0.0, 0.5 * bed.fillHeight}),
               galleryMove("z", builder.random.uniform(1.0, 4.0), opening, opening + 0.4));
  builder.body("back", galleryBox({cut + edge, bed.depth, 2.0 * d}, {0.5 * (cut - edge), 0.0, -d}));
  builder.body("toe", galleryBox({edge - cut, bed.depth, 2.0 * d}, {0.5 * (cut + edge), 0.0, -d}),
               galleryMove("-z", speed, when, isSlow ? 1e3 : when + 0.4));
  builder.fillBed(bed, 0.0, 0.5 * bed.width - edge);
  builder.sinkBelow(-0.3);
  return builder.finish(-edge, edge, 0.0);
}

GalleryScene floorScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 4, .mostX = 12, .leastY = 4, .mostY = 8, .mostLayers = 20});
  const double speed = builder.random.uniform(0.005, 0.15);
  const double travel = speed * builder.duration() + 2.0 * builder.diameter();
  builder.body("walls", galleryContainer({bed.width, bed.depth, travel + bed.fillHeight}, -travel, "-z, +z"));
  builder.body("floor", fmt::format("{{rectangle: {{size: [{:.5f}, {:.5f}], material: wall}}}}", bed.width, bed.depth),
               galleryMove("-z", speed, builder.start(), 1e3, builder.random.uniform(0.0, 1.0)));
  builder.fillBed(bed);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, -travel);
}

}  // namespace scree
