// Least sizes of docks. The stored state of the window holds them, of hidden docks too, so that they must not depend on
// what has been painted or shown.
#include <fmt/format.h>

#include <QDockWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <map>

#include "app/window/window_look.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

class DockSizes : public GuiTest {
 protected:
  /// Least sizes of the contents of all docks, by the docks' names, as text.
  std::map<std::string, std::string> leastSizes() {
    std::map<std::string, std::string> sizes;
    for (const QDockWidget* dock : window().findChildren<QDockWidget*>()) {
      const QWidget& content = *dock->widget();
      const int width = content.minimumWidth() > 0 ? content.minimumWidth() : content.minimumSizeHint().width();
      const int height = content.minimumHeight() > 0 ? content.minimumHeight() : content.minimumSizeHint().height();
      sizes[dock->objectName().toStdString()] = fmt::format("{} x {}", width, height);
    }
    return sizes;
  }
  void show(QDockWidget& dock, Qt::DockWidgetArea area) {
    window().removeDockWidget(&dock);
    window().addDockWidget(area, &dock);
    dock.show();
    settle();
  }
};

TEST_F(DockSizes, DoNotDependOnWhatWasPainted) {
  const auto before = leastSizes();
  ASSERT_GT(before.size(), 10U);
  const QByteArray state = window().saveState();
  window().grab();
  EXPECT_EQ(leastSizes(), before);
  EXPECT_EQ(window().saveState().toBase64(), state.toBase64());
}

TEST_F(DockSizes, FollowTheLettersOfHiddenDocksAtOnce) {
  for (const int percent : {150, 100}) {
    window().parts().look.set({ThemeChoice::light, percent});
    settle();
    const auto before = leastSizes();
    window().grab();
    EXPECT_EQ(leastSizes(), before) << percent;
  }
}

TEST_F(DockSizes, DoNotDependOnWhereADockWasShown) {
  const auto before = leastSizes();
  window().resize(1280, 800);
  for (QDockWidget* dock : window().findChildren<QDockWidget*>()) {
    if (!dock->isHidden()) {
      continue;
    }
    const Qt::DockWidgetArea area = window().dockWidgetArea(dock);
    for (const Qt::DockWidgetArea other : {Qt::LeftDockWidgetArea, Qt::BottomDockWidgetArea, area}) {
      show(*dock, other);
      window().resizeDocks({dock}, {300}, other == Qt::BottomDockWidgetArea ? Qt::Vertical : Qt::Horizontal);
      settle();
      EXPECT_EQ(leastSizes(), before) << dock->objectName().toStdString() << " in area " << other;
    }
    dock->hide();
    settle();
    EXPECT_EQ(leastSizes(), before) << dock->objectName().toStdString() << " hidden again";
  }
}

/// The least width of the dock of studies is enough for its pages, with letters of all sizes.
TEST_F(DockSizes, StudiesFitIntoTheirLeastWidth) {
  auto* dock = window().findChild<QDockWidget*>("studies_dock");
  auto* pages = qobject_cast<QStackedWidget*>(dock->widget());
  ASSERT_NE(pages, nullptr);
  const int usual = pages->minimumWidth();
  EXPECT_LT(usual, 330);
  for (const int percent : {200, 150, 100}) {
    window().parts().look.set({ThemeChoice::light, percent});
    settle();
    for (int i = 0; i < pages->count(); ++i) {
      auto* area = qobject_cast<QScrollArea*>(pages->widget(i));
      const int scrollBar = area != nullptr ? area->verticalScrollBar()->sizeHint().width() : 0;
      const int asked = (area != nullptr ? area->widget() : pages->widget(i))->minimumSizeHint().width();
      EXPECT_LE(asked + scrollBar, pages->minimumWidth()) << "page " << i << ", letters of " << percent << " %";
    }
  }
  EXPECT_EQ(pages->minimumWidth(), usual);
}

}  // namespace
}  // namespace scree::testing
