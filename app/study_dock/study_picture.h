#pragma once

#include <array>
#include <optional>

#include "app/study_dock/value_axis.h"
#include "app/study_dock/watch/study_watch.h"

// Pictures of a study as numbers: lines over parallel axes, and a map over two keys.
namespace scree {

/// Runs of a study, by their places, with what is known of each.
struct StudyRuns {
  std::shared_ptr<const OpenedStudy> study;
  std::vector<PointReading> readings;
  std::vector<bool> wanted = {};  ///< points that are needed by the results that there are; empty: all

  /// True for a point that is needed only if results ask for it, and has not begun.
  bool isPerhaps(std::size_t place) const {
    return !isWanted(place) && readings[place].status.state == PointState::waiting;
  }
  bool isWanted(std::size_t place) const { return wanted.empty() || wanted[place]; }
};

/// Run in parallel coordinates.
struct RunLine {
  std::size_t place = 0;       ///< of the point in the study
  std::vector<double> shares;  ///< places on the axes from 0, the low end, to 1; NaN: none, the line ends before
  double colour = 0.0;         ///< place of its number on the scale of colours, from 0 to 1; NaN without one
};

/// Runs in parallel coordinates: an axis for each varied key, for the seed where settings share several, and for each
/// collected number. Starts are left out.
struct ParallelPicture {
  std::vector<ValueAxis> axes;
  std::size_t keys = 0;  ///< number of axes that are no collected numbers
  std::vector<RunLine> lines;
  std::size_t coloured = 0;  ///< axis of the number that gives the colours
};
ParallelPicture parallelPicture(const StudyRuns& runs, std::size_t number);

/// Line nearest to a point of the picture, of those within `reach`. `x` and `y` are in pixels from the upper end of the
/// first axis, `width` is the distance of the first from the last, `height` that of the ends.
std::optional<std::size_t> nearestLine(const ParallelPicture& picture, double width, double height, double x, double y,
                                       double reach);

/// Setting in a map.
struct MapSample {
  double x = 0.0;  ///< places on the axes from 0 to 1
  double y = 0.0;
  double value = 0.0;     ///< mean of the runs there
  std::size_t count = 0;  ///< number of these
  std::size_t place = 0;  ///< of the first of them in the study
};

/// Values over two keys: means of all runs with the same values of both, linear between them over a triangulation of
/// Delaunay, nothing beyond their hull.
struct ValueMap {
  ValueAxis x;
  ValueAxis y;
  ValueAxis values;
  std::vector<MapSample> samples;  ///< settings with a value
  std::vector<std::array<std::size_t, 3>> triangles;

  /// Value at a place; empty outside.
  std::optional<double> at(double x, double y) const;
};
ValueMap valueMap(const StudyRuns& runs, std::size_t keyX, std::size_t keyY, std::size_t number);

/// Triangulation of Delaunay of points, none of which lies upon another; none for points on one line.
std::vector<std::array<std::size_t, 3>> triangulate(const std::vector<std::array<double, 2>>& points);

/// Pieces of the curve on which a map has a value: beginning and end of each, as shares of the axes.
std::vector<std::array<double, 4>> contourOf(const ValueMap& map, double level);

}  // namespace scree
