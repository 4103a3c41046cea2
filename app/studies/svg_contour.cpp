#include "app/studies/svg_contour.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/studies/svg_parts.h"

namespace scree {

namespace {

// Sizes and margins [px].
constexpr double kPictureWidth = 820.0;
constexpr double kPictureHeight = 520.0;
constexpr double kFieldLeft = 80.0;
constexpr double kFieldRight = 580.0;
constexpr double kFieldTop = 40.0;
constexpr double kFieldBottom = 460.0;
constexpr double kRowOfLegend = 18.0;

constexpr std::array<const char*, 4> kBandColours = {"#2171b5", "#6baed6", "#bdd7e7", "#eff3ff"};
// Colours of lines, distinct for colour-blind readers and from the bands (Okabe and Ito).
constexpr std::array<const char*, 5> kLineColours = {"#000000", "#d55e00", "#009e73", "#cc79a7", "#e69f00"};

const char* bandColour(std::size_t band) { return kBandColours.at(std::min(band, kBandColours.size() - 1)); }

const char* lineColour(int colour) { return kLineColours.at(static_cast<std::size_t>(colour) % kLineColours.size()); }

double shareAlong(const ContourAxis& axis, double value) {
  return axis.isLog ? std::log(value / axis.from) / std::log(axis.to / axis.from)
                    : (value - axis.from) / (axis.to - axis.from);
}

double xPixel(double share) { return kFieldLeft + (kFieldRight - kFieldLeft) * share; }
double yPixel(double share) { return kFieldBottom + (kFieldTop - kFieldBottom) * share; }

std::size_t rowsIn(const ContourGrid& grid) { return grid.values.size() / grid.columns; }

double nodeOf(const ContourGrid& grid, std::size_t column, std::size_t row) {
  return grid.values[row * grid.columns + column];
}

/// Cells of a band side by side become one rectangle.
std::string bandsText(const ContourPlot& plot) {
  const std::size_t columns = plot.grid.columns - 1;
  const std::size_t rows = rowsIn(plot.grid) - 1;
  const double width = (kFieldRight - kFieldLeft) / static_cast<double>(columns);
  const double height = (kFieldBottom - kFieldTop) / static_cast<double>(rows);
  const auto bandAt = [&](std::size_t column, std::size_t row) {
    const double mean = 0.25 * (nodeOf(plot.grid, column, row) + nodeOf(plot.grid, column + 1, row) +
                                nodeOf(plot.grid, column, row + 1) + nodeOf(plot.grid, column + 1, row + 1));
    const auto band = std::ranges::find_if(plot.bands, [&](const ContourBand& each) { return mean <= each.upTo; });
    return static_cast<std::size_t>(band - plot.bands.begin());
  };
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns;) {
      const std::size_t band = bandAt(column, row);
      std::size_t end = column + 1;
      while (end < columns && bandAt(end, row) == band) {
        ++end;
      }
      if (band < plot.bands.size()) {
        text += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                            kFieldLeft + width * static_cast<double>(column),
                            kFieldBottom - height * static_cast<double>(row + 1),
                            width * static_cast<double>(end - column), height, bandColour(band));
      }
      column = end;
    }
  }
  return text;
}

/// Pieces of the line at which a grid has a level, through the edges of its cells (marching squares).
std::string levelText(const ContourLine& line) {
  const ContourGrid& grid = line.grid;
  const auto columns = static_cast<double>(grid.columns - 1);
  const auto rows = static_cast<double>(rowsIn(grid) - 1);
  std::string path;
  for (std::size_t row = 0; row + 1 < rowsIn(grid); ++row) {
    for (std::size_t column = 0; column + 1 < grid.columns; ++column) {
      // Corners in a round.
      constexpr std::array<std::array<std::size_t, 2>, 4> kCorners = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
      std::vector<std::pair<double, double>> crossings;
      for (std::size_t side = 0; side < kCorners.size(); ++side) {
        const auto& a = kCorners.at(side);
        const auto& b = kCorners.at((side + 1) % kCorners.size());
        const double first = nodeOf(grid, column + a[0], row + a[1]) - line.level;
        const double second = nodeOf(grid, column + b[0], row + b[1]) - line.level;
        if (std::isfinite(first) && std::isfinite(second) && (first < 0.0) != (second < 0.0)) {
          const double share = first / (first - second);
          const auto at = [&](std::size_t base, std::size_t from, std::size_t to) {
            return static_cast<double>(base + from) + share * (static_cast<double>(to) - static_cast<double>(from));
          };
          crossings.emplace_back(xPixel(at(column, a[0], b[0]) / columns), yPixel(at(row, a[1], b[1]) / rows));
        }
      }
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", crossings[i].first, crossings[i].second,
                            crossings[i + 1].first, crossings[i + 1].second);
      }
    }
  }
  return path.empty() ? ""
                      : fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", path,
                                    lineColour(line.colour), line.line == SvgLine::dashed ? "0.7" : "1.8");
}

