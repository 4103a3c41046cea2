#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include "app/film/filming.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/tour.h"
#include "app/window/window_look.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

/// Buttons of the window by real mouse events, as a new user finds them.
class FirstPictureTest : public GuiTest {
 protected:
  QToolButton* barButton(const char* action) {
    for (QToolButton* button : window().findChildren<QToolButton*>()) {
      if (button->defaultAction() != nullptr && button->defaultAction()->objectName() == action &&
          button->isVisible()) {
        return button;
      }
    }
    return nullptr;
  }
  void press(QWidget* widget) {
    ASSERT_NE(widget, nullptr);
    QTest::mouseClick(widget, Qt::LeftButton);
    settle();
  }
  StartPage& startPage() { return window().parts().startPage; }
};

TEST_F(FirstPictureTest, TheStartPageOffersScenesAndCoversNoButton) {
  window().trigger("start_page");
  ASSERT_TRUE(waitFor([&] { return startPage().isVisible(); }));
  settle();
  keepPicture("start_page");
  EXPECT_TRUE(viewport().rect().contains(startPage().geometry()));
  const auto* pile = startPage().findChild<QToolButton*>("start_scene_drop");
  ASSERT_NE(pile, nullptr);
  EXPECT_FALSE(pile->toolTip().isEmpty());
  press(startPage().findChild<QToolButton*>("start_scene_drop"));
  EXPECT_TRUE(startPage().isHidden());
  EXPECT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() > 0; }));
  EXPECT_EQ(window().sceneFile().stem(), "drop");
  // Escape closes it too.
  window().trigger("start_page");
  ASSERT_TRUE(waitFor([&] { return startPage().isVisible(); }));
  key(Qt::Key_Escape);
  EXPECT_TRUE(startPage().isHidden());
}

/// The four uses, one click each: open a scene, turn warm starting off, put a sensor and drag it, record a film.
TEST_F(FirstPictureTest, ANewUserDoesTheFourUses) {
  window().resize(1280, 800);
  ASSERT_TRUE(waitFor([&] { return window().width() == 1280; }));
  window().setPlayOnOpen(true);
  window().trigger("start_page");
  ASSERT_TRUE(waitFor([&] { return startPage().isVisible(); }));
  press(startPage().findChild<QToolButton*>("start_scene_drum"));
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() > 0; }, 60000));
  ASSERT_TRUE(waitFor([&] { return snapshot().run.playing && snapshot().run.step > 2; }, 60000));

  const bool wasMerging = snapshot().scene.parameters.reduction.merging == Switch::on;
  press(barButton("bar_merging"));
  EXPECT_TRUE(waitFor([&] { return (snapshot().scene.parameters.reduction.merging == Switch::on) != wasMerging; }));

  const WarmStart before = snapshot().scene.parameters.warmStart;
  ASSERT_NE(before, WarmStart::off);
  press(barButton("bar_warm_start"));
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == WarmStart::off; }, 30000));
  press(barButton("bar_warm_start"));
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == before; }, 30000));

  press(barButton("bar_add_box"));
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }, 30000));
  settle();
  const Vec3 place = snapshot().scene.sensors[0].sensor.pose.position;
  ASSERT_TRUE(probeOf("sensor_handle.0").has_value());
  const QPoint handle = at("sensor_handle.0");
  dragView(handle, handle + QPoint(-60, 20));
  EXPECT_TRUE(
      waitFor([&] { return (snapshot().scene.sensors[0].sensor.pose.position - place).norm() > 0.005; }, 30000));

  viewport().memory().record.folder = folder_.path().toStdString();
  viewport().memory().record.sizePreset = 0;
  press(barButton("bar_record"));
  EXPECT_TRUE(waitFor([&] { return window().filming().isRecording(); }));
  EXPECT_TRUE(waitFor([&] { return window().filming().status().frames > 2; }, 60000));
  press(barButton("bar_record"));
  EXPECT_TRUE(waitFor([&] { return window().filming().status().state == RecordStatus::State::idle; }, 60000));
  keepPicture("four_uses");
}

TEST_F(FirstPictureTest, ButtonsOfTheBarStandStill) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const int before = barButton("bar_record")->x();
  press(barButton("bar_play_pause"));
  EXPECT_TRUE(waitFor([&] { return barButton("bar_play_pause")->text() == "Pause"; }));
  press(barButton("bar_merging"));
  EXPECT_TRUE(waitFor([&] { return barButton("bar_merging")->isChecked(); }));
  EXPECT_EQ(barButton("bar_record")->x(), before);
  const int width = barButton("bar_merging")->minimumWidth();
  window().parts().look.set({ThemeChoice::dark, 200});
  settle();
  EXPECT_GT(barButton("bar_merging")->minimumWidth(), 1.4 * width) << "the buttons follow the letters";
  window().parts().look.set({});
  settle();
  EXPECT_EQ(barButton("bar_merging")->minimumWidth(), width);
  EXPECT_FALSE(barButton("bar_record")->toolTip().isEmpty());
}

/// Each step points at a control that is in sight, and the bubble stays in the window.
TEST_F(FirstPictureTest, TheTourPointsAtRealControls) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  Tour& tour = window().parts().tour;
  for (const QSize size : {QSize(1024, 700), QSize(1280, 800)}) {
    window().resize(size);
    ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
    settle();
    window().trigger("tour");
    ASSERT_TRUE(waitFor([&] { return tour.isRunning(); }));
    const std::vector<TourStep> steps = tourSteps(window(), viewport());
    EXPECT_EQ(steps.size(), 6U);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      settle();
      const std::optional<QRect> control = steps[i].place();
      ASSERT_TRUE(control.has_value()) << i;
      EXPECT_TRUE(window().rect().contains(*control)) << i;
      EXPECT_TRUE(window().rect().contains(tour.geometry())) << i;
      EXPECT_FALSE(tour.geometry().intersects(*control)) << i;
      keepPicture(QString("tour_step_%1").arg(i + 1));
      QTest::mouseClick(tour.findChild<QPushButton*>("tour_next"), Qt::LeftButton);
    }
    EXPECT_FALSE(tour.isRunning());
  }
  window().trigger("tour");
  ASSERT_TRUE(waitFor([&] { return tour.isRunning(); }));
  key(Qt::Key_Escape);
  EXPECT_FALSE(tour.isRunning());
}

}  // namespace
}  // namespace scree::testing
