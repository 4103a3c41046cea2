#include "app/studies/gallery/gallery_run.h"

#include <chrono>
#include <cmath>
#include <exception>

#include "app/console/signals.h"
#include "app/studies/gallery/gallery_observer.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"

namespace scree {

GalleryRun runGallery(const GalleryScene& scene, const GalleryCase& what) {
  std::vector<SceneOverride> overrides = what.settings;
  overrides.push_back({"seed", std::to_string(what.seed)});
  overrides.push_back({"reduction.merging", what.merging ? "on" : "off"});
  SceneResult loaded = loadSceneText(scene.text, scene.name() + ".yaml", overrides);
  if (!loaded.scene) {
    return {.refusal = loaded.errors.empty() ? "the scene does not load" : loaded.errors.front().text()};
  }
  World& world = loaded.scene->world;
  StepData data;
  GalleryObserver observer(scene, what, loaded.scene->duration);
  const auto steps = std::lround(loaded.scene->duration / world.parameters.timeStep);
  double wall = 0.0;
  try {
    for (long i = 0; i < steps && signalReceived() == 0; ++i) {
      const auto before = std::chrono::steady_clock::now();
      step(world, data);
      wall += std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
      observer.add(world, measureWorld(world));
    }
  } catch (const std::exception& error) {
    return {.refusal = error.what()};
  }
  GalleryRun run = observer.finish(world);
  run.wall = wall;
  return run;
}

}  // namespace scree
