#pragma once

#include <QPointF>
#include <optional>

#include "app/viewport/tools/tool_context.h"

namespace scree {

/// Adds and copies split sensors, and finds the selected one.
class SensorCommands {
 public:
  explicit SensorCommands(const ToolContext& context) : context_(context) {}

  /// Adds a split sensor of a kind (SensorShape's alternatives) at the target of the camera.
  void addInView(int kind);
  /// Adds one at a point of the view, on the surface that is seen there.
  void addAt(int kind, const QPointF& point);
  /// Puts a copy of the selected sensor beside it.
  void duplicate();

  /// The selected sensor; nothing while the list is about to change.
  std::optional<std::uint32_t> listed() const;
  /// The same, with a notice when there is none.
  std::optional<std::uint32_t> listedOrNotice() const;

 private:
  void add(const SplitSensor& sensor);

  const ToolContext& context_;
};

}  // namespace scree
