#include <fmt/format.h>

#include <algorithm>

#include "app/studies/gallery/gallery_parts.h"

// Classes in which a bed rests, or walls and bodies move against it.
namespace scree {

namespace {

/// Horizontal plate between two parts of a bed.
void buryPlate(GalleryBuilder& builder, const GalleryBed& bed, const std::string& motion) {
  const int below = std::max(2, bed.layers / 2);
  const double thickness = builder.grains(0.5, 1.0);
  const double bottom = builder.fillHeight(below);
  const double length = builder.random.uniform(0.3, 0.6) * bed.width;
  builder.body("plate", galleryBox({length, bed.depth, thickness}, {0.0, 0.0, bottom + 0.5 * thickness}), motion);
  const int layer = bed.nx * bed.ny;
  const int above = std::max(1, bed.layers - below);
  builder.fillBox({0.0, 0.0, 0.0}, {bed.width, bed.depth, bottom}, below * layer);
  builder.fillBox({0.0, 0.0, bottom + thickness}, {bed.width, bed.depth, builder.fillHeight(above)}, above * layer);
}

/// Vertical plate in the middle of a bed.
void drivePlate(GalleryBuilder& builder, const GalleryBed& bed, const std::string& motion) {
  const double thickness = builder.grains(0.5, 1.5);
  const double bottom = builder.grains(1.0, 4.0);
  const double height = bed.fillHeight + 0.02;
  builder.body("plate", galleryBox({thickness, bed.depth, height}, {0.0, 0.0, bottom + 0.5 * height}), motion);
  const int half = bed.nx / 2;
  const double width = half * builder.pitch() + 0.1 * builder.diameter();
  for (const double side : {-1.0, 1.0}) {
    builder.fillBox({side * 0.5 * (width + thickness), 0.0, 0.0}, {width, bed.depth, bed.fillHeight},
                    half * bed.ny * bed.layers);
  }
}

/// Ball that is thrown up at the start, and falls on the bed when it is at rest.
void throwBall(GalleryBuilder& builder, const GalleryBed& bed) {
  const double diameter = std::min(builder.grains(1.5, 4.0), 0.7 * bed.depth);
  const double flight = builder.random.uniform(0.5, 0.9);
  const int density = builder.random.whole(1000, 8000);
  const Vec3 position(builder.random.uniform(-0.2, 0.2) * bed.width, 0.0,
                      bed.fillHeight + 0.5 * diameter + builder.diameter());
  builder.body("ball", fmt::format("{{sphere: {{diameter: {:.5f}, material: wall}}}}", diameter), "",
               fmt::format("density: {}\n    position: {}\n    velocity: [0, 0, {:.3f}]", density,
                           galleryVector(position), 0.5 * 9.81 * flight));
}

}  // namespace

GalleryScene boxScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 8, .mostX = 22, .leastY = 3, .mostY = 9});
  builder.body("box", galleryContainer({bed.width, bed.depth, bed.fillHeight + 0.02}, 0.0, "+z"));
  builder.fillBed(bed);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

GalleryScene retainingScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 10, .mostX = 18, .mostLayers = 18});
  const double thickness = 2.0 * builder.diameter();
  const double speed = builder.random.uniform(0.002, 0.1);
  const double way = std::min(speed * (builder.duration() - builder.start()), builder.grains(1.0, 8.0));
  const double left = -0.5 * bed.width;
  const double length = bed.width + thickness + way + builder.diameter();
  builder.body("ground", fmt::format("{{container: {{size: {}, position: {}, open: [+z], material: wall}}}}",
                                     galleryVector({length, bed.depth, bed.fillHeight + 0.02}),
                                     galleryVector({left + 0.5 * length, 0.0, 0.5 * (bed.fillHeight + 0.02)})));
  builder.body("wall",
               galleryBox({thickness, bed.depth, bed.fillHeight},
                          {0.5 * bed.width + 0.5 * thickness, 0.0, 0.5 * bed.fillHeight}),
               galleryMove("x", speed, builder.start(), builder.start() + way / speed));
  builder.fillBed(bed);
  return builder.finish(left, 0.5 * bed.width, 0.0);
}

GalleryScene pressScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 12, .mostX = 22, .mostLayers = 16});
  const double d = builder.diameter();
  const double length = builder.random.uniform(0.2, 0.6) * bed.width;
  const double start = bed.fillHeight + 2.0 * d;
  // The plate goes down fast to a diameter above the bed, and then slowly into it.
  const double approach = std::max(0.0, start - bed.settled - d);
  const double fast = approach / (builder.start() - 0.5);
  const double slow = builder.random.uniform(0.005, 0.1);
  const double depth = std::min(d + builder.grains(1.0, 5.0), d + std::max(0.0, bed.settled - 4.0 * d));
  builder.body("box", galleryContainer({bed.width, bed.depth, start + 3.0 * d}, 0.0, "+z"));
  builder.body("plate", galleryBox({length, bed.depth, d}, {0.0, 0.0, start + 0.5 * d}),
               galleryMove("-z", fast, 0.5, builder.start()) + ", " +
                   galleryMove("-z", slow, builder.start(), builder.start() + depth / slow));
  builder.fillBed(bed);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

GalleryScene pullOutScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 12, .mostX = 20, .mostLayers = 14});
  const double d = builder.diameter();
  const std::string motion = galleryMove("z", builder.random.uniform(0.005, 0.15), builder.start(), 1e3);
  const bool isBuried = builder.random.chance(0.5);
  const double width = bed.width + (isBuried ? 0.0 : 2.0 * d);
  builder.body("box", galleryContainer({width, bed.depth, 2.0 * bed.fillHeight + 4.0 * d}, 0.0, "+z"));
  isBuried ? buryPlate(builder, bed, motion) : drivePlate(builder, bed, motion);
  return builder.finish(-0.5 * width, 0.5 * width, 0.0);
}

GalleryScene bumpScene(GalleryBuilder& builder) {
  const GalleryBed bed = builder.bed({.leastX = 12, .mostX = 20, .leastY = 4, .mostY = 7, .mostLayers = 14});
  const double d = builder.diameter();
  const double way = builder.grains(0.3, 1.5);
  const double speed = builder.random.uniform(0.05, 1.0);
  const std::string knock = galleryMove("x", speed, builder.start(), builder.start() + way / speed);
  const double length = bed.width + 4.0 * d;
  const double height = bed.fillHeight + 0.02;
  const int kind = builder.random.whole(0, 2);
  if (kind == 0) {
    builder.body("box", galleryContainer({bed.width, bed.depth, height}, 0.0, "+z"));
    throwBall(builder, bed);
  } else if (kind == 1) {
    builder.body("box", galleryContainer({bed.width, bed.depth, height}, 0.0, "+z"), knock);
  } else {
    builder.body("box", galleryContainer({length, bed.depth, height}, 0.0, "+z"));
    builder.body("ram", galleryBox({2.0 * d, bed.depth, height}, {-0.5 * bed.width - d, 0.0, 0.5 * height}), knock);
  }
  builder.fillBed(bed);
  return builder.finish(-0.5 * bed.width, 0.5 * bed.width, 0.0);
}

}  // namespace scree
