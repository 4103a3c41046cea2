#include "app/window/manual_window.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <cmath>
#include <set>

#include "app/panels/panel.h"
#include "tests/gui/support/gui_fixture.h"

// Manual in the window.
namespace scree::testing {
namespace {

class ManualTest : public GuiTest {
 protected:
  ManualWindow& manual() { return window().parts().manual; }
  template <class Widget>
  Widget& part(const char* name) {
    return *manual().findChild<Widget*>(name);
  }
  QString text() { return part<QTextBrowser>("manual_text").toPlainText(); }
  int listed() {
    const QListWidget& list = part<QListWidget>("manual_pages");
    int count = 0;
    for (int i = 0; i < list.count(); ++i) {
      count += list.item(i)->isHidden() ? 0 : 1;
    }
    return count;
  }
};

TEST_F(ManualTest, KeyOpensThePageOfThePanelUnderThePointer) {
  window().resize(1280, 900);
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const auto pageFor = [this](QPoint pointer) {
    hover(pointer);
    settle();
    key(Qt::Key_F1);
    EXPECT_TRUE(manual().isVisible());
    const QString topic = manual().topic();
    QTest::keyClick(&manual(), Qt::Key_Escape);
    EXPECT_FALSE(manual().isVisible());
    window().activateWindow();
    waitFor([this] { return window().isActiveWindow(); });
    return topic.toStdString();
  };
  EXPECT_EQ(pageFor(freePoint()), "index");
  EXPECT_EQ(pageFor(at("title.solver")), "solver");
  EXPECT_EQ(pageFor(at("title.record")), "films");
  // Where no panel is, the page that was open last.
  EXPECT_EQ(pageFor(freePoint()), "films");
}

TEST_F(ManualTest, LinksAreReadableInEveryTheme) {
  manual().open("index");
  for (const char* theme : {"theme_light", "theme_dark", "theme_light"}) {
    window().trigger(theme);
    settle();
    auto& browser = part<QTextBrowser>("manual_text");
    const double ground = browser.palette().color(QPalette::Base).lightnessF();
    int links = 0;
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next()) {
      for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
        const QTextCharFormat format = piece.fragment().charFormat();
        if (format.isAnchor()) {
          ++links;
          EXPECT_GT(std::abs(format.foreground().color().lightnessF() - ground), 0.4) << theme;
        }
      }
    }
    EXPECT_GT(links, 3) << theme;
  }
}

TEST_F(ManualTest, PanelsNamePagesThatExist) {
  std::set<std::string> topics;
  for (const ManualPage& page : shippedManual()) {
    topics.insert(page.topic);
  }
  EXPECT_GT(topics.size(), 10U);
  for (const Panel& panel : panels()) {
    EXPECT_TRUE(topics.contains(std::string(panel.topic))) << panel.id << " names " << panel.topic;
  }
}

TEST_F(ManualTest, SearchFindsPagesAndPlaces) {
  manual().open("tour");
  const int all = listed();
  QLineEdit& search = part<QLineEdit>("manual_search");
  QTest::keyClicks(&search, "rolling_resistance");
  EXPECT_LT(listed(), all);
  EXPECT_GE(listed(), 1);
  const QTextCursor found = part<QTextBrowser>("manual_text").textCursor();
  EXPECT_EQ(found.selectedText().toLower(), "rolling_resistance");
  // Enter goes on, to the next place on the page or to the next page.
  QTest::keyClick(&search, Qt::Key_Return);
  const QTextCursor next = part<QTextBrowser>("manual_text").textCursor();
  EXPECT_EQ(next.selectedText().toLower(), "rolling_resistance");
  EXPECT_NE(next.position(), found.position());
  search.clear();
  EXPECT_EQ(listed(), all);
}

TEST_F(ManualTest, LastPageIsTheReferenceOfSceneFiles) {
  manual().open("reference");
  EXPECT_EQ(manual().topic(), "reference");
  EXPECT_TRUE(text().contains("time_step"));
  keepPicture("manual_reference");
}

TEST_F(ManualTest, IsAWindowEvenWithoutPages) {
  ManualWindow empty({}, &window());
  empty.open("");
  EXPECT_TRUE(empty.findChild<QTextBrowser*>("manual_text")->toPlainText().contains("share/scree/manual"));
}

}  // namespace
}  // namespace scree::testing
