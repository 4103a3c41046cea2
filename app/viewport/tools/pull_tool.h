#pragma once

#include <QPointF>
#include <optional>

#include "app/overlays/overlays.h"
#include "app/viewport/tools/pick_tool.h"

namespace scree {

/// Tool that pulls a grain or a body by a spring to the pointer, if Ctrl was held at the press.
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
    ParticleId particle = 0;   ///< grain pulled, where `grip` is empty
    std::optional<Grip> grip;  ///< body pulled, and the point of the body
    std::size_t side = 0;      ///< side of the view with the pointer: 0 run, 1 twin
    Vec3 start;                ///< centre of the grain, or point of the body, at the press [m]
    Vec3 offset;               ///< vector to `start` from the pressed point in the pointer's plane [m]
    Vec3 normal;               ///< normal of the plane through `start` that the pointer moves in
    double stiffness = 0.0;    ///< stiffness of the spring [N/m]
    QPointF press;             ///< point of the press [px]
    std::optional<std::uint64_t>
        sequence;                ///< number of the command that started the pull; none before the pointer moves
    Vec3 target = Vec3::Zero();  ///< end of the spring at the pointer [m]
  };

  bool take(const QPointF& point);
  void letGo();
  std::optional<PullOverlay> spring() const;

  const ToolContext& context_;
  PickTool& pick_;
  std::optional<Drag> drag_;
};

}  // namespace scree
