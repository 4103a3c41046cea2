#pragma once

#include <QImage>
#include <filesystem>
#include <string>

#include "app/film/filming.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {

/// A small window with the Record panel, and a folder for films.
class FilmsTest : public GuiTest {
 protected:
  void SetUp() override {
    GuiTest::SetUp();
    window().resize(1160, 640);
    choices().folder = films().string();
    key(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    // Software OpenGL draws small pictures fast.
    choices().sizePreset = kOwnSize;
    choices().ownSize = {800, 450};
    choices().framesPerSecond = 24;
  }

  std::filesystem::path films() { return std::filesystem::path(folder_.path().toStdString()) / "films"; }
  RecordChoices& choices() { return viewport().memory().record; }
  Filming& filming() { return window().filming(); }
  bool waitForEnd() {
    const bool ended = waitFor([&] { return filming().status().state == RecordStatus::State::idle; }, 120000);
    viewport().requestFrame();  // the result moves the rows below it
    settle();
    return ended;
  }
  /// Films one frame of the scene as it stands, as a picture.
  QImage oneFrame() {
    choices().format = FilmFormat::pictures;
    choices().stopAfter = 0.01;
    key(Qt::Key_R, Qt::ControlModifier);
    EXPECT_TRUE(waitForEnd());
    EXPECT_FALSE(filming().status().lastFailed) << filming().status().last;
    return QImage(QString::fromStdString(filming().status().file) + "/00001.png");
  }
  std::size_t filesOfFilms() {
    std::error_code none;
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(films(), none)) {
      count += entry.exists() ? 1 : 0;
    }
    return count;
  }
};

/// Rectangle around the pixels that differ.
inline QRect differingRect(const QImage& a, const QImage& b) {
  QRect around;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      if (a.pixel(x, y) != b.pixel(x, y)) {
        around = around.united(QRect(x, y, 1, 1));
      }
    }
  }
  return around;
}

}  // namespace scree::testing
