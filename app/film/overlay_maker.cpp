#include "app/film/overlay_maker.h"

#include <imgui.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/overlays/measure_overlay.h"
#include "app/overlays/overlays.h"
#include "app/overlays/twin_overlay.h"
#include "app/render/twin_view.h"
#include "app/widgets/fonts.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr float kFontSize = 15.0f;      // font size of the window [px]
constexpr float kPlainHeight = 800.0f;  // shorter side of a picture with letters of that size [px]
constexpr float kSmallestScale = 0.6f;  // letters below this scale cannot be read

/// Makes an ImGui context current during its lifetime; then restores the previous one.
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

OverlayMaker::OverlayMaker() : context_(nullptr) {
  ImGuiContext* before = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().LogFilename = nullptr;
  applyTheme(kFontSize);
  ImGui::SetCurrentContext(before);
}

OverlayMaker::~OverlayMaker() {
  ImGuiContext* before = ImGui::GetCurrentContext();
  ImGui::DestroyContext(context_);
  ImGui::SetCurrentContext(before == context_ ? nullptr : before);
}

void OverlayMaker::useScale(float scale) {
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

namespace {

/// Draws the captions of a run and its twin and the line between them, below `top` [px], at the painter's division of
/// the picture.
void drawTwin(PanelContext& context, const TwinSplit& split, float top) {
  TwinOverlay overlay;
  overlay.shown = {split.sides[0].shown, split.sides[1].shown};
  if (split.isDivided()) {
    overlay.border = static_cast<float>(split.border);
  }
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  drawTwinOverlay(context, {0.0f, top, size.x, size.y}, overlay, false);
}

/// Draws the measures of the run, unless only its twin is in sight.
void drawMeasuresOf(PanelContext& context, const Camera& camera, const TwinSplit& split, const ImVec2& area) {
  MeasureProjection projection{camera, area.x, area.y, 0.0f};
  if (context.snapshot->twin.snapshot != nullptr) {
    if (!split.sides[0].shown) {
      return;
    }
    projection.camera = cameraOf(split.sides[0], camera);
    projection.shift = split.sides[0].middle - 0.5f * area.x;
  }
  drawMeasures(context, projection, {0.0f, 0.0f, area.x, area.y}, false, std::nullopt);
}

}  // namespace

Overlay OverlayMaker::make(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera, ViewOptions& view,
                           const SceneInfo& scene, const OverlayRequest& request, PixelSize size) {
  const CurrentContext current(context_);
  applyTheme(kFontSize, view.lightBackdrop ? Theme::light : Theme::dark);
  useScale(std::max(kSmallestScale, static_cast<float>(std::min(size.width, size.height)) / kPlainHeight));
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size.width) / scale_, static_cast<float>(size.height) / scale_};
  io.DeltaTime = 0.02f;
  ImGui::NewFrame();
  probes_.clear();
  memory_.showLegend = request.marks.has(PictureMark::legend);
  memory_.record.caption = request.caption;
  PanelContext context{.snapshot = snapshot,
                       .scene = scene,
                       .actions = {},
                       .view = view,
                       .memory = memory_,
                       .probes = probes_,
                       .longStep = std::nullopt,
                       .works = {},
                       .post = {},
                       .trigger = {}};
  const ImVec2 area = io.DisplaySize;
  const float top = drawFilmTitle(context, request.marks.has(PictureMark::title) ? request.title : "", area.x);
  TwinSplit split = undivided(static_cast<int>(area.x));
  if (snapshot->twin.snapshot != nullptr) {
    split = splitView(view.twinMode, view.wipe, {0.0f, area.x}, static_cast<int>(area.x), static_cast<int>(area.y));
    drawTwin(context, split, top + 2.6f * ImGui::GetFontSize());  // below the line with the time
  }
  drawMeasuresOf(context, camera, split, area);
  drawLegend(context, {0.0f, 0.0f, area.x, area.y}, LegendEdge::bottom);
  drawFilmCaption(context, request.marks, top);
  if (request.marks.has(PictureMark::scaleBar)) {
    const TwinSide& side = split.sides[split.sides[0].shown ? 0 : 1];
    drawScaleBar(context, area, static_cast<double>(area.y * side.scale) / viewHeight(camera));
  }
  ImGui::Render();
  return copied(*ImGui::GetDrawData(), scale_, atlas_);
}

}  // namespace scree
