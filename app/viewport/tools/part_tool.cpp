#include "app/viewport/tools/part_tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/overlays/measure_overlay.h"
#include "app/viewport/handles/qt_values.h"

namespace scree {

namespace {

constexpr std::uint32_t kMostShown = 400;  // parts with handle and outline: more could not be told apart
constexpr float kHandleDistance = 17.0f;   // least distance of two handles on the screen [px]
constexpr double kRoundingPixels = 0.1;    // lengths are rounded to a power of ten below this [px]

}  // namespace

std::optional<std::uint32_t> PartTool::chosen() const {
  const PartMemory& parts = memory();
  const bool isThere = parts.areShown() && !parts.isStale && parts.selected && *parts.selected < parts.parts.size();
  return isThere ? parts.selected : std::nullopt;
}

std::optional<std::uint32_t> PartTool::chosenOrNotice() const {
  const auto index = chosen();
  if (!index) {
    context_.host.notify(memory().isStale ? "The text has a mistake: mend it first"
                                          : "Select a part first: click the point in its middle, or its line");
  }
  return index;
}

void PartTool::deleteSelected() {
  if (const auto index = chosenOrNotice(); index && !isChanging()) {
    memory().editor->remove(*index);
  }
}

void PartTool::duplicate() {
  if (const auto index = chosenOrNotice(); index && !isChanging()) {
    memory().editor->duplicate(*index);
  }
}

bool PartTool::areShown() const { return memory().areShown(); }

bool PartTool::isThere(std::uint32_t index) const { return areShown() && index < memory().parts.size(); }

void PartTool::beginFrame() {
  // One gizmo at a time: that of what was selected last.
  ViewOptions& view = context_.host.options;
  const bool isOther = (view.selectedSensor && view.selectedSensor != lastSensor_) ||
                       (view.selectedMeasure && view.selectedMeasure != lastMeasure_);
  if (isOther) {
    memory().select(std::nullopt);
  } else if (memory().selected && memory().selected != lastPart_) {
    view.selectedSensor.reset();
    view.selectedMeasure.reset();
  }
  lastSensor_ = view.selectedSensor;
  lastMeasure_ = view.selectedMeasure;
  lastPart_ = memory().selected;
  if (!chosen()) {
    forget();
  }
}

std::vector<SensorHandle> PartTool::centres() const {
  std::vector<SensorHandle> handles;
  if (!areShown()) {
    return handles;
  }
  const PartMemory& parts = memory();
  const auto count = std::min(static_cast<std::uint32_t>(parts.parts.size()), kMostShown);
  for (std::uint32_t i = 0; i < count; ++i) {
    const ScenePart& part = parts.parts[i];
    const auto at = context_.picker.pixelAt(part.pose.position);
    if (!at) {
      continue;
    }
    SensorHandle handle{i,
                        static_cast<float>(at->x()),
                        static_cast<float>(at->y()),
                        part.name,
                        !parts.isStale,
                        parts.selected == i,
                        hot() == i || isHeld(i),
                        std::nullopt};
    handle.part = part.kind;
    // Middles that coincide, such as those of a drum and its fill, stand side by side.
    const auto isNear = [&](const SensorHandle& other) {
      return std::hypot(other.x - handle.x, other.y - handle.y) < kHandleDistance - 0.5f;
    };
    while (!isHeld(i) && std::ranges::any_of(handles, isNear)) {
      handle.x += kHandleDistance;
    }
    handles.push_back(std::move(handle));
  }
  return handles;
}

PlacedThing PartTool::placed(std::uint32_t index) const {
  const ScenePart& part = memory().parts[index];
  const PartSizes sizes = part.keys.sizes;
  const bool hasSizes = sizes != PartSizes::none && sizes != PartSizes::scale && sizes != PartSizes::direction;
  PlacedThing thing{.pose = part.pose, .shape = part.shape};
  thing.turns = part.keys.hasOrientation || !part.keys.direction.empty();
  thing.sizes = {hasSizes, hasSizes, hasSizes && sizes != PartSizes::face};
  thing.scales = sizes != PartSizes::none;
  return thing;
}

double PartTool::snapStep() const { return memory().grain; }

void PartTool::choose(std::uint32_t index) {
  context_.host.options.selectedSensor.reset();
  context_.host.options.selectedMeasure.reset();
  lastSensor_.reset();
  lastMeasure_.reset();
  memory().select(index);
}

void PartTool::begin(std::uint32_t index) {
  if (!memory().isStale) {
    memory().editor->beginChange(index);
  }
}

void PartTool::change(std::uint32_t index, const Pose& pose, const SensorShape& shape, bool isExact) {
  if (memory().isStale) {
    return;
  }
  const double pixel = context_.picker.projection(0).metresPerPixel(memory().parts[index].pose.position);
  const double step = std::pow(10.0, std::floor(std::log10(std::max(kRoundingPixels * pixel, 1e-9))));
  memory().editor->change(pose, shape, isExact ? 0.0 : step);
}

void PartTool::putBack(std::uint32_t /*index*/) { memory().editor->takeBack(); }

void PartTool::ended(bool moved) {
  if (moved && areShown()) {
    memory().editor->endChange();
  }
}

void PartTool::overlay(PanelContext& panels, const ProbeRect& free) const {
  if (!areShown()) {
    return;
  }
  if (memory().hideRun() && !panels.scene.file.empty()) {
    drawHint(panels, free, "run_hidden",
             fmt::format("The run of {} is hidden while you build another scene", panels.scene.name));
  }
  drawPreview();
  drawOutlines(panels);
  GizmoTool::overlay(panels, free);
}

void PartTool::drawOutlines(PanelContext& panels) const {
  const PartMemory& parts = memory();
  const GizmoView view = context_.picker.projection(0);
  std::vector<PartLine> lines;
  const auto count = std::min(static_cast<std::uint32_t>(parts.parts.size()), kMostShown);
  for (std::uint32_t i = 0; i < count; ++i) {
    const ScenePart& part = parts.parts[i];
    const bool isSelected = parts.selected == i;
    if (part.isGroup && !isSelected && hot() != i) {
      continue;
    }
    for (const std::vector<Vec3>& outline : part.outline) {
      PartLine line{.points = {}, .part = part.kind, .selected = isSelected, .hot = hot() == i, .stale = parts.isStale};
      for (const Vec3& point : outline) {
        if (const auto at = view.pixelOf(point)) {
          line.points.push_back({static_cast<float>(at->x()), static_cast<float>(at->y())});
        } else {
          line.points.clear();  // behind the eye
        }
      }
      lines.push_back(std::move(line));
    }
  }
  drawPartLines(panels, lines);
}

void PartTool::drawPreview() const {
  const std::vector<PlacedSphere>& grains = memory().preview;
  if (grains.empty()) {
    return;
  }
  const GizmoView view = context_.picker.projection(0);
  std::vector<PreviewDot> dots;
  dots.reserve(grains.size());
  for (const PlacedSphere& grain : grains) {
    if (const auto at = view.pixelOf(grain.position)) {
      dots.push_back({static_cast<float>(at->x()), static_cast<float>(at->y()),
                      static_cast<float>(0.5 * grain.diameter / view.metresPerPixel(grain.position))});
    }
  }
  drawPreviewDots(dots);
}

}  // namespace scree
