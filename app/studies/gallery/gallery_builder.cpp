#include "app/studies/gallery/gallery_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

constexpr double kSpacing = 1.02;        // distance of the places of a fill [largest diameters]
constexpr double kSolidFraction = 0.58;  // of a bed that has settled between walls
constexpr double kMargin = 0.05;         // distance of a fill from walls [largest diameters]
constexpr int kLeastGrains = 200;
constexpr double kScattered = 2.2;  // height of a fill at random places, over that in layers

double roundedTo(double value, double unit) { return std::round(value / unit) * unit; }

/// Mean of the cube of the diameters [m³].
double meanCube(double smallest, double largest, bool twoSizes) {
  if (largest - smallest < 1e-9) {
    return largest * largest * largest;
  }
  const double a = smallest * smallest * smallest;
  const double b = largest * largest * largest;
  return twoSizes ? 0.5 * (a + b) : 0.25 * (b * largest - a * smallest) / (largest - smallest);
}

/// Stiffness [N/m] at which the weight of 20 large grains makes an overlap of 1/ratio of a diameter.
double stiffnessFor(double diameter, double density, double ratio) {
  const double mass = density * std::numbers::pi / 6.0 * diameter * diameter * diameter;
  return ratio * 20.0 * mass * 9.81 / diameter;
}

}  // namespace

std::string galleryVector(const Vec3& v) { return fmt::format("[{:.5f}, {:.5f}, {:.5f}]", v.x(), v.y(), v.z()); }

std::string galleryBox(const Vec3& size, const Vec3& position) {
  return fmt::format("{{box: {{size: {}, position: {}, material: wall}}}}", galleryVector(size),
                     galleryVector(position));
}

std::string galleryContainer(const Vec3& size, double floor, std::string_view open) {
  return fmt::format("{{container: {{size: {}, position: {}, open: [{}], material: wall}}}}", galleryVector(size),
                     galleryVector({0.0, 0.0, floor + 0.5 * size.z()}), open);
}

std::string galleryPrism(std::initializer_list<std::array<double, 2>> profile, double depth) {
  std::string points;
  for (const std::array<double, 2>& corner : profile) {
    for (const double side : {-0.5, 0.5}) {
      points += (points.empty() ? "" : ", ") + galleryVector({corner[0], side * depth, corner[1]});
    }
  }
  return fmt::format("{{hull: {{points: [{}], material: wall}}}}", points);
}

std::string galleryMove(std::string_view direction, double speed, double start, double stop, double ramp) {
  return fmt::format("{{translate: {{direction: {}, speed: {:.5f}, start: {:.3f}, stop: {:.3f}, ramp: {:.3f}}}}}",
                     direction, speed, start, stop, ramp);
}

GalleryBuilder::GalleryBuilder(GalleryClass kind, int number)
    : random(1000003U * (static_cast<std::uint64_t>(kind) + 1) + static_cast<std::uint64_t>(number)),
      kind_(kind),
      number_(number) {
  drawTimes();
  drawGrains();
}

void GalleryBuilder::drawTimes() {
  const double which = random.uniform(0.0, 1.0);
  timeStep_ = which < 0.75 ? 5e-3 : which < 0.92 ? 2.5e-3 : 1e-3;
  // Scenes with a short step are small, so that no scene takes much longer than others.
  mostGrains_ = timeStep_ < 2e-3 ? 400 : 900;
  duration_ = roundedTo(random.uniform(2.2, timeStep_ < 2e-3 ? 2.6 : 4.0), 0.1);
  start_ = roundedTo(random.uniform(0.8, 1.1), 0.05);
}

void GalleryBuilder::drawGrains() {
  grains_.largest = roundedTo(random.uniform(8e-3, 16e-3), 1e-4);
  grains_.smallest = random.chance(0.2) ? grains_.largest : roundedTo(random.uniform(0.5, 1.0) * grains_.largest, 1e-4);
  grains_.hasTwoSizes = random.chance(0.5);
  isScattered_ = random.chance(0.25);
  pitch_ = kSpacing * grains_.largest;
  grains_.density = roundedTo(random.uniform(1500.0, 4000.0), 10.0);
  sections_.contacts = materialsText();
  const double friction = random.uniform(0.2, 0.9);
  const double rolling = random.chance(0.2) ? 0.0 : random.uniform(0.0, 0.3);
  const double restitution = random.uniform(0.0, 0.6);
  const double stiffness = stiffnessFor(grains_.largest, grains_.density, random.uniform(80.0, 300.0));
  sections_.contacts += fmt::format(
      "default_pair: {{restitution: {:.2f}, friction: {:.2f}, rolling_resistance: {:.2f}, stiffness: {:.0f}, "
      "damping_time: 1 ms}}\n",
      restitution, friction, rolling, stiffness);
  if (random.chance(0.5)) {
    sections_.contacts +=
        fmt::format("pairs:\n  - {{between: [grain, wall], friction: {:.2f}}}\n", random.uniform(0.2, 0.9));
  }
}