std::vector<double> marksOf(const ContourAxis& axis) {
  std::vector<double> marks;
  if (axis.isLog) {
    for (int decade = static_cast<int>(std::floor(std::log10(axis.from))); std::pow(10.0, decade) <= axis.to;
         ++decade) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        marks.push_back(factor * std::pow(10.0, decade));
      }
    }
  } else {
    const double step = niceStep(axis.to - axis.from);
    for (auto i = std::lround(std::ceil(axis.from / step)); static_cast<double>(i) * step <= axis.to; ++i) {
      marks.push_back(static_cast<double>(i) * step);
    }
  }
  std::erase_if(marks, [&](double mark) { return mark < axis.from || mark > axis.to; });
  return marks;
}

std::string frameText(const ContourPlot& plot) {
  std::string text =
      fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000000\"/>\n", kFieldLeft,
                  kFieldTop, kFieldRight - kFieldLeft, kFieldBottom - kFieldTop);
  constexpr double kTick = 5.0;  // length of a mark at an axis
  for (const double mark : marksOf(plot.x)) {
    const double x = xPixel(shareAlong(plot.x, mark));
    text += lineBetween(x, kFieldBottom, x, kFieldBottom + kTick, "#000000");
    text += textAt(x, kFieldBottom + 18.0, "middle", fmt::format("{:.4g}", mark));
  }
  for (const double mark : marksOf(plot.y)) {
    const double y = yPixel(shareAlong(plot.y, mark));
    text += lineBetween(kFieldLeft - kTick, y, kFieldLeft, y, "#000000");
    text += textAt(kFieldLeft - 8.0, y + 4.0, "end", fmt::format("{:.4g}", mark));
  }
  const double middle = 0.5 * (kFieldLeft + kFieldRight);
  text += textAt(middle, kPictureHeight - 16.0, "middle", plot.x.label);
  text += textAt(-0.5 * (kFieldTop + kFieldBottom), 20.0, "middle", plot.y.label, " transform=\"rotate(-90)\"");
  return text + textAt(middle, 24.0, "middle", plot.title, " font-weight=\"bold\"");
}

std::string markText(const ContourPlot& plot, const ContourMark& mark) {
  const double x = xPixel(shareAlong(plot.x, mark.x));
  const double y = yPixel(shareAlong(plot.y, mark.y));
  const char* wide = " stroke-width=\"2\"";
  return lineBetween(xPixel(shareAlong(plot.x, mark.xBounds.first)), y, xPixel(shareAlong(plot.x, mark.xBounds.second)),
                     y, "#000000", wide) +
         lineBetween(x, yPixel(shareAlong(plot.y, mark.yBounds.first)), x,
                     yPixel(shareAlong(plot.y, mark.yBounds.second)), "#000000", wide) +
         fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#ffffff\" stroke=\"#000000\"/>\n", x, y);
}

std::string legendText(const ContourPlot& plot) {
  constexpr double kSample = kFieldRight + 16.0;
  constexpr double kNames = kSample + 32.0;
  double y = kFieldTop + 12.0;
  std::string text;
  for (std::size_t i = 0; i < plot.bands.size(); ++i) {
    text += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"24\" height=\"12\" fill=\"{}\"/>\n", kSample, y - 10.0,
                        bandColour(i));
    text += textAt(kNames, y, "start", plot.bands[i].name);
    y += kRowOfLegend;
  }
  for (const ContourLine& line : plot.lines) {
    if (!line.name.empty()) {
      text += lineBetween(kSample, y - 4.0, kSample + 24.0, y - 4.0, lineColour(line.colour),
                          line.line == SvgLine::dashed ? " stroke-width=\"0.7\"" : " stroke-width=\"1.8\"");
      text += textAt(kNames, y, "start", line.name);
      y += kRowOfLegend;
    }
  }
  if (!plot.points.empty()) {
    text += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"2\" fill=\"#808080\"/>\n", kSample + 12.0, y - 4.0);
    text += textAt(kNames, y, "start", plot.pointsName);
    y += kRowOfLegend;
  }
  for (const ContourMark& mark : plot.marks) {
    text += fmt::format("<circle cx=\"{}\" cy=\"{:.1f}\" r=\"4\" fill=\"#ffffff\" stroke=\"#000000\"/>\n",
                        kSample + 12.0, y - 4.0);
    text += textAt(kNames, y, "start", mark.name);
    y += kRowOfLegend;
  }
  return text;
}

}  // namespace

std::string svgText(const ContourPlot& plot) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      kPictureWidth, kPictureHeight);
  text += "<g shape-rendering=\"crispEdges\">\n" + bandsText(plot) + "</g>\n";
  for (const ContourLine& line : plot.lines) {
    text += levelText(line);
  }
  for (const auto& [x, y] : plot.points) {
    const double across = shareAlong(plot.x, x);
    const double up = shareAlong(plot.y, y);
    if (across >= 0.0 && across <= 1.0 && up >= 0.0 && up <= 1.0) {
      text +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\" fill=\"#808080\"/>\n", xPixel(across), yPixel(up));
    }
  }
  for (const ContourMark& mark : plot.marks) {
    text += markText(plot, mark);
  }
  return text + frameText(plot) + legendText(plot) + "</svg>\n";
}

}  // namespace scree
