#pragma once

#include <optional>

#include "app/viewport/tools/tool.h"
#include "app/viewport/tools/tool_context.h"

namespace scree {

/// Tool that drags the line between a run and its twin.
class WipeTool : public Tool {
 public:
  explicit WipeTool(const ToolContext& context) : context_(context) {}

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override { before_.reset(); }
  bool allowsZoom() const override { return true; }
  bool hover(const QPointF& point, bool taken) override;
  void leave() override { hot_ = false; }
  /// True if the line is under the pointer or dragged.
  bool isHot() const { return hot_ || before_.has_value(); }

 private:
  bool isOnLine(const QPointF& point) const;

  const ToolContext& context_;
  std::optional<float> before_;  ///< place of the line at the press, while it is dragged
  bool hot_ = false;
};

}  // namespace scree
