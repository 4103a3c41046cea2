#include <imgui.h>

#include <QApplication>
#include <QDockWidget>
#include <QFontMetrics>
#include <QImage>
#include <QMenu>
#include <QPalette>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "app/panels/panel.h"
#include "app/window/files/error_dialog.h"
#include "app/window/files/look.h"
#include "app/window/files/settings.h"
#include "app/window/window_look.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// How far two colours are apart for the eye, 1 (equal) to 21, after the WCAG.
double contrast(ImU32 a, ImU32 b) {
  const auto luminance = [](ImU32 colour) {
    const auto linear = [&](int shift) {
      const double c = static_cast<double>(colour >> shift & 0xffU) / 255.0;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) + 0.0722 * linear(IM_COL32_B_SHIFT);
  };
  const double la = luminance(a) + 0.05;
  const double lb = luminance(b) + 0.05;
  return std::max(la, lb) / std::min(la, lb);
}

TEST(Theme, TextIsReadableInBoth) {
  PanelBench bench(drawRunPanel);  // has an ImGui context
  for (const Theme theme : {Theme::dark, Theme::light}) {
    applyTheme(15.0f, theme);
    const ImU32 panel = ImGui::GetColorU32(ImGuiCol_WindowBg) | IM_COL32_A_MASK;
    EXPECT_GT(contrast(ImGui::GetColorU32(ImGuiCol_Text), ImGui::GetColorU32(ImGuiCol_ButtonActive)), 4.5);
    for (const theme::Colour colour : {theme::kText, theme::kDim, theme::kAccent, theme::kGood, theme::kWarn,
                                       theme::kBad, theme::kTeal, theme::kViolet, theme::kPink}) {
      const auto role = static_cast<int>(colour.role);
      EXPECT_GT(contrast(colour, panel), 4.5) << "role " << role << " theme " << static_cast<int>(theme);
      EXPECT_GT(contrast(colour, theme::kGround), 4.5) << "role " << role << " theme " << static_cast<int>(theme);
    }
    EXPECT_GT(contrast(theme::kText, static_cast<ImU32>(theme::kPlate) | IM_COL32_A_MASK), 7.0);
  }
}

TEST(Look, SizesStayWithinTheirBounds) {
  EXPECT_EQ(nextInterfaceSize(100, 1), 110);
  EXPECT_EQ(nextInterfaceSize(80, -1), 80);
  EXPECT_EQ(nextInterfaceSize(200, 1), 200);
}

class LookTest : public GuiTest {
 protected:
  /// Rows of pixels that the letters of the panels' dock take in its title.
  int titleRows() {
    auto* dock = window().findChild<QDockWidget*>("panels_dock");
    const QImage title =
        dock->grab({0, 0, dock->width() / 3, dock->widget()->y()}).toImage().convertToFormat(QImage::Format_Grayscale8);
    int rows = 0;
    for (int y = 1; y + 1 < title.height(); ++y) {
      int least = 255;
      int most = 0;
      for (int x = 2; x < title.width(); ++x) {
        least = std::min(least, qGray(title.pixel(x, y)));
        most = std::max(most, qGray(title.pixel(x, y)));
      }
      rows += most - least > 60 ? 1 : 0;
    }
    return rows;
  }
  /// Mean brightness of the view without panels.
  double brightness() {
    const QImage image = viewport().picture(false).scaled(8, 8, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    double sum = 0.0;
    for (int i = 0; i < 64; ++i) {
      sum += qGray(image.pixel(i % 8, i / 8)) / 64.0;
    }
    return sum;
  }
};

TEST_F(LookTest, ThemesChangeMenusPanelsAndBackdropTogether) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const double dark = brightness();
  EXPECT_LT(QApplication::palette().color(QPalette::Window).lightness(), 100);
  window().trigger("theme_light");
  ASSERT_TRUE(waitFor([&] { return window().parts().look.now().theme == ThemeChoice::light; }));
  settle();
  EXPECT_GT(QApplication::palette().color(QPalette::Window).lightness(), 200);
  EXPECT_GT(brightness(), dark + 50.0);
  const QPoint title = at("panel.run");  // turns to its page, on which the next line finds it
  const QPoint place(viewport().mapTo(&window(), title).x(),
                     viewport().mapTo(&window(), QPoint(0, 0)).y() + static_cast<int>(probeOf("panel.run")->y1) - 4);
  const QColor panel = window().grab().toImage().pixelColor(place);
  EXPECT_GT(panel.lightness(), 200) << "the panel's ground";
  keepPicture("light");
  EXPECT_EQ(settings::look().theme, ThemeChoice::light) << "remembered";
  window().trigger("theme_dark");
  ASSERT_TRUE(waitFor([&] { return window().parts().look.now().theme == ThemeChoice::dark; }));
  settle();
  EXPECT_NEAR(brightness(), dark, 2.0);
}

