#pragma once

#include "app/viewport/tools/sensor_tool.h"

namespace scree {

/// Tool for clicks into the scene: they pick a grain, a body or a joint, centre the view, add a split sensor, or open a
/// menu.
class PickTool : public Tool {
 public:
  PickTool(const ToolContext& context, SensorCommands& commands, const SensorTool& sensors)
      : context_(context), commands_(commands), sensors_(sensors) {}

  /// Picks the joint, body or grain under a point, or unpicks if there is none.
  void pickAt(const QPointF& point);

  /// Takes double clicks.
  bool press(const QMouseEvent& event) override;
  bool move(const QMouseEvent&) override { return false; }
  /// Handles a click: a release without a drag since the press.
  void release(const QMouseEvent& event) override;

 private:
  void centreAt(const QPointF& point);
  void pickGrain(const GrainUnder& grain);
  void openMenu(const QPointF& point);

  const ToolContext& context_;
  SensorCommands& commands_;
  const SensorTool& sensors_;
};

}  // namespace scree
