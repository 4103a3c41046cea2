#include "app/viewport/tools/tool_box.h"

#include <QMouseEvent>
#include <algorithm>
#include <ranges>
#include <utility>

namespace scree {

ToolBox::ToolBox(ToolContext context) : context_(std::move(context)) {}

void ToolBox::setGizmoMode(GizmoMode mode) {
  if (measure_.hasGizmo()) {
    measure_.setMode(mode);
  } else {
    gizmo().setMode(mode);
  }
}

void ToolBox::deleteSelected() {
  if (!measure_.deleteSelected()) {
    gizmo().deleteSelected();
  }
}

void ToolBox::press(const QMouseEvent& event) {
  if (present_ != nullptr) {
    present_->pressMore(event);
    return;
  }
  const auto taker = std::ranges::find_if(tools_, [&](Tool* tool) { return tool->press(event); });
  present_ = taker != tools_.end() ? *taker : nullptr;
}

bool ToolBox::move(const QMouseEvent& event) { return present_ != nullptr && present_->move(event); }

void ToolBox::release(const QMouseEvent& event) {
  if (present_ != nullptr) {
    present_->release(event);
  }
  if (event.buttons() == Qt::NoButton) {
    present_ = nullptr;
  }
}

bool ToolBox::cancel() {
  return (present_ != nullptr && present_->cancel()) ||
         std::ranges::any_of(tools_, [](Tool* tool) { return tool->cancel(); });
}

void ToolBox::abandon() {
  for (Tool* tool : tools_) {
    tool->abandon();
  }
  present_ = nullptr;
}

bool ToolBox::isChanging() const {
  return present_ != nullptr || std::ranges::any_of(tools_, [](const Tool* tool) { return tool->isChanging(); });
}

void ToolBox::hover(const QPointF& point) {
  bool taken = false;
  for (Tool* tool : tools_) {
    taken = tool->hover(point, taken) || taken;
  }
}

void ToolBox::leave() {
  for (Tool* tool : tools_) {
    tool->leave();
  }
}

void ToolBox::zoom(double notches, const QPointF& point) {
  if (present_ == nullptr || present_->allowsZoom()) {
    orbit_.zoom(notches, point);
  }
}

bool ToolBox::wantsKey(const QKeyEvent& event) const {
  return std::ranges::any_of(tools_, [&](const Tool* tool) { return tool->wantsKey(event); });
}

void ToolBox::key(const QKeyEvent& event) {
  const auto wanting = std::ranges::find_if(tools_, [&](const Tool* tool) { return tool->wantsKey(event); });
  if (wanting != tools_.end()) {
    (*wanting)->key(event);
  }
}

void ToolBox::beginFrame() {
  for (Tool* tool : tools_) {
    tool->beginFrame();
  }
}

void ToolBox::overlay(PanelContext& panels, const ProbeRect& free) const {
  // Draws in reverse order: the tool that is offered a press first lies on top.
  for (const Tool* tool : tools_ | std::views::reverse) {
    tool->overlay(panels, free);
  }
}

}  // namespace scree
