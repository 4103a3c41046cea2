#include <chrono>
#include <ctime>

#include "app/render/geometry/scene_fit.h"
#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

/// Milliseconds of one frame, the smallest of several: elapsed, and of all processors together.
std::array<double, 2> frameTime(Offscreen& screen, const Camera& camera, const ViewOptions& options) {
  std::array<double, 2> best = {1e9, 1e9};
  for (int i = 0; i < 10; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t busy = std::clock();
    screen.drawOnly(camera, options);
    best[1] = std::min(best[1], 1e3 * static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC);
    best[0] =
        std::min(best[0], std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

TEST(Picture, DrumOfFiveThousandSpheres) {
  Offscreen screen(1280, 720);
  const auto snapshot = drumScene(5000);
  screen.renderer().upload(snapshot);
  const SceneSphere whole = boundingSphere(*snapshot);
  Camera camera;
  frame(camera, whole.place(), whole.radius * 0.8f, 1280.0f / 720.0f);
  ViewOptions options;
  options.range = fitRange(*snapshot, options.colourBy);
  options.selected = static_cast<ParticleId>(snapshot->particles() / 2);
  for (const SphereQuality quality : {SphereQuality::fast, SphereQuality::full}) {
    options.quality = quality;
    const char* name = quality == SphereQuality::fast ? "drum_fast" : "drum_full";
    for (const bool bodies : {false, true}) {
      options.showBodies = bodies;
      const QImage picture = screen.draw(camera, options);
      if (bodies) {
        keepPicture(picture, name);
      }
      const std::array<double, 2> time = frameTime(screen, camera, options);
      std::printf("%s%s: %zu spheres, %.1f ms a frame, %.1f ms of all processors\n", name,
                  bodies ? "" : " without bodies", snapshot->particles(), time[0], time[1]);
    }
  }
}

TEST(Picture, EveryShape) {
  Offscreen screen(1280, 720);
  const auto snapshot = workshopScene();
  screen.renderer().upload(snapshot);
  Camera camera;
  camera.elevation = 0.45f;
  const SceneSphere whole = boundingSphere(*snapshot);
  frame(camera, whole.place(), whole.radius * 0.75f, 1280.0f / 720.0f);
  ViewOptions options;
  options.colourBy = ColourBy::material;
  options.colourMap = suitableColourMap(options.colourBy);
  options.range = fitRange(*snapshot, options.colourBy);
  options.selected = static_cast<ParticleId>(snapshot->particles() - 1);
  options.quality = SphereQuality::full;
  keepPicture(screen.draw(camera, options), "shapes_full");
  options.quality = SphereQuality::fast;
  keepPicture(screen.draw(camera, options), "shapes_fast");
  camera.elevation = -0.2f;
  keepPicture(screen.draw(camera, options), "shapes_below");
}

}  // namespace
}  // namespace scree
