#pragma once

#include <string>
#include <vector>

#include "app/viewport/handles/gizmo_math.h"
#include "engine/measures/measure_list.h"
#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {

/// Measures, placed by the mouse in a box of 120 mm x 120 mm x 300 mm with grains.
class MeasureTest : public SensorsTest {
 protected:
  void openMeasures(int side = 5) {
    window().resize(1280, 800);
    ASSERT_TRUE(waitFor([&] { return window().height() == 800; }));
    open(writeScene("box.yaml", boxScene(side, 20)), false);
    viewport().layout().reveal("measure");
    viewport().requestFrame();
    settle();
  }

  MeasureList& measures() { return viewport().options().measures; }
  const Measure& only() { return measures().at(0); }
  /// Pixel of a point of the world.
  QPoint pixelOf(const Vec3& point) {
    const GizmoView view{viewport().camera().now(), viewport().width(), viewport().height(), 0.0};
    const Vec2 at = view.pixelOf(point).value_or(Vec2(0, 0));
    return {static_cast<int>(std::lround(at.x())), static_cast<int>(std::lround(at.y()))};
  }
  double metresPerPixel(const Vec3& point) {
    return GizmoView{viewport().camera().now(), viewport().width(), viewport().height(), 0.0}.metresPerPixel(point);
  }
  /// Value of the selected measure by its column.
  double value(std::size_t column, std::uint64_t id = 1) {
    const MeasureReading* reading = snapshot().run.measures->find(id);
    return reading == nullptr ? -1.0 : reading->values.at(column);
  }
  /// Until the run is followed with the measures of the view.
  void arriveMeasures() {
    ASSERT_TRUE(waitFor(
        [&] { return sameMeasures(measures(), *snapshot().run.measures->measures) && !simulation().isBusy(); }));
    settle();
  }
  void stepBy(int count) {
    const std::uint64_t wanted = snapshot().run.step + static_cast<std::uint64_t>(count);
    simulation().step(count);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == wanted && !simulation().isBusy(); }, 60000));
    settle();
  }
  /// Places a flow over all of the box at a height [m], by the mouse and the panel.
  void placeFlow(const QString& heightInMillimetres) {
    click("measure_flow");
    clickView(freePoint());
    typeInto("measure.centre.x", "0");
    typeInto("measure.centre.y", "0");
    typeInto("measure.centre.z", heightInMillimetres);
    typeInto("measure.width", "400");
    typeInto("measure.height", "400");
    arriveMeasures();
  }
};

}  // namespace scree::testing