GalleryBed GalleryBuilder::bed(const GalleryBedRange& range) {
  GalleryBed bed;
  bed.nx = random.whole(range.leastX, range.mostX);
  bed.ny = random.whole(range.leastY, range.mostY);
  while (bed.nx * bed.ny * 4 > mostGrains_) {
    bed.ny > range.leastY ? --bed.ny : --bed.nx;
  }
  const int wanted = random.whole(kLeastGrains, mostGrains_);
  const int most = std::min(range.mostLayers, mostGrains_ / (bed.nx * bed.ny));
  const int least = std::min(most, (kLeastGrains + bed.nx * bed.ny - 1) / (bed.nx * bed.ny));
  bed.layers = std::clamp(wanted / (bed.nx * bed.ny), least, most);
  bed.width = bed.nx * pitch_ + 2.0 * kMargin * grains_.largest;
  bed.depth = bed.ny * pitch_ + 2.0 * kMargin * grains_.largest;
  bed.fillHeight = fillHeight(bed.layers);
  bed.settled = settledHeight(bed.count(), bed.width * bed.depth);
  return bed;
}

double GalleryBuilder::fillHeight(int layers) const {
  return layers * pitch_ * (isScattered_ ? kScattered : 1.0) + 2.0 * kMargin * grains_.largest;
}

double GalleryBuilder::settledHeight(int count, double area) const {
  return count * std::numbers::pi / 6.0 * meanCube(grains_.smallest, grains_.largest, grains_.hasTwoSizes) /
         (kSolidFraction * area);
}

void GalleryBuilder::body(std::string_view name, const std::string& shapes, const std::string& motion,
                          const std::string& more) {
  sections_.bodies += fmt::format("  {}:\n    shapes: [{}]\n", name, shapes);
  if (!motion.empty()) {
    sections_.bodies += fmt::format("    motion: [{}]\n", motion);
  }
  if (!more.empty()) {
    sections_.bodies += fmt::format("    {}\n", more);
  }
}

std::string GalleryBuilder::sizesText() const {
  if (grains_.largest - grains_.smallest < 1e-9) {
    return fmt::format("diameter: {:.4f}", grains_.largest);
  }
  return grains_.hasTwoSizes
             ? fmt::format("sizes: {{list: {{diameters: [{:.4f}, {:.4f}]}}}}", grains_.smallest, grains_.largest)
             : fmt::format("sizes: {{uniform: {{smallest: {:.4f}, largest: {:.4f}}}}}", grains_.smallest,
                           grains_.largest);
}

void GalleryBuilder::fillBox(const Vec3& foot, const Vec3& size, int count) {
  const double margin = 0.5 * kMargin * grains_.largest;
  const Vec3 half(0.5 * size.x() - margin, 0.5 * size.y() - margin, 0.0);
  const Vec3 lower = foot - half + Vec3(0.0, 0.0, margin);
  const Vec3 upper = foot + half + Vec3(0.0, 0.0, size.z() - margin);
  sections_.particles += fmt::format(
      "  - fill: {{region: {{box: {{lower: {}, upper: {}}}}}, count: {}, {}, layout: {}, material: grain}}\n",
      galleryVector(lower), galleryVector(upper), count, sizesText(), isScattered_ ? "random" : "lattice");
}

void GalleryBuilder::fillCylinder(const Vec3& centre, char axis, double diameter, double length, int count) {
  sections_.particles += fmt::format(
      "  - fill: {{region: {{cylinder: {{position: {}, axis: {}, diameter: {:.5f}, length: {:.5f}}}}}, count: {}, {}, "
      "material: grain}}\n",
      galleryVector(centre), axis, diameter, length, count, sizesText());
}

void GalleryBuilder::fillBed(const GalleryBed& bed, double height, double middle) {
  fillBox({middle, 0.0, height}, {bed.width, bed.depth, bed.fillHeight}, bed.count());
}

void GalleryBuilder::emitter(const Vec3& centre, const Vec3& size, double rate, int count) {
  sections_.emitters +=
      fmt::format("  feed: {{position: {}, size: {}, {}, material: grain, rate: {:.0f}, count: {}}}\n",
                  galleryVector(centre), galleryVector(size), sizesText(), rate, count);
}

void GalleryBuilder::sinkBelow(double height) {
  sections_.sinks +=
      fmt::format("  below: {{position: {}, size: [4, 4, 0.4]}}\n", galleryVector({0.0, 0.0, height - 0.2}));
}

std::string GalleryBuilder::headText() const {
  return fmt::format(
      "scree: 1\nname: {} {} of the gallery\nduration: {:.1f}\ntime_step: {:.4f}\nseed: 1\ngravity: {}\n"
      "solver: {{preset: fast}}\nreduction: {{merging: on}}\n",
      kGalleryClassNames[static_cast<std::size_t>(kind_)], number_, duration_, timeStep_, galleryVector(gravity_));
}

std::string GalleryBuilder::materialsText() const {
  return fmt::format("materials:\n  grain: {{density: {:.0f}}}\n  wall: {{density: 2500}}\n", grains_.density);
}

GalleryScene GalleryBuilder::finish(double left, double right, double floor) const {
  GalleryScene scene{.kind = kind_, .number = number_, .left = left, .right = right, .floor = floor};
  scene.diameter = 0.5 * (grains_.largest + grains_.smallest);
  scene.text = headText() + sections_.contacts + "bodies:\n" + sections_.bodies;
  const auto add = [&scene](const char* section, const std::string& items) {
    scene.text += items.empty() ? "" : std::string(section) + ":\n" + items;
  };
  add("particles", sections_.particles);
  add("emitters", sections_.emitters);
  add("sinks", sections_.sinks);
  scene.text += "bounds: {lower: [-2.5, -2.5, -2.5], upper: [2.5, 2.5, 2.5]}\n";
  return scene;
}

}  // namespace scree
