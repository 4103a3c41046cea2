#pragma once

#include "app/viewport/tools/gizmo_tool.h"

namespace scree {

/// Gizmo of the parts of the scene's text, their outlines and the grains with which the text would start.
class PartTool : public GizmoTool {
 public:
  explicit PartTool(const ToolContext& context) : GizmoTool(context) {}

  std::optional<std::uint32_t> chosen() const override;
  void deleteSelected() override;
  void duplicate() override;
  void beginFrame() override;
  void overlay(PanelContext& panels, const ProbeRect& free) const override;

 protected:
  std::optional<std::uint32_t> chosenOrNotice() const override;
  bool areShown() const override;
  bool isThere(std::uint32_t index) const override;
  std::vector<SensorHandle> centres() const override;
  PlacedThing placed(std::uint32_t index) const override;
  double snapStep() const override;
  void choose(std::uint32_t index) override;
  void begin(std::uint32_t index) override;
  void change(std::uint32_t index, const Pose& pose, const SensorShape& shape, bool isExact) override;
  void putBack(std::uint32_t index) override;
  void ended(bool moved) override;

 private:
  PartMemory& memory() const { return context_.host.memory.parts; }
  void drawOutlines(PanelContext& panels) const;
  void drawPreview() const;

  // Selected in the last frame.
  std::optional<std::uint32_t> lastSensor_;
  std::optional<std::uint64_t> lastMeasure_;
  std::optional<std::uint32_t> lastPart_;
};

}  // namespace scree
