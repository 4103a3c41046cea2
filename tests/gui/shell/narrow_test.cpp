// Panels in the narrowest dock of a small window, with letters of several sizes.
#include <QDockWidget>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/widgets.h"
#include "app/window/window_look.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

class NarrowTest : public GuiTest {
 protected:
  void openNarrow() {
    window().resize(800, 600);
    ASSERT_TRUE(waitFor([&] { return window().height() == 600; }));
    open(writeScene("box.yaml", boxScene(5, 20)), false);
    simulation().step(20);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 20 && !simulation().isBusy(); }));
  }
  void setLook(ThemeChoice theme, int percent) {
    window().parts().look.set({theme, percent});
    auto* dock = window().findChild<QDockWidget*>("panels_dock");
    window().resizeDocks({dock}, {1}, Qt::Horizontal);
    ASSERT_TRUE(waitFor([&] { return viewport().board().width() <= viewport().board().minimumWidth() + 2; }));
    settle();
  }
  float width(const std::string& name) {
    at(name);
    const ProbeRect rect = probeOf(name).value();
    return rect.x1 - rect.x0;
  }
  void showPage(PanelPage page) {
    viewport().layout().setPage(page);
    viewport().requestFrame();
    settle();
  }
};

TEST_F(NarrowTest, MessagesAreBrokenAtBlanksOnly) {
  openNarrow();
  std::string message = "The fastest of all grains";
  for (int i = 0; i < 24; ++i) {
    message += " has 8.22e+06 m/s, for 1.04858e+06 MB.";
  }
  for (const int percent : {100, 150}) {
    setLook(ThemeChoice::dark, percent);
    viewport().notify(message);
    settle();
    const float font = std::ceil(15.0f * static_cast<float>(percent) / 100.0f);
    std::string lines = textOf("notice").value_or("");
    const auto count = std::ranges::count(lines, '\n') + 1;
    EXPECT_GT(count, 3) << percent;
    const ProbeRect plate = probeOf("notice").value();
    EXPECT_NEAR(plate.y1 - plate.y0, static_cast<float>(count + 1) * font, 0.5f * font)
        << "no other lines, " << percent;
    std::ranges::replace(lines, '\n', ' ');
    EXPECT_EQ(lines, message) << percent;
    keepPicture("message_" + QString::number(percent));
  }
}

TEST_F(NarrowTest, RowsHaveRoomForTheirTexts) {
  openNarrow();
  for (const char* kind : {"measure_region", "measure_flow"}) {
    click(kind);
    clickView(freePoint());
  }
  simulation().post(StartTwin{});
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
    for (const int percent : {100, 150, 200}) {
      setLook(theme, percent);
      const std::string place = std::to_string(percent);
      // A field holds five digits with sign and point; the font is 15 px high at 100 %.
      const float digits = 3.0f * 15.0f * static_cast<float>(percent) / 100.0f;
      viewport().layout().setFolded("inspector", true);
      showPage(PanelPage::analysis);
      wheel(at("page"), 40);
      EXPECT_GE(width("measure.centre.x"), digits) << place;
      viewport().layout().setFolded("measure", true);
      settle();
      EXPECT_GE(width("timing.drives"), 3.0f * digits) << place;
      keepPicture(QString("narrow_%1_%2_timing").arg(theme == ThemeChoice::dark ? "dark" : "light").arg(percent));
      viewport().layout().setFolded("inspector", false);
      viewport().layout().setFolded("measure", false);
      for (const PanelPage page :
           {PanelPage::analysis, PanelPage::twin, PanelPage::sensors, PanelPage::solver, PanelPage::reduction,
            PanelPage::record, PanelPage::run, PanelPage::material, PanelPage::view, PanelPage::scene}) {
        showPage(page);
        wheel(at("page"), 40);
        const auto info = std::ranges::find(panelPages(), page, &PageInfo::page);
        keepPicture(QString("narrow_%1_%2_%3")
                        .arg(theme == ThemeChoice::dark ? "dark" : "light")
                        .arg(percent)
                        .arg(QString::fromStdString(std::string(info->id))));
      }
    }
  }
}

/// A long value is broken into lines that end within the panel.
TEST(ValueRow, LongValuesStayInThePanel) {
  static float right = 0.0f;
  for (const float width : {240.0f, 300.0f, 330.0f, 420.0f}) {
    PanelBench bench(
        [](PanelContext& context) {
          right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
          valueRow(context, "Torque", "-1.2e+03 -3.4e+03 -5.6e+03 N·m", "");
          ImGui::Indent();
          valueRow(context, "Force", "-1.2e+03 -3.4e+03 -5.6e+03 N", "");
        },
        width);
    bench.frames();
    for (const char* row : {"Torque", "Force"}) {
      ASSERT_TRUE(bench.isShown(row));
      EXPECT_LE(bench.probes.find(row)->x1, right + 0.5f) << row << " in " << width;
    }
  }
}

TEST_F(NarrowTest, EmptyPlotsSaySoInFull) {
  window().resize(800, 600);
  open(writeScene("box.yaml", boxScene(5, 20)), false);
  window().trigger("plots");
  int seen = 0;
  ASSERT_TRUE(waitFor([&] {
    seen = 0;
    for (const QLabel* label : window().findChildren<QLabel*>()) {
      const QWidget* canvas = label->parentWidget();
      if (canvas == nullptr || !canvas->objectName().startsWith("plot_canvas_") || !label->isVisible()) {
        continue;
      }
      const bool fits =
          canvas->rect().contains(label->geometry()) && label->height() >= label->heightForWidth(label->width());
      seen += fits ? 1 : -100;
    }
    return seen > 0;
  })) << seen;
  keepPicture("narrow_plots");
}

}  // namespace
}  // namespace scree::testing
