#include "app/render/renderer.h"

#include <algorithm>
#include <utility>

#include "app/render/geometry/clip_region.h"
#include "app/render/geometry/layers.h"
#include "app/render/geometry/scene_fit.h"
#include "app/render/geometry/surroundings.h"
#include "app/render/gl/smooth_target.h"
#include "app/render/gl/sphere_buffers.h"
#include "app/render/passes/background_pass.h"
#include "app/render/passes/bed_pass.h"
#include "app/render/passes/body_pass.h"
#include "app/render/passes/capsule_pass.h"
#include "app/render/passes/clip_pass.h"
#include "app/render/passes/ghost_pass.h"
#include "app/render/passes/ground_pass.h"
#include "app/render/passes/line_pass.h"
#include "app/render/passes/outline_pass.h"
#include "app/render/passes/pick_pass.h"
#include "app/render/passes/region_pass.h"
#include "app/render/passes/scene_textures.h"
#include "app/render/passes/sensor_pass.h"
#include "app/render/passes/slice_pass.h"
#include "app/render/passes/sphere_pass.h"

namespace scree {

namespace {

GLuint boundFramebuffer(Gl& gl) {
  GLint name = 0;
  gl.glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &name);
  return static_cast<GLuint>(name);
}

bool hasPlane(const Snapshot& snapshot) {
  return std::any_of(snapshot.scene.bodies.begin(), snapshot.scene.bodies.end(), [](const SnapshotBody& body) {
    return body.shapes && std::any_of(body.shapes->begin(), body.shapes->end(), [](const ShapeInstance& s) {
             return s.visible && std::holds_alternative<Plane>(s.shape);
           });
  });
}

}  // namespace

struct Renderer::Impl {
  /// Options and clip region from which the layers were built.
  struct LayerKey {
    LayerOptions options;
    ClipRegion clip;
    bool operator==(const LayerKey&) const = default;
  };

  std::optional<GlContextWatch> context;
  std::optional<Gl> functions;
  Gl* gl = nullptr;
  std::optional<GlObjects> objects;
  GLuint uniforms = 0;
  bool software = false;
  std::string information = "no OpenGL yet";

  SphereBuffers spheres;
  SceneTextures textures;
  SmoothTarget smooth;
  BackgroundPass background;
  SpherePass spherePass;
  OutlinePass outlines;
  GroundPass ground;
  LinePass lines;
  BodyPass bodies;
  RegionPass regions;
  SensorPass sensors;
  GhostPass ghosts;
  CapsulePass capsules;
  BedPass bed;
  SlicePass slice;
  ClipPass clipOutline;
  PickPass picking;

  std::optional<Gl> (*load)() = nullptr;
  std::unique_ptr<SurroundingsMaker> maker;  // null: surroundings are measured at once when a snapshot is sent
  std::shared_ptr<const Snapshot> snapshot;
  bool sent = false;                  // the snapshot is on the GPU
  std::optional<ColourBy> scalarsOf;  // way of colouring of the values on the GPU; none: to be sent
  std::optional<bool> hasAggregates;  // the snapshot has aggregates; none: not known, numbers not sent
  SceneSphere scene;                  // scene sphere, steadied
  std::uint64_t sceneWorld = 0;       // version of the world in which `scene` was measured; 0: none
  ClipRegion clip;                    // clip region of the last picture
  float grainSize = 1.0f;             // drawn part of a grain's size in the last picture
  float ghostReach = 0.0f;            // distance of the previewed body from the scene's centre in the last picture [m]
  std::optional<LayerKey> layersOf;   // key of the bars on the GPU
  LayerStatistics layerStatistics;

  /// Target of a picture and way of drawing.
  struct Target {
    int width = 0;
    int height = 0;
    bool fast = false;  // grains are drawn as points in place of ray-cast spheres
    bool multisampled = false;
    float lineScale = 1.0f;
  };

  std::unique_ptr<Impl> fresh();
  /// Point from which places on the GPU are counted [m].
  Vec3 origin() const { return snapshot ? snapshot->scene.origin : Vec3(Vec3::Zero()); }
  void send();
  void sendLayers(const ViewOptions& options);
  void measureSurroundings();
  void use(const Surroundings& surroundings);
  void useClip(const ViewOptions& options);
  FrameUniforms frameOf(const Camera& camera, int width, int height, const ViewPart& part) const;
  void begin(const FrameUniforms& frame, int width, int height) const;
  void drawSelected(FrameUniforms frame, std::uint32_t index, bool multisampled) const;
  void drawScene(const FrameUniforms& frame, const ViewPart& part, const ViewOptions& options, const Target& target);
  void drawOutlines(const ViewPart& part, const ViewOptions& options, const Target& target);
  std::optional<PickHit> pick(const Camera& camera, int x, int y, int width, int height, const ViewPart& part);
};

