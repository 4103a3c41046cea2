#pragma once

#include "app/viewport/tools/gizmo_tool.h"
#include "app/viewport/tools/sensor_commands.h"

namespace scree {

/// Gizmo of the split sensors of the run.
class SensorTool : public GizmoTool {
 public:
  SensorTool(const ToolContext& context, SensorCommands& commands) : GizmoTool(context), commands_(commands) {}

  std::optional<std::uint32_t> chosen() const override { return commands_.listed(); }
  void deleteSelected() override;
  void duplicate() override { commands_.duplicate(); }
  void beginFrame() override;

 protected:
  std::optional<std::uint32_t> chosenOrNotice() const override { return commands_.listedOrNotice(); }
  bool areShown() const override { return context_.host.options.showSensors && !context_.host.memory.parts.hideRun(); }
  bool isThere(std::uint32_t index) const override;
  std::vector<SensorHandle> centres() const override;
  PlacedThing placed(std::uint32_t index) const override;
  double snapStep() const override;
  void choose(std::uint32_t index) override;
  void begin(std::uint32_t index) override;
  void change(std::uint32_t index, const Pose& pose, const SensorShape& shape, bool isExact) override;
  void putBack(std::uint32_t index) override;
  void clicked(std::uint32_t index) override;

 private:
  SensorCommands& commands_;
  SplitSensor before_;  ///< sensor at the start of the drag
};

}  // namespace scree
