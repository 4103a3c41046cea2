#pragma once

#include <QPointF>
#include <optional>

#include "app/viewport/tools/tool_context.h"

namespace scree {

/// Commands that add and copy split sensors, and find the selected one.
class SensorCommands {
 public:
  explicit SensorCommands(const ToolContext& context) : context_(context) {}

  /// Adds a split sensor of a kind (SensorShape's alternatives) at the target of the camera.
  void addInView(int kind);
  /// Adds a split sensor of a kind at a point of the view: on the grain seen there, else in the plane of the target.
  void addAt(int kind, const QPointF& point);
  /// Adds a copy of the selected sensor beside it.
  void duplicate();

  /// Index of the selected sensor; nothing if none is selected or the list of sensors is about to change.
  std::optional<std::uint32_t> listed() const;
  /// Index of the selected sensor as from listed(); shows a notice if there is none.
  std::optional<std::uint32_t> listedOrNotice() const;

 private:
  void add(const SplitSensor& sensor);

  const ToolContext& context_;
};

}  // namespace scree