/// Makes an Impl without OpenGL that has the same snapshot and settings.
std::unique_ptr<Renderer::Impl> Renderer::Impl::fresh() {
  auto other = std::make_unique<Impl>();
  other->load = load;
  other->maker = std::move(maker);
  other->snapshot = snapshot;
  return other;
}

Renderer::Renderer(std::optional<Gl> (*functions)()) : impl_(std::make_unique<Impl>()) { impl_->load = functions; }
Renderer::~Renderer() = default;

bool Renderer::initialise(std::string& message) {
  if (impl_->gl != nullptr && impl_->context->isCurrent()) {
    release();
  }
  impl_ = impl_->fresh();
  Impl& me = *impl_;
  me.functions = me.load();
  Gl* gl = me.functions ? &*me.functions : nullptr;
  if (gl == nullptr) {
    message = "The view needs OpenGL 3.3 (core profile), which this graphics driver does not offer.";
    return false;
  }
  me.software = isSoftwareName(glText(*gl, GL_RENDERER));
  me.information = glText(*gl, GL_VENDOR) + ", " + glText(*gl, GL_RENDERER) + ", OpenGL " + glText(*gl, GL_VERSION);
  me.objects.emplace(*gl);
  const GLuint target = boundFramebuffer(*gl);
  std::string trouble;
  me.uniforms = me.objects->buffer();
  me.spheres.initialise(*gl, *me.objects);
  me.textures.initialise(*gl, *me.objects);
  me.smooth.initialise(*gl, *me.objects);
  me.background.initialise(*gl, *me.objects, trouble);
  me.spherePass.initialise(*gl, *me.objects, trouble);
  me.outlines.initialise(*gl, *me.objects, trouble);
  me.ground.initialise(*gl, *me.objects, trouble);
  me.lines.initialise(*gl, *me.objects, trouble);
  me.bodies.initialise(*gl, *me.objects, trouble);
  me.regions.initialise(*me.objects);
  me.sensors.initialise(*gl, *me.objects, trouble);
  me.ghosts.initialise(*gl, *me.objects, trouble);
  me.capsules.initialise(*gl, *me.objects, trouble);
  me.bed.initialise(*gl, *me.objects, trouble);
  me.slice.initialise(*gl, *me.objects, trouble);
  me.clipOutline.initialise(*me.objects);
  me.picking.initialise(*gl, *me.objects, trouble);
  gl->glBindFramebuffer(GL_FRAMEBUFFER, target);
  leaveState(*gl);
  if (!trouble.empty()) {
    me.objects->release();
    message = "The graphics driver (" + me.information + ") can't draw the view: " + trouble;
    return false;
  }
  me.context.emplace();
  me.gl = gl;
  return true;
}

void Renderer::release() {
  if (impl_->gl != nullptr && impl_->context->isAlive()) {
    impl_->objects->release();
  }
  impl_ = impl_->fresh();
}

void Renderer::prepareAside(std::function<void()> ready) {
  impl_->maker = std::make_unique<SurroundingsMaker>(std::move(ready));
}

bool Renderer::isPreparing() const { return impl_->maker != nullptr && impl_->maker->isAwaited(); }

void Renderer::finishPreparing() {
  if (impl_->maker != nullptr) {
    impl_->maker->wait();
  }
}

void Renderer::upload(std::shared_ptr<const Snapshot> snapshot) {
  if (snapshot == impl_->snapshot && (impl_->sent || !snapshot)) {
    return;
  }
  impl_->snapshot = std::move(snapshot);
  impl_->sent = false;
  if (impl_->gl != nullptr) {
    impl_->send();
  }
}

void Renderer::Impl::send() {
  if (sent || !snapshot) {
    return;
  }
  spheres.upload(*gl, *snapshot);
  bodies.upload(*gl, *snapshot);
  measureSurroundings();
  scalarsOf.reset();
  hasAggregates.reset();
  layersOf.reset();
  sent = true;
}

void Renderer::Impl::measureSurroundings() {
  if (maker != nullptr && sceneWorld != 0 && sceneWorld == snapshot->run.worldVersion) {
    maker->ask(snapshot, clip);
  } else {
    use(surroundingsOf(*snapshot, clip));  // surroundings of another world would be wrong
  }
}

void Renderer::Impl::use(const Surroundings& found) {
  textures.uploadDensity(*gl, found.density);
  scene = sceneWorld == found.world && sceneWorld != 0 ? steadied(scene, found.scene) : found.scene;
  sceneWorld = found.world;
}

void Renderer::Impl::useClip(const ViewOptions& options) {
  const ClipRegion now = regionOf(options.clip, origin());
  const bool same = now == clip;
  clip = now;
  grainSize = options.layers.drawnGrainSize();
  if (!same && sent && snapshot) {
    measureSurroundings();
  }
}

