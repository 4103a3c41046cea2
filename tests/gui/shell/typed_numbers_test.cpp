// Numbers as people of other countries type them: 0.05 and 0,05 mean the same in every field, and what could mean
// another number is not taken.
#include "app/forms/number_box.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

#include "app/viewport/typed_number.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

struct Typed {
  const char* typed;
  const char* kept;
  const char* taken;
};

TEST(TypedNumbers, TextThatAFieldOfThePanelsTakes) {
  for (const Typed& one : {Typed{",", "12", "."},
                           {".", "12", "."},
                           {",", "1.2", ""},
                           {".", "1.2", ""},
                           {"5", "1.2", "5"},
                           {"12,5", "", "12.5"},
                           {"12.5", "", "12.5"},
                           {" 0,05\n", "", "0.05"},
                           {"1.234,5", "", ""},
                           {"1,234.5", "", ""},
                           {"1,234,567", "", ""},
                           {"2,5", "1.", ""},
                           {"-1,5e-3", "", "-1.5e-3"},
                           {"12 mm", "", ""},
                           {"e", "1.5", "e"},
                           {"", "", ""}}) {
    EXPECT_EQ(numberText(one.typed, one.kept), one.taken) << one.typed << " beside " << one.kept;
  }
}

TEST(TypedNumbers, FieldsOfDialogsTakePointAndCommaInEveryLocale) {
  for (const QLocale& locale : {QLocale(QLocale::English), QLocale(QLocale::German), QLocale(QLocale::French),
                                QLocale(QLocale::Hindi), QLocale(QLocale::Arabic)}) {
    QLocale::setDefault(locale);
    for (const auto& [text, value] :
         {std::pair("0.05", 0.05), {"0,05", 0.05}, {"12,5", 12.5}, {"-1.25", -1.25}, {",5", 0.5}}) {
      NumberBox box;
      box.setDecimals(4);
      box.setRange(-1e6, 1e6);
      box.setSuffix(" m");
      box.selectAll();
      QTest::keyClicks(&box, text);
      EXPECT_DOUBLE_EQ(box.value(), value) << text << " in " << locale.name().toStdString();
    }
    for (const char* text : {"1.234,5", "1,234.5", "1,2,3"}) {
      NumberBox box;
      box.setRange(-1e6, 1e6);
      box.setValue(7.0);
      QApplication::clipboard()->setText(text);
      box.selectAll();
      QTest::keyClick(&box, Qt::Key_V, Qt::ControlModifier);
      EXPECT_DOUBLE_EQ(box.value(), 7.0) << text << " pasted, in " << locale.name().toStdString();
    }
    WholeBox whole;
    whole.setRange(0, 1000000);
    whole.selectAll();
    QTest::keyClicks(&whole, "12,5");
    EXPECT_EQ(whole.text(), "125") << "the comma is not taken, and is not shown";
  }
  QLocale::setDefault(QLocale());
}

TEST_F(GuiTest, APanelTakesPointAndComma) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  viewport().layout().reveal("plan");
  viewport().requestFrame();
  settle();
  const auto level = [&] { return viewport().memory().plan.input.level; };
  typeInto("plan.level", "0,75");
  EXPECT_EQ(level(), 0.75);
  typeInto("plan.level", "0.25");
  EXPECT_EQ(level(), 0.25);
  typeInto("plan.level", "0,6,5");
  EXPECT_EQ(level(), 0.65) << "the second comma is not taken, and is not shown";
  for (const auto& [pasted, wanted] : {std::pair("0,5", 0.5), {"1.234,5", 0.5}}) {
    mouseClick(Qt::LeftButton, Qt::ControlModifier, at("plan.level"));
    settle();
    key(Qt::Key_A, Qt::ControlModifier);
    QApplication::clipboard()->setText(pasted);
    key(Qt::Key_V, Qt::ControlModifier);
    key(Qt::Key_Return);
    settle();
    EXPECT_EQ(level(), wanted) << pasted;
  }
}

}  // namespace
}  // namespace scree::testing