TEST_F(LookTest, SizesChangeLettersOfMenusAndPanels) {
  window().resize(1280, 900);
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const auto heightOf = [&](std::string_view name) {
    const auto rect = probeOf(name);
    return rect ? rect->y1 - rect->y0 : 0.0f;
  };
  const float before = heightOf("title.reduction");
  const int menu = QFontMetrics(QApplication::font()).height();
  const int title = titleRows();
  const auto* dock = window().findChild<QDockWidget*>("panels_dock");
  const int width = dock->width();
  const auto* editor = window().findChild<QPlainTextEdit*>("scene_edit");
  ASSERT_NE(editor, nullptr);
  const int written = QFontMetrics(editor->font()).height();
  for (int i = 0; i < 5; ++i) {
    key(Qt::Key_Plus, Qt::ControlModifier);
  }
  EXPECT_EQ(window().parts().look.now().percent, 150);
  settle();
  EXPECT_NEAR(heightOf("title.reduction") / before, 1.5f, 0.08f);
  EXPECT_NEAR(static_cast<double>(QFontMetrics(QApplication::font()).height()) / menu, 1.5, 0.15);
  EXPECT_NEAR(static_cast<double>(titleRows()) / title, 1.5, 0.35) << "the title of a dock";
  EXPECT_NEAR(static_cast<double>(QFontMetrics(editor->font()).height()) / written, 1.5, 0.15) << "the scene's text";
  const QFontMetrics letters(editor->font());
  EXPECT_EQ(letters.horizontalAdvance("iiii"), letters.horizontalAdvance("mmmm"));
  window().openScene(writeScene("broken.yaml", "scree: 1\nnothing: 1\n"));
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }));
  const auto* errors = window().errors()->findChild<QPlainTextEdit*>("scene_error_list");
  EXPECT_EQ(QFontMetrics(errors->font()).height(), letters.height()) << "the list of errors";
  const_cast<ErrorDialog*>(window().errors())->reject();
  settle();
  keepPicture("large");
  const auto panel = probeOf("panel.reduction");
  ASSERT_TRUE(panel.has_value());
  EXPECT_GE(panel->x0, static_cast<float>(viewport().width())) << "panels stand beside the view";
  key(Qt::Key_Minus, Qt::ControlModifier);
  EXPECT_EQ(window().parts().look.now().percent, 140);
  key(Qt::Key_0, Qt::ControlModifier);
  settle();
  EXPECT_EQ(window().parts().look.now().percent, 100);
  EXPECT_EQ(heightOf("title.reduction"), before);
  EXPECT_NEAR(dock->width(), width, 0.04 * width) << "the dock is as wide as before";
  EXPECT_EQ(settings::look().percent, 100);
}

/// Letters of what is disabled are drawn once: etched ones, with a bright copy beside them, look double.
TEST_F(LookTest, DisabledLettersAreDrawnOnce) {
  const auto boxOf = [](QWidget& with, QWidget& without) {
    const QImage a = with.grab().toImage();
    const QImage b = without.grab().toImage();
    QRect box;
    for (int y = 0; y < a.height(); ++y) {
      for (int x = 0; x < a.width(); ++x) {
        box = a.pixel(x, y) != b.pixel(x, y) ? box.united(QRect(x, y, 1, 1)) : box;
      }
    }
    return box;
  };
  for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
    window().parts().look.set({theme, 100});
    for (const bool isMenu : {false, true}) {
      std::array<QRect, 2> boxes;
      for (const bool isEnabled : {false, true}) {
        std::array<std::unique_ptr<QWidget>, 2> shown;
        for (const bool hasText : {false, true}) {
          const QString text = hasText ? "Pause" : "";
          if (isMenu) {
            auto menu = std::make_unique<QMenu>();
            menu->addAction(text)->setEnabled(isEnabled);
            shown.at(hasText ? 1 : 0) = std::move(menu);
          } else {
            auto button = std::make_unique<QPushButton>(text);
            button->setEnabled(isEnabled);
            shown.at(hasText ? 1 : 0) = std::move(button);
          }
          shown.at(hasText ? 1 : 0)->resize(120, 40);
        }
        boxes.at(isEnabled ? 1 : 0) = boxOf(*shown[1], *shown[0]);
      }
      EXPECT_GT(boxes[1].width(), 20) << isMenu;
      EXPECT_EQ(boxes[0].width(), boxes[1].width()) << (isMenu ? "menu" : "button");
      EXPECT_EQ(boxes[0].height(), boxes[1].height()) << (isMenu ? "menu" : "button");
    }
  }
}

TEST_F(LookTest, TheNextWindowHasTheSameLook) {
  window().parts().look.set({ThemeChoice::light, 120});
  const MainWindow next({});
  EXPECT_EQ(next.parts().look.now(), (Look{ThemeChoice::light, 120}));
  EXPECT_TRUE(next.viewport().options().lightBackdrop);
  QSettings().setValue("interface_percent", 5000);
  QSettings().setValue("theme", "plaid");
  EXPECT_EQ(settings::look(), Look()) << "nonsense is passed over";
}

}  // namespace
}  // namespace scree::testing
