#pragma once

#include "app/viewport/tools/pick_tool.h"

namespace scree {

/// Tool that turns, pans and zooms the camera. It takes every press that no other tool takes, and passes clicks on to
/// the pick tool.
class OrbitTool : public Tool {
 public:
  OrbitTool(const ToolContext& context, PickTool& pick) : context_(context), pick_(pick) {}

  /// Zooms by notches of the wheel; the point of the scene under `point` stays in place.
  void zoom(double notches, const QPointF& point);

  bool press(const QMouseEvent& event) override;
  void pressMore(const QMouseEvent& event) override { press(event); }
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override { return context_.camera.control().putBack(); }
  void abandon() override { context_.camera.control().cancel(); }
  bool allowsZoom() const override { return true; }

 private:
  const ToolContext& context_;
  PickTool& pick_;
};

}  // namespace scree
