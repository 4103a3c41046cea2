#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/scene_file/description.h"

namespace scree {

/// Reads the tables over time that motions and motors of a scene name. Reports tables that cannot be read or used.
class CourseLoader {
 public:
  CourseLoader(std::filesystem::path folder, ErrorList& errors) : folder_(std::move(folder)), errors_(errors) {}

  /// Points of a table whose values are of a dimension; nothing, with a message, when the table cannot be used.
  std::optional<std::vector<CoursePoint>> load(const TableDescription& table, Dimension dimension, const Mark& mark);
  /// True if the last of the points is later than the one before; else there is a message.
  bool checkOrder(const std::vector<CoursePoint>& points, const Mark& mark);
  /// Speed over time of a motion. A course becomes shares of its largest speed, so that this speed can be changed in a
  /// run.
  template <Dimension kDimension>
  SpeedProfile profileOf(const SpeedDescription<kDimension>& speed, const Where& where);

 private:
  std::filesystem::path folder_;
  ErrorList& errors_;
};

}  // namespace scree
