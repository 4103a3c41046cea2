#include "tests/gui/support/panel_bench.h"

#include <stdexcept>
#include <string>

#include "app/widgets/widgets.h"

namespace scree::testing {

PanelBench::PanelBench(void (*draw)(PanelContext&), float panelWidth)
    : draw_(draw), width_(panelWidth), before_(ImGui::GetCurrentContext()), context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {400.0f, 1000.0f};
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  applyTheme(13.0f);
  frames();
}

PanelBench::~PanelBench() {
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(before_);
}

void PanelBench::frames(int count) {
  ImGui::SetCurrentContext(context_);
  for (int i = 0; i < count; ++i) {
    ImGui::GetIO().DeltaTime = 0.02f;
    ImGui::NewFrame();
    probes.clear();
    PanelContext context{.snapshot = snapshot,
                         .scene = scene,
                         .actions = {},
                         .view = view,
                         .memory = memory,
                         .probes = probes,
                         .lookedAt = lookedAt,
                         .longStep = std::nullopt,
                         .works = {},
                         .post =
                             [this](Command command) {
                               posted.push_back(std::move(command));
                               return snapshot->run.lastCommand + posted.size();
                             },
                         .trigger = [](std::string_view) {}};
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize({width_, 980.0f});
    ImGui::Begin("bench");
    draw_(context);
    ImGui::End();
    ImGui::Render();
  }
}

void PanelBench::click(std::string_view name) {
  const auto rect = probes.find(name);
  if (!rect) {
    throw std::runtime_error("nothing in the panel is called " + std::string(name));
  }
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {0.5f * (rect->x0 + rect->x1), 0.5f * (rect->y0 + rect->y1)};
  frames(2);
  io.MouseDown[0] = true;
  frames(1);
  io.MouseDown[0] = false;
  frames(2);
  io.MousePos = {-1.0f, -1.0f};
  frames(1);
}

}  // namespace scree::testing
