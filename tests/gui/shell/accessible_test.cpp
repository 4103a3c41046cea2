#include <QAccessible>
#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QTest>
#include <QTimer>
#include <set>

#include "tests/gui/support/gui_fixture.h"

// Names that Qt gives to screen readers, of all that takes the keyboard.
namespace scree::testing {
namespace {

/// Roles of parts that a user acts on.
const std::set<QAccessible::Role> kActedOn = {
    QAccessible::Button,   QAccessible::CheckBox, QAccessible::RadioButton, QAccessible::EditableText,
    QAccessible::ComboBox, QAccessible::SpinBox,  QAccessible::Slider,      QAccessible::List,
    QAccessible::Table,    QAccessible::Tree,     QAccessible::PageTab,     QAccessible::MenuItem};

/// Parts below `part`, with their places in the tree, that a user acts on and that have no name.
void collectNameless(QAccessibleInterface* part, const QString& path, QStringList& nameless, int& named) {
  if (part == nullptr || !part->isValid()) {
    return;
  }
  const QString name = part->text(QAccessible::Name);
  const QObject* object = part->object();
  const QString own = name.isEmpty() && object != nullptr ? object->objectName() : name;
  const QString here = path + "/" + own;
  const bool isLineEditOfSpinBox = object != nullptr && object->objectName() == "qt_spinbox_lineedit";
  if (kActedOn.contains(part->role()) && !isLineEditOfSpinBox) {
    if (name.isEmpty() && !part->state().invisible) {
      nameless << here + QString(" role %1").arg(part->role());
    }
    named += name.isEmpty() ? 0 : 1;
  }
  for (int i = 0; i < part->childCount(); ++i) {
    collectNameless(part->child(i), here, nameless, named);
  }
}

class AccessibleTest : public GuiTest {
 protected:
  static void expectNames(QWidget& widget, int atLeast) {
    QStringList nameless;
    int named = 0;
    collectNameless(QAccessible::queryAccessibleInterface(&widget), {}, nameless, named);
    EXPECT_EQ(nameless.join("\n").toStdString(), "");
    EXPECT_GE(named, atLeast) << "the tree of names is empty";
  }
  /// Names in the dialog that an action opens, which is closed again.
  void expectNamesOfDialog(const char* action, int atLeast) {
    bool seen = false;
    QTimer::singleShot(500, &window(), [&] {
      for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* dialog = qobject_cast<QDialog*>(widget); dialog != nullptr && dialog->isVisible()) {
          seen = true;
          expectNames(*dialog, atLeast);
          dialog->reject();
        }
      }
    });
    ASSERT_NE(window().findChild<QAction*>(action), nullptr) << action;
    window().findChild<QAction*>(action)->trigger();
    EXPECT_TRUE(waitFor([&] { return seen; })) << action;
  }
};

TEST_F(AccessibleTest, EveryPartThatTakesTheKeyboardHasAName) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  for (QDockWidget* dock : window().findChildren<QDockWidget*>()) {
    dock->show();
  }
  settle();
  expectNames(window(), 100);
  for (const QWidget* widget : {static_cast<QWidget*>(&viewport()), static_cast<QWidget*>(&viewport().board())}) {
    EXPECT_FALSE(widget->accessibleName().isEmpty());
  }
}

TEST_F(AccessibleTest, DialogsHaveNamesToo) { expectNamesOfDialog("new_scene", 8); }

TEST_F(AccessibleTest, NoticesReachScreenReaders) {
  viewport().notify("A picture was saved");
  EXPECT_EQ(viewport().accessibleDescription(), "A picture was saved");
}

}  // namespace
}  // namespace scree::testing
