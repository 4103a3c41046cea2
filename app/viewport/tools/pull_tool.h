#pragma once

#include <QPointF>
#include <optional>

#include "app/overlays/overlays.h"
#include "app/viewport/tools/pick_tool.h"

namespace scree {

/// Pulls a grain or a body by a spring to the pointer, while Ctrl was held at the press.
class PullTool : public Tool {
 public:
  PullTool(const ToolContext& context, PickTool& pick) : context_(context), pick_(pick) {}

  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool cancel() override;
  void abandon() override { cancel(); }
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 private:
  struct Drag {
    ParticleId particle = 0;
    std::optional<Grip> grip;  ///< of a body
    std::size_t side = 0;      ///< of the view, when a twin has the other
    Vec3 start;                ///< centre of the grain, or the grip, at the press [m]
    Vec3 offset;               ///< from the pressed point to there [m]
    Vec3 normal;               ///< of the plane that the pointer moves in
    double stiffness = 0.0;
    QPointF press;                          ///< px
    std::optional<std::uint64_t> sequence;  ///< of the command, once the pointer has moved
    Vec3 target = Vec3::Zero();
  };

  bool take(const QPointF& point);
  void letGo();
  std::optional<PullOverlay> spring() const;

  const ToolContext& context_;
  PickTool& pick_;
  std::optional<Drag> drag_;
};

}  // namespace scree
