#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include "app/study_dock/studies_dock.h"
#include "app/study_dock/study_views.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {

namespace fs = std::filesystem;

inline constexpr const char* kShortStudy =
    "name: Box\n"
    "scene: box.yaml\n"
    "vary:\n"
    "  default_pair.friction: [0.2, 0.5, 0.8]\n"
    "  solver.sweeps: [5, 10]\n"
    "run: {until: 0.3 s}\n"
    "collect: [overlap.mean_over_steps, budget.dissipation_J]\n";

class StudiesTest : public GuiTest {
 protected:
  StudiesDock& dock() { return window().parts().studies; }
  StudyViews& views() { return dock().views(); }
  std::size_t in(PointState state) { return views().model().counts().in(state); }

  fs::path study(const std::string& text, int side = 2) {
    writeScene("box.yaml", boxScene(side, 10));
    return writeScene("heap.yaml", text);
  }
  void show(const fs::path& file) {
    showDock();
    dock().open(file);
    ASSERT_TRUE(waitFor([&] { return !dock().isReading() && views().model().runs().study != nullptr; }));
    ASSERT_EQ(dock().errors().toStdString(), "");
    // The first look at the folder is through.
    ASSERT_TRUE(waitFor([&] { return button("study_start")->isEnabled(); }));
  }
  void showDock() {
    if (!dock().isVisible()) {
      window().findChild<QAction*>("studies")->trigger();
    }
    ASSERT_TRUE(dock().isVisible());
  }
  QPushButton* button(const char* name) { return window().findChild<QPushButton*>(name); }
  void press(const char* name) {
    ASSERT_NE(button(name), nullptr) << name;
    ASSERT_TRUE(button(name)->isEnabled()) << name << ": " << button(name)->toolTip().toStdString();
    QTest::mouseClick(button(name), Qt::LeftButton);
  }
  void choose(int row) {
    QTableView& table = views().table();
    const QRect place = table.visualRect(table.model()->index(row, 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    ASSERT_TRUE(views().selected());
  }
  /// Presses a button of the next message box.
  void answer(const QString& text) {
    QTimer::singleShot(300, [text] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      ASSERT_NE(box, nullptr);
      for (QAbstractButton* one : box->buttons()) {
        if (one->text().remove('&') == text) {
          QTest::mouseClick(one, Qt::LeftButton);
          return;
        }
      }
      ADD_FAILURE() << "no button " << text.toStdString();
      box->reject();
    });
  }
  std::string title() { return window().windowTitle().toStdString(); }
};

}  // namespace scree::testing
