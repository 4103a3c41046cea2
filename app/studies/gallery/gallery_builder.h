#pragma once

#include <string>
#include <string_view>

#include "app/studies/gallery/gallery_random.h"
#include "app/studies/gallery/gallery_scene.h"

// Text of the scenes of the gallery.
namespace scree {

/// Bed of full layers in a box. The width and the depth have room for whole grains.
struct GalleryBed {
  int nx = 0;               ///< grains along x
  int ny = 0;               ///< grains along y
  int layers = 0;           ///< layers of grains
  double width = 0.0;       ///< along x [m]
  double depth = 0.0;       ///< along y [m]
  double fillHeight = 0.0;  ///< height of the fill before it settles [m]
  double settled = 0.0;     ///< height of the bed at rest, estimated for a solid fraction of 0.58 [m]
  int count() const { return nx * ny * layers; }
};

/// Limits of the random dimensions of a bed, in grains.
struct GalleryBedRange {
  int leastX = 12;
  int mostX = 22;
  int leastY = 3;
  int mostY = 6;
  int mostLayers = 22;
};

/// Draws the grains of a scene and collects the sections of its file. Lengths are in metres.
class GalleryBuilder {
 public:
  GalleryBuilder(GalleryClass kind, int number);

  GalleryRandom random;

  double diameter() const { return grains_.largest; }  ///< diameter of the largest grains
  double pitch() const { return pitch_; }              ///< distance of the grains of a fill
  double duration() const { return duration_; }
  double start() const { return start_; }  ///< time at which the scene's event begins; the bed is at rest then
  int mostGrains() const { return mostGrains_; }
  /// Uniform in [lower, upper) largest diameters [m].
  double grains(double lower, double upper) { return random.uniform(lower, upper) * grains_.largest; }

  GalleryBed bed(const GalleryBedRange& range);
  /// Height of a fill with so many layers before it settles [m].
  double fillHeight(int layers) const;
  /// Height of a bed of so many grains on an area [m].
  double settledHeight(int count, double area) const;

  void setGravity(const Vec3& gravity) { gravity_ = gravity; }
  /// Adds a body. `shapes` and `motion` are items of lists in YAML's flow style; without motion the body is at rest.
  void body(std::string_view name, const std::string& shapes, const std::string& motion = "",
            const std::string& more = "");
  /// Fills a box, given by the middle of its lower face and its size, with grains.
  void fillBox(const Vec3& foot, const Vec3& size, int count);
  /// Fills a cylinder with grains.
  void fillCylinder(const Vec3& centre, char axis, double diameter, double length, int count);
  /// Fills a bed on the floor z = `height` about x = `middle`.
  void fillBed(const GalleryBed& bed, double height = 0.0, double middle = 0.0);
  /// Adds an emitter of so many grains a second, up to `count`.
  void emitter(const Vec3& centre, const Vec3& size, double rate, int count);
  /// Adds a sink that takes out all grains below a height.
  void sinkBelow(double height);

  /// Scene with all that was added.
  GalleryScene finish(double left, double right, double floor) const;

 private:
  void drawGrains();
  void drawTimes();
  std::string sizesText() const;
  std::string headText() const;
  std::string materialsText() const;

  /// Sizes and material of the grains.
  struct Grains {
    double largest = 0.01;     ///< m
    double smallest = 0.01;    ///< m
    bool hasTwoSizes = false;  ///< two diameters, not all between them
    double density = 2500.0;   ///< kg/m³
  };
  /// Sections of the file.
  struct Sections {
    std::string contacts;
    std::string bodies;
    std::string particles;
    std::string emitters;
    std::string sinks;
  };

  GalleryClass kind_;
  int number_;
  double timeStep_ = 5e-3;  // s
  double duration_ = 3.0;   // s
  double start_ = 1.0;      // s
  Grains grains_;
  double pitch_ = 0.0;        // m
  bool isScattered_ = false;  // boxes are filled at random places
  int mostGrains_ = 900;
  Vec3 gravity_ = Vec3(0.0, 0.0, -9.81);
  Sections sections_;
};

/// "[x, y, z]" in metres.
std::string galleryVector(const Vec3& v);
/// Solid box, an item of a list of shapes.
std::string galleryBox(const Vec3& size, const Vec3& position = Vec3::Zero());
/// Box of thin walls whose floor is at z = `floor`; `open` names the missing faces.
std::string galleryContainer(const Vec3& size, double floor, std::string_view open);
/// Prism with a profile in x and z, across the whole depth.
std::string galleryPrism(std::initializer_list<std::array<double, 2>> profile, double depth);
/// Motion along a direction, an item of a list of motions.
std::string galleryMove(std::string_view direction, double speed, double start, double stop, double ramp = 0.0);

}  // namespace scree
