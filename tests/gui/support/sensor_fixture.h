#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <cctype>
#include <string>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {

/// Split sensors, from their panel and in the view.
class SensorsTest : public GuiTest {
 protected:
  void openBox(const char* scene = nullptr) {
    window().resize(1280, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    open(scene == nullptr ? writeScene("box.yaml", boxScene(5, 20))
                          : std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes" / scene,
         false);
    viewport().layout().setFolded("scene", true);
    viewport().layout().reveal("sensors");
    viewport().requestFrame();
    settle();
  }

  void add(const std::string& shape) {
    const std::size_t before = snapshot().scene.sensors.size();
    std::string button = shape;
    button[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(button[0])));
    click("sensor.add." + button);
    ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == before + 1; }));
    settle();
  }

  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
  const SplitSensor& sensor(std::size_t index) { return snapshot().scene.sensors.at(index).sensor; }

  void move(QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { mouseMove(Qt::LeftButton, to, modifiers); }
  void press(QPoint at, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { mousePress(Qt::LeftButton, modifiers, at); }
  void release(QPoint at) {
    mouseRelease(Qt::LeftButton, Qt::NoModifier, at);
    settle();
  }

  /// A drag of the left button in several moves.
  void dragFrom(QPoint from, QPoint way, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    press(from, modifiers);
    for (int i = 1; i <= 6; ++i) {
      move(from + way * i / 6, modifiers);
    }
    release(from + way);
  }
  /// Until all that was asked of the sensors is in force.
  void arrive() {
    EXPECT_TRUE(waitFor([&] { return viewport().options().askedSensors.empty() && !simulation().isBusy(); }));
    settle();
  }
  QString undoText() { return window().findChild<QAction*>("undo")->text(); }
  QString redoText() { return window().findChild<QAction*>("redo")->text(); }
};

}  // namespace scree::testing
