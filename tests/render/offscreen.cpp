#include "tests/render/offscreen.h"

#include <QDir>
#include <QGuiApplication>
#include <QOpenGLFunctions>
#include <cstdlib>
#include <numbers>
#include <stdexcept>

namespace scree {

Offscreen::Application::Application() {
  static int argc = 1;
  static char name[] = "test_render";
  static char* argv[] = {name, nullptr};
  if (QCoreApplication::instance() == nullptr) {
    // Lives to the end of the process, as Qt wants it.
    static const QGuiApplication application(argc, argv);
  }
}

Offscreen::Offscreen(int width, int height) {
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  context_.setFormat(format);
  if (!context_.create()) {
    throw std::runtime_error("no OpenGL context");
  }
  surface_.setFormat(context_.format());
  surface_.create();
  if (!context_.makeCurrent(&surface_)) {
    throw std::runtime_error("the context can't be made current");
  }
  target_ = std::make_unique<QOpenGLFramebufferObject>(width, height, QOpenGLFramebufferObject::CombinedDepthStencil);
  target_->bind();
  renderer_ = std::make_unique<Renderer>();
  std::string message;
  if (!renderer_->initialise(message)) {
    throw std::runtime_error(message);
  }
}

Offscreen::~Offscreen() {
  if (renderer_) {
    renderer_->release();
  }
  target_.reset();
  context_.doneCurrent();
}

void Offscreen::drawOnly(const Camera& camera, const ViewOptions& options) {
  target_->bind();
  renderer_->draw(camera, options, width(), height());
  context_.functions()->glFinish();
}

QImage Offscreen::draw(const Camera& camera, const ViewOptions& options) {
  drawOnly(camera, options);
  return target_->toImage().convertToFormat(QImage::Format_RGB888);
}

void keepPicture(const QImage& image, const std::string& name) {
  if (const char* folder = std::getenv("SCREE_ARTIFACTS")) {
    QDir().mkpath(QString::fromUtf8(folder));
    EXPECT_TRUE(image.save(QString::fromUtf8(folder) + "/" + QString::fromStdString(name) + ".png"));
  }
}

namespace {

template <class T>
void append(SharedList<T>& list, T element) {
  std::vector<T> longer(list.begin(), list.end());
  longer.push_back(element);
  list = SharedList<T>(std::move(longer));
}

}  // namespace

void addSphere(Snapshot& snapshot, const Eigen::Vector3f& centre, float radius, float speed, MaterialIndex material) {
  snapshot.grains.positionRadius.emplace_back(centre.x(), centre.y(), centre.z(), radius);
  snapshot.grains.orientation.emplace_back(0.0f, 0.0f, 0.0f, 1.0f);
  snapshot.grains.velocity.emplace_back(speed, 0.0f, 0.0f);
  snapshot.grains.angularVelocity.emplace_back(0.0f, 0.0f, 0.0f);
  snapshot.grains.overlap.push_back(0.0f);
  snapshot.grains.contactCount.push_back(0);
  append(snapshot.grains.material, material);
  append(snapshot.grains.id, static_cast<ParticleId>(snapshot.grains.id.size()));
  append(snapshot.grains.mass, 1.0f);
}

Camera frontCamera(float distance) {
  Camera camera;
  camera.distance = distance;
  camera.azimuth = -0.5f * std::numbers::pi_v<float>;
  camera.elevation = 0.0f;
  return camera;
}

Eigen::Vector3f lightAt(const QImage& image, int x, int y) {
  const QRgb pixel = image.pixel(x, y);
  const Eigen::Vector3f shown(static_cast<float>(qRed(pixel)), static_cast<float>(qGreen(pixel)),
                              static_cast<float>(qBlue(pixel)));
  return (shown / 255.0f).cwiseAbs2();
}

ViewOptions plain(SphereQuality quality) {
  ViewOptions options;
  options.quality = quality;
  options.showSpinPattern = false;
  return options;
}

std::shared_ptr<Snapshot> cuttingPair() {
  auto snapshot = std::make_shared<Snapshot>();
  addSphere(*snapshot, {-0.35f, 0.0f, 0.0f}, 0.6f, 0.0f);
  addSphere(*snapshot, {0.3f, -0.25f, 0.1f}, 0.5f, 1.0f);
  return snapshot;
}

}  // namespace scree
