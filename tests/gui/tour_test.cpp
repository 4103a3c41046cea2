// A tour through the window as a user takes it, with mouse and keys: its pictures are kept for people to look at.
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "app/film/filming.h"
#include "app/widgets/widgets.h"
#include "engine/snapshot/twin_snapshot.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/video/film_reader.h"

namespace scree::testing {
namespace {

/// The shipped conveyor in small: a ridge of grains that rides on a belt and falls off at its end.
constexpr const char* kConveyor = R"(scree: 1
name: Small conveyor
description: A ridge of grains on a belt.
time_step: 5 ms
solver: {preset: fast}
materials:
  ore: {density: 3700 kg/m3}
  belt: {density: 1200 kg/m3}
default_pair: {restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3 kN/m, damping_time: 1 ms}
bodies:
  belt:
    shapes:
      - rectangle: {size: [400 mm, 200 mm], position: [200 mm, 0, 0], material: belt}
    motion:
      - belt: {shape: 0, direction: x, speed: 0.02 m/s}
  stop:
    position: [0, 0, 60 mm]
    shapes:
      - rectangle: {size: [120 mm, 200 mm], normal: x, material: belt}
particles:
  - fill:
      region: {box: {lower: [12 mm, -40 mm, 10 mm], upper: [250 mm, 40 mm, 70 mm]}}
      count: 320
      diameter: 13 mm
      material: ore
sinks:
  discharge:
    position: [300 mm, 0, -150 mm]
    size: [1 m, 1 m, 100 mm]
bounds: {lower: [-1 m, -1 m, -1 m], upper: [2 m, 1 m, 1 m]}
view: {target: [190 mm, 0, 20 mm], distance: 0.75 m, azimuth: -65 deg, elevation: 25 deg}
)";

class TourTest : public GuiTest {
 protected:
  const Timeline& timeline() { return snapshot().run.timeline; }
  std::uint64_t splitsBySensor() {
    return snapshot().reduction.counts.splits[static_cast<std::size_t>(SplitCause::sensor)];
  }
  /// Splits by a sensor among the events that are logged.
  std::size_t loggedSplitsBySensor() {
    const EventHistory& events = *snapshot().run.events;
    std::size_t count = 0;
    for (std::uint64_t n = events.first(); n < events.end(); ++n) {
      count += events.at(n).event.cause == SplitCause::sensor ? 1 : 0;
    }
    return count;
  }
  void show(std::initializer_list<const char*> wanted) {
    for (const char* panel : {"run", "colour", "layers", "scene", "inspector", "sensors", "record", "history", "solver",
                              "reduction", "twin", "residual", "timing"}) {
      viewport().layout().setFolded(panel, std::ranges::find(wanted, std::string_view(panel)) == wanted.end());
    }
    for (const char* panel : wanted) {
      viewport().layout().reveal(panel);
    }
    viewport().requestFrame();
    settle();
  }
  void setNumber(std::string_view name, const QString& value) {
    mouseClick(Qt::LeftButton, Qt::ControlModifier, at(name));
    settle();
    key(Qt::Key_A, Qt::ControlModifier);
    type(value);
    key(Qt::Key_Return);
  }
  QPoint stripAt(double part) {
    const ProbeRect rect = probeOf("timeline").value();
    return {static_cast<int>(std::lround(static_cast<double>(rect.x0) + part * static_cast<double>(rect.x1 - rect.x0))),
            static_cast<int>((rect.y0 + rect.y1) / 2)};
  }
  bool play(const std::function<bool()>& until) {
    key(Qt::Key_Space);
    const bool done = waitFor(until, 120000);
    key(Qt::Key_Space);
    return waitFor([&] { return simulation().runState() == RunState::paused && !simulation().isBusy(); }, 30000) &&
           done;
  }
};

TEST_F(TourTest, FromTheConveyorToAFilmOfItsTwin) {
  window().resize(1280, 860);
  ASSERT_TRUE(waitFor([&] { return window().height() == 860; }));
  open(writeScene("conveyor.yaml", kConveyor), false);
  show({"run", "scene", "solver"});
  keepPicture("tour_1_open");

  // Merging on, and coloured by who moves with whom.
  show({"colour", "reduction"});
  click("merging.on");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.reduction.merging == Switch::on; }));
  click("colour_by");
  click("colour_by.Aggregate");
  ASSERT_EQ(viewport().options().colourBy, ColourBy::aggregate);
  ASSERT_TRUE(play([&] { return snapshot().reduction.level.level() > 0.5; }))
      << "h " << snapshot().reduction.level.level();
  settle();
  keepPicture("tour_2_aggregates");

  // A split sensor dragged through the pile splits what it meets.
  show({"sensors", "reduction"});
  click("sensor.add.Box");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }));
  settle();
  const std::uint64_t before = splitsBySensor();
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::playing; }));
  const QPoint handle = at("sensor_handle.0");
  mousePress(Qt::LeftButton, Qt::NoModifier, handle);
  for (int i = 1; i <= 4; ++i) {
    const QPoint place = handle + QPoint(-25 * i, 4 * i);
    QMouseEvent move(QEvent::MouseMove, place, viewport().mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&viewport(), &move);
    const std::uint64_t step = snapshot().run.step;
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step > step + 3; }, 30000));
  }
  keepPicture("tour_3_sensor");
  mouseRelease(Qt::LeftButton, Qt::NoModifier, handle + QPoint(-100, 16));
  EXPECT_TRUE(waitFor([&] { return splitsBySensor() > before; }, 30000));
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused && !simulation().isBusy(); }, 30000));
  EXPECT_EQ(loggedSplitsBySensor(), splitsBySensor()) << "the log of events has each of them";

  // Warm starting off and on again.
  const WarmStart warm = snapshot().scene.parameters.warmStart;
  ASSERT_NE(warm, WarmStart::off);
  key(Qt::Key_W);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == WarmStart::off; }));
  show({"solver", "residual"});
  const std::uint64_t from = snapshot().run.step;
  ASSERT_TRUE(play([&] { return snapshot().run.step > from + 10; }));
  keepPicture("tour_4_warm_start_off");
  key(Qt::Key_W);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == warm; }));

  // Back in time, and on from there with a change: a fork.
  dragView(stripAt(0.95), stripAt(0.6));
  ASSERT_TRUE(waitFor([&] { return timeline().past && !timeline().seekTo; }, 60000));
  settle();
  keepPicture("tour_5_past");
  const std::uint64_t here = snapshot().run.step;
  EXPECT_EQ(timeline().forks, 0U);
  click("resume_here");
  ASSERT_TRUE(waitFor([&] { return timeline().forks == 1; }));
  EXPECT_EQ(timeline().last.step, here);

  // The twin, in full beside the reduced run.
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }, 30000));
  ASSERT_TRUE(play([&] { return snapshot().twin.snapshot != nullptr && snapshot().twin.snapshot->steps > 20; }));
  show({"colour", "twin"});
  keepPicture("tour_6_twin");

  // Ten seconds of film at the clock of the simulation, ten times slowed, while the run is slower than real time.
  RecordChoices& film = viewport().memory().record;
  film.folder = folder_.path().toStdString();
  film.sizePreset = kOwnSize;
  film.ownSize = {480, 270};
  show({"record", "twin"});
  click("record.rate");
  click("record.rate.24");
  click("record.clock.simulation");
  setNumber("record.speed", "0.1");
  setNumber("record.stop_after", "10");
  const double start = snapshot().run.time;
  QElapsedTimer wall;
  wall.start();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(window().filming().isRecording()) << viewport().notice();
  key(Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return window().filming().status().frames > 60; }, 120000));
  keepPicture("tour_7_recording");
  ASSERT_TRUE(waitFor([&] { return window().filming().status().state == RecordStatus::State::idle; }, 240000));
  EXPECT_FALSE(window().filming().status().lastFailed) << window().filming().status().last;
  const double simulated = snapshot().run.time - start;
  EXPECT_LT(simulated, 1e-3 * static_cast<double>(wall.elapsed())) << "it was to be slower than real time";
  key(Qt::Key_Space);
  const std::filesystem::path file = window().filming().status().file;
  const ReadFilm read = readFilm(file);
  EXPECT_EQ(read.frames, 240U);
  EXPECT_NEAR(read.seconds, 10.0, 1e-3);
  EXPECT_EQ(read.pixelFormat, "yuv420p");
  EXPECT_EQ(read.codec, "h264");
  EXPECT_EQ(read.first.width, 480);
  EXPECT_EQ(read.first.height, 270);
  if (const QByteArray folder = qgetenv("SCREE_ARTIFACTS"); !folder.isEmpty()) {
    std::filesystem::copy_file(file, std::filesystem::path(folder.toStdString()) / "gui_tour.mp4",
                               std::filesystem::copy_options::overwrite_existing);
  }
  settle();
  keepPicture("tour_8_end");
}

}  // namespace
}  // namespace scree::testing
