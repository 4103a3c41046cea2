#include "app/film/stills.h"

#include <QImage>
#include <chrono>
#include <exception>
#include <utility>

#include "app/document/simulation.h"
#include "app/film/picture_file.h"
#include "app/viewport/viewport.h"

namespace scree {

namespace {

/// Draws a picture and writes it. Returns an empty string, or a message with the error.
QString paintAndWrite(SnapshotPainter& painter, const Shot& shot, PixelSize size, int smoothing, const QString& file) {
  RgbaImage picture;
  picture.resize(size.width, size.height);
  QString problem;
  try {
    painter.paint(shot, smoothing, picture);
  } catch (const std::exception& trouble) {
    problem = QString("No picture of %1 x %2 pixels could be drawn: %3")
                  .arg(size.width)
                  .arg(size.height)
                  .arg(QString::fromUtf8(trouble.what()));
  }
  painter.leaveThread();
  if (!problem.isEmpty()) {
    return problem;
  }
  const QImage image(picture.pixels.data(), size.width, size.height, static_cast<qsizetype>(picture.rowBytes()),
                     QImage::Format_RGBX8888);
  return writePicture(picture.bottomUp ? image.mirrored() : image, file);
}

}  // namespace

Stills::Stills(Simulation& simulation, Viewport& viewport)
    : simulation_(simulation), viewport_(viewport), shots_(simulation, viewport) {}

bool Stills::begin(PixelSize size, int smoothing, const QString& file) {
  if (problem_.valid()) {
    return false;
  }
  file_ = file;
  try {
    painter_ = std::make_unique<SnapshotPainter>();
  } catch (const std::exception& trouble) {
    std::promise<QString> failed;
    failed.set_value(QString("No picture can be drawn: %1").arg(QString::fromUtf8(trouble.what())));
    problem_ = failed.get_future();
    return true;
  }
  ShotRequest request;
  const RecordChoices& choices = viewport_.memory().record;
  PictureMarks marks = choices.pictureMarks;
  marks[PictureMark::legend] = viewport_.memory().showLegend;
  if (marks != PictureMarks{{false, false, false, false, false}}) {
    request.overlay = OverlayRequest{.marks = marks, .title = choices.title, .caption = choices.caption};
  }
  Shot shot = shots_.make(simulation_.snapshot(), size, request);
  problem_ = std::async(std::launch::async, [painter = painter_.get(), shot = std::move(shot), size, smoothing, file] {
    return paintAndWrite(*painter, shot, size, smoothing, file);
  });
  return true;
}

std::optional<QString> Stills::poll() {
  if (!problem_.valid() || problem_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  const QString problem = problem_.get();
  painter_.reset();
  return problem.isEmpty() ? "Picture saved as " + file_ : problem;
}

}  // namespace scree
