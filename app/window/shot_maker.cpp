#include "app/window/shot_maker.h"

#include <imgui.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/panels/overlays.h"
#include "app/panels/widgets.h"
#include "app/window/colour_fit.h"
#include "app/window/fonts.h"
#include "app/window/simulation.h"
#include "app/window/viewport.h"

namespace scree {

namespace {

constexpr float kFontSize = 15.0f;      // as in the window
constexpr float kPlainHeight = 800.0f;  // px of a picture whose letters are as large as a window's
constexpr float kSmallestScale = 0.6f;  // smaller letters can't be read

/// Makes a context current while it lives; the window's own comes back after that.
class CurrentContext {
 public:
  explicit CurrentContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~CurrentContext() { ImGui::SetCurrentContext(before_); }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  ImGuiContext* before_;
};

Overlay copied(const ImDrawData& data, float scale, std::shared_ptr<const GlyphAtlas> atlas) {
  Overlay overlay;
  overlay.atlas = std::move(atlas);
  for (const ImDrawList* list : std::span(data.CmdLists, static_cast<std::size_t>(data.CmdListsCount))) {
    const auto firstVertex = static_cast<std::uint32_t>(overlay.vertices.size());
    for (const ImDrawVert& v : list->VtxBuffer) {
      const auto channel = [&](int shift) { return static_cast<std::uint8_t>(v.col >> shift); };
      overlay.vertices.push_back({{v.pos.x * scale, v.pos.y * scale},
                                  {v.uv.x, v.uv.y},
                                  {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
                                   channel(IM_COL32_A_SHIFT)}});
    }
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const auto* indices = list->IdxBuffer.Data + command.IdxOffset;
      const auto first = static_cast<std::uint32_t>(overlay.indices.size());
      for (unsigned i = 0; i < command.ElemCount; ++i) {
        overlay.indices.push_back(firstVertex + command.VtxOffset + indices[i]);
      }
      const ImVec4& clip = command.ClipRect;
      overlay.parts.push_back(
          {{clip.x * scale, clip.y * scale, clip.z * scale, clip.w * scale}, first, command.ElemCount});
    }
  }
  return overlay;
}

}  // namespace

ShotMaker::ShotMaker(Simulation& simulation, Viewport& viewport)
    : simulation_(simulation), viewport_(viewport), context_(nullptr) {
  ImGuiContext* before = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  applyTheme(kFontSize);
  ImGui::SetCurrentContext(before);
}

ShotMaker::~ShotMaker() {
  ImGuiContext* before = ImGui::GetCurrentContext();
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(before == context_ ? nullptr : before);
}

void ShotMaker::useScale(float scale) {
  if (scale == scale_) {
    return;
  }
  loadFont(kFontSize, scale);
  unsigned char* coverage = nullptr;
  GlyphAtlas atlas;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&coverage, &atlas.width, &atlas.height);
  atlas.coverage.assign(coverage, coverage + static_cast<std::ptrdiff_t>(atlas.width) * atlas.height);
  atlas_ = std::make_shared<const GlyphAtlas>(std::move(atlas));
  scale_ = scale;
}

Overlay ShotMaker::overlayOf(const std::shared_ptr<const Snapshot>& snapshot, ViewOptions& view, PixelSize size,
                             bool withTime) {
  const CurrentContext current(context_);
  applyTheme(kFontSize, view.lightBackdrop ? Theme::light : Theme::dark);
  useScale(std::max(kSmallestScale, static_cast<float>(std::min(size.width, size.height)) / kPlainHeight));
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size.width) / scale_, static_cast<float>(size.height) / scale_};
  io.DeltaTime = 0.02f;
  ImGui::NewFrame();
  probes_.clear();
  PanelContext context{.snapshot = snapshot,
                       .scene = simulation_.scene(),
                       .actions = {},
                       .view = view,
                       .memory = memory_,  // in which the legend is on
                       .probes = probes_,
                       .longStep = std::nullopt,
                       .busy = {},
                       .post = {},
                       .trigger = {}};
  drawLegend(context, {0.0f, 0.0f, io.DisplaySize.x, io.DisplaySize.y});
  if (withTime) {
    drawFilmCaption(context);
  }
  ImGui::Render();
  return copied(*ImGui::GetDrawData(), scale_, atlas_);
}

Shot ShotMaker::make(const std::shared_ptr<const Snapshot>& snapshot, PixelSize size, bool withLegend, bool withTime) {
  Shot shot{snapshot, viewport_.camera(), viewport_.options(), {}};
  if (viewport_.memory().fitRange || infoOf(shot.view.colourBy).scale != ColourScale::range) {
    shot.view.range = fittedRange(*snapshot, shot.view.colourBy);
  }
  if (withLegend) {
    shot.overlay = overlayOf(snapshot, shot.view, size, withTime);
  }
  return shot;
}

}  // namespace scree
