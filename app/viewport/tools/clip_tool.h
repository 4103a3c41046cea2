#pragma once

#include <QPointF>
#include <optional>

#include "app/overlays/overlays.h"
#include "app/viewport/tools/tool.h"
#include "app/viewport/tools/tool_context.h"

namespace scree {

/// Tool for the clip region: its first place, its handle, and drags of the handle.
class ClipTool : public Tool {
 public:
  explicit ClipTool(const ToolContext& context) : context_(context) {}

  /// Turns clipping on or off. The first time the clip is placed in the middle of the scene.
  void toggle();
  /// Turns clipping on, with the normal towards the eye.
  void face();

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override { drag_.reset(); }
  bool hover(const QPointF& point, bool taken) override;
  void leave() override { hot_ = false; }
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 private:
  struct Drag {
    ClipOptions before;  ///< clip at the press
    QPointF press;       ///< point of the press [px]
  };

  void place();
  std::optional<ClipHandle> handle() const;
  bool isOnHandle(const QPointF& point) const;

  const ToolContext& context_;
  std::optional<Drag> drag_;
  bool hot_ = false;
};

}  // namespace scree
