#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/scene_file/description.h"

namespace scree {

/// Reads the tables over time that motions and motors of a scene name. Reports what cannot be read or used.
class CourseLoader {
 public:
  CourseLoader(std::filesystem::path folder, ErrorList& errors) : folder_(std::move(folder)), errors_(errors) {}

  /// Nothing, with a message, when the table cannot be used.
  std::optional<std::vector<CoursePoint>> load(const TableDescription& table, const Mark& mark);
  /// Whether the last of the points is later than the one before; else there is a message.
  bool checkOrder(const std::vector<CoursePoint>& points, const Mark& mark);
  /// The speed over time that a motion says. A course becomes shares of its largest speed, which can then be changed
  /// while it runs.
  template <Dimension kDimension>
  SpeedProfile profileOf(const SpeedDescription<kDimension>& speed, const Where& where);

 private:
  std::filesystem::path folder_;
  ErrorList& errors_;
};

}  // namespace scree
