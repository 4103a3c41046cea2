#include <chrono>

#include "tests/render/drum_scene.h"
#include "tests/render/offscreen.h"

namespace scree {
namespace {

/// Milliseconds of one frame, the smallest of several.
double frameTime(Offscreen& screen, const Camera& camera, const ViewOptions& options) {
  double best = 1e9;
  for (int i = 0; i < 8; ++i) {
    const auto start = std::chrono::steady_clock::now();
    screen.drawOnly(camera, options);
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

TEST(Picture, DrumOfFiveThousandSpheres) {
  Offscreen screen(1280, 720);
  const auto snapshot = drumScene(5000);
  screen.renderer().upload(snapshot);
  const SceneSphere whole = boundingSphere(*snapshot);
  Camera camera;
  frame(camera, whole.centre, whole.radius * 0.8f, 1280.0f / 720.0f);
  ViewOptions options;
  options.range = fitRange(*snapshot, options.colourBy);
  options.selected = static_cast<ParticleId>(snapshot->particles() / 2);
  for (const SphereQuality quality : {SphereQuality::fast, SphereQuality::full}) {
    options.quality = quality;
    const char* name = quality == SphereQuality::fast ? "drum_fast" : "drum_full";
    keepPicture(screen.draw(camera, options), name);
    const double time = frameTime(screen, camera, options);
    RecordProperty(name, std::to_string(time));
    std::printf("%s: %zu spheres, %.1f ms a frame\n", name, snapshot->particles(), time);
  }
}

}  // namespace
}  // namespace scree