void Renderer::Impl::sendLayers(const ViewOptions& options) {
  LayerKey wanted{options.layers, clip};
  if (options.selectedPart && options.selectedPart->isJoint) {
    wanted.options.markedJoint = options.selectedPart->index;
  }
  if (!snapshot || layersOf == wanted) {
    return;
  }
  const LayerPicture picture = makeLayers(*snapshot, wanted.options, options.clip);
  capsules.upload(*gl, picture.capsules);
  layerStatistics = picture.statistics;
  layersOf = wanted;
}

FrameUniforms Renderer::Impl::frameOf(const Camera& camera, int width, int height, const ViewPart& part) const {
  float reach = snapshot && hasPlane(*snapshot) ? groundReach(scene) : 1.7f * scene.radius;
  if (snapshot) {
    reach = std::max(reach, sensorReach(*snapshot, scene));
  }
  reach = std::max(reach, ghostReach);
  const auto toTarget = static_cast<float>((camera.target - scene.place()).norm());
  FrameUniforms frame = cameraUniforms(camera, origin(), toTarget + reach, width, height);
  shiftSight(frame, part.middle);
  frame.options.w() = grainSize;
  clip.write(frame);
  return frame;
}

void Renderer::Impl::begin(const FrameUniforms& frame, int width, int height) const {
  resetState(*gl);
  gl->glViewport(0, 0, width, height);
  streamBuffer(*gl, GL_UNIFORM_BUFFER, uniforms, &frame, sizeof(frame));
  gl->glBindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms);
}

void Renderer::useSceneOf(Renderer& other) {
  if (impl_->gl != nullptr && other.impl_->gl != nullptr) {
    other.impl_->send();
    impl_->send();
    impl_->scene = other.impl_->scene;
  }
}

void Renderer::draw(const Camera& camera, const ViewOptions& options, int width, int height, const ViewPart& part,
                    float lineScale) {
  Impl& me = *impl_;
  if (me.gl == nullptr || width <= 0 || height <= 0) {
    return;
  }
  Gl& gl = *me.gl;
  me.useClip(options);
  me.send();
  const std::optional<Surroundings> found = me.maker != nullptr ? me.maker->take() : std::nullopt;
  if (found && me.snapshot && found->world == me.snapshot->run.worldVersion) {
    me.use(*found);
  }
  me.sendLayers(options);
  const GhostBody& ghost = options.ghost;
  me.ghostReach =
      ghost.mesh != nullptr ? static_cast<float>((ghost.centre - me.scene.place()).norm()) + ghost.radius : 0.0f;
  if (me.snapshot && me.scalarsOf != options.colourBy) {
    me.spheres.uploadScalars(gl, *me.snapshot, options.colourBy);
    me.scalarsOf = options.colourBy;
  }
  const bool fast =
      options.quality == SphereQuality::fast || (options.quality == SphereQuality::automatic && me.software);
  const GLuint target = boundFramebuffer(gl);
  GLint samples = 0;
  gl.glGetIntegerv(GL_SAMPLES, &samples);
  const bool ownTarget = !fast && samples == 0 && me.smooth.begin(gl, width, height);
  const bool multisampled = ownTarget || samples > 0;
  FrameUniforms frame = me.frameOf(camera, width, height, part);
  // Only lines use the size of the viewport: with fewer, larger pixels they are wider.
  frame.viewport.head<2>() /= lineScale;
  frame.viewport.tail<2>() *= lineScale;
  frame.options.x() = options.showSpinPattern ? 1.0f : 0.0f;
  frame.options.z() = multisampled ? 1.0f : 0.0f;
  me.textures.use(gl, colourMapFor(options.colourBy, options.colourMap), options.range, frame);
  me.begin(frame, width, height);
  if (!part.isWhole(width)) {
    gl.glEnable(GL_SCISSOR_TEST);
    gl.glScissor(std::max(part.left, 0), 0, std::max(std::min(part.right, width) - std::max(part.left, 0), 0), height);
  }
  me.drawScene(frame, part, options, {width, height, fast, multisampled, lineScale});
  if (ownTarget) {
    me.smooth.end(gl, target);
  }
  gl.glDisable(GL_SCISSOR_TEST);
  leaveState(gl);
}

void Renderer::Impl::drawScene(const FrameUniforms& frame, const ViewPart& part, const ViewOptions& options,
                               const Target& target) {
  background.draw(*gl, options.lightBackdrop);
  if (!snapshot) {
    return;
  }
  const Eigen::Vector3f eye = frame.eye.head<3>();
  if (target.fast) {
    spherePass.drawFast(*gl, spheres, *snapshot, frame, part);
  } else {
    spherePass.drawFull(*gl, spheres, target.multisampled);
  }
  if (showsOutlines(options)) {
    drawOutlines(part, options, target);
  }
  std::optional<std::uint32_t> selected;
  if (options.selected) {
    const auto found = std::lower_bound(snapshot->grains.id.begin(), snapshot->grains.id.end(), *options.selected);
    if (found != snapshot->grains.id.end() && *found == *options.selected) {
      selected = static_cast<std::uint32_t>(found - snapshot->grains.id.begin());
    }
  }
  if (selected && clip.isCut(snapshot->grains.positionRadius[*selected].head<3>())) {
    drawSelected(frame, *selected, target.multisampled);
  }
  capsules.draw(*gl, target.multisampled);
  bed.draw(*gl, *snapshot, options.layers, sliceColours(options));
  slice.draw(*gl, *snapshot, options.layers.fields, sliceColours(options));
  if (options.showBodies) {
    ground.draw(*gl, *snapshot, scene, eye, options.bodyOpacity, false, options.lightBackdrop);
    bodies.draw(*gl, lines, *snapshot, frame, options.bodyOpacity, options.clip.on && options.clip.bodies,
                options.selectedPart);
    ground.draw(*gl, *snapshot, scene, eye, options.bodyOpacity, true, options.lightBackdrop);
  }
  if (options.showRegions) {
    regions.draw(*gl, lines, *snapshot);
  }
  if (options.showSensors) {
    std::vector<SnapshotSensor> drawn = shownSensors(*snapshot, options);
    drawn.insert(drawn.end(), options.proposedSensors.begin(), options.proposedSensors.end());
    sensors.draw(*gl, lines, drawn, options.selectedSensor, scene, eye);
  }
  ghosts.draw(*gl, lines, options.ghost, origin());
  if (options.clip.on) {
    clipOutline.draw(*gl, lines, options.clip, scene);
  }
  if (selected) {
    Eigen::Vector4f grain = snapshot->grains.positionRadius[*selected];
    grain.w() *= grainSize;
    spherePass.drawHalo(*gl, grain);
  }
}

/// Draws the outlines of aggregates over the spheres; everything drawn later lies on top.
void Renderer::Impl::drawOutlines(const ViewPart& part, const ViewOptions& options, const Target& target) {
  if (!hasAggregates) {
    hasAggregates = spheres.uploadAggregates(*gl, *snapshot);
  }
  const GLuint picture = boundFramebuffer(*gl);
  if (*hasAggregates && outlines.begin(*gl, target.width, target.height)) {
    spherePass.drawAggregates(*gl, spheres, *snapshot, target.fast);
    // No aggregate has a dark colour, while the low end of most colour maps is nearly black.
    outlines.end(*gl, picture, part, target.lineScale, options.colourBy != ColourBy::aggregate);
  }
}

void Renderer::Impl::drawSelected(FrameUniforms frame, std::uint32_t index, bool multisampled) const {
  FrameUniforms whole = frame;
  ClipRegion().write(whole);
  streamBuffer(*gl, GL_UNIFORM_BUFFER, uniforms, &whole, sizeof(whole));
  spherePass.drawOne(*gl, spheres, *snapshot, index, multisampled);
  streamBuffer(*gl, GL_UNIFORM_BUFFER, uniforms, &frame, sizeof(frame));
}

std::optional<PickHit> Renderer::Impl::pick(const Camera& camera, int x, int y, int width, int height,
                                            const ViewPart& part) {
  if (gl == nullptr || !snapshot || width <= 0 || height <= 0) {
    return std::nullopt;
  }
  send();
  const GLuint target = boundFramebuffer(*gl);
  const FrameUniforms frame = frameOf(camera, width, height, part);
  begin(frame, width, height);
  std::optional<PickHit> hit = picking.pick(*gl, spheres, frame, uniforms, x, height - 1 - y);
  gl->glBindFramebuffer(GL_FRAMEBUFFER, target);
  gl->glViewport(0, 0, width, height);
  leaveState(*gl);
  return hit;
}

std::optional<std::size_t> Renderer::pick(const Camera& camera, int x, int y, int width, int height,
                                          const ViewPart& part) {
  const std::optional<PickHit> hit = impl_->pick(camera, x, y, width, height, part);
  return hit ? std::optional(hit->index) : std::nullopt;
}

std::optional<Vec3> Renderer::pointAt(const Camera& camera, int x, int y, int width, int height, const ViewPart& part) {
  const std::optional<PickHit> hit = impl_->pick(camera, x, y, width, height, part);
  return hit && hit->exact ? std::optional<Vec3>(impl_->origin() + hit->point.cast<double>()) : std::nullopt;
}

const LayerStatistics& Renderer::layerStatistics() const { return impl_->layerStatistics; }
bool Renderer::isSoftware() const { return impl_->software; }
std::string Renderer::graphicsInformation() const { return impl_->information; }

}  // namespace scree
