#include "app/studies/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/studies/svg_parts.h"

namespace scree {

namespace {

// Sizes and margins of a plot [px].
constexpr double kWidth = 760.0;
constexpr double kHeight = 480.0;
constexpr double kLeft = 80.0;
constexpr double kRight = 200.0;
constexpr double kTop = 40.0;
constexpr double kBottom = 60.0;

// Colours of curves, distinct for colour-blind readers (Okabe and Ito).
constexpr std::array<const char*, 8> kColours = {"#000000", "#0072b2", "#d55e00", "#009e73",
                                                 "#cc79a7", "#e69f00", "#56b4e9", "#808080"};

struct Axis {
  bool log = false;
  double low = std::numeric_limits<double>::infinity();  // smallest value; its log10 on a logarithmic axis
  double high = -std::numeric_limits<double>::infinity();
  double from = 0.0;  // place of the ends [px]
  double to = 1.0;

  bool shows(double value) const { return std::isfinite(value) && (!log || value > 0.0); }
  double placed(double value) const { return log ? std::log10(value) : value; }
  double pixel(double value) const { return from + (to - from) * (placed(value) - low) / (high - low); }
  void include(double value) {
    low = std::min(low, placed(value));
    high = std::max(high, placed(value));
  }
};

/// Widens the range of an axis to whole steps, and returns the values of its marks.
std::vector<double> settle(Axis& axis) {
  if (!(axis.low <= axis.high)) {
    axis.low = 0.0;
    axis.high = 1.0;
  }
  std::vector<double> marks;
  if (axis.log) {
    axis.low = std::floor(axis.low);
    axis.high = std::max(std::ceil(axis.high), axis.low + 1.0);
    for (double decade = axis.low; decade <= axis.high; ++decade) {
      marks.push_back(std::pow(10.0, decade));
    }
    return marks;
  }
  if (axis.high == axis.low) {
    axis.high += 0.5;
    axis.low -= 0.5;
  }
  const double step = niceStep(axis.high - axis.low);
  const auto first = std::lround(std::floor(axis.low / step));
  const auto last = std::lround(std::ceil(axis.high / step));
  for (long i = first; i <= last; ++i) {
    marks.push_back(static_cast<double>(i) * step);
  }
  axis.low = marks.front();
  axis.high = marks.back();
  return marks;
}

const char* dashesOf(SvgLine line) { return line == SvgLine::dashed ? " stroke-dasharray=\"6 4\"" : ""; }

/// Lines of the same course have their labels on different sides: above, below, or before points without a line.
std::string labelText(const SvgCurve& curve, std::size_t point, double x, double y, const char* colour) {
  if (point >= curve.labels.size()) {
    return {};
  }
  const std::string style = fmt::format(" font-size=\"10\" fill=\"{}\"", colour);
  if (curve.line == SvgLine::none) {
    return textAt(x - 6.0, y + 3.0, "end", curve.labels[point], style);
  }
  return textAt(x + 4.0, curve.line == SvgLine::solid ? y - 4.0 : y + 12.0, "start", curve.labels[point], style);
}

double errorOf(const SvgCurve& curve, std::size_t point) {
  return point < curve.errors.size() && std::isfinite(curve.errors[point]) ? curve.errors[point] : 0.0;
}

/// Bar from `value` - error to `value` + error, to the end of the axis where that is not on it.
std::string errorText(double x, double value, double error, const Axis& y, const char* colour) {
  constexpr double kCap = 3.0;  // half width of its ends [px]
  const double low = y.shows(value - error) ? y.pixel(value - error) : y.from;
  const double high = y.pixel(value + error);
  return lineBetween(x, low, x, high, colour) + lineBetween(x - kCap, low, x + kCap, low, colour) +
         lineBetween(x - kCap, high, x + kCap, high, colour);
}

std::string curveText(const SvgCurve& curve, const Axis& x, const Axis& y, const char* colour) {
  std::string line;
  std::string marks;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const auto& [at, value] = curve.points[i];
    if (x.shows(at) && y.shows(value)) {
      line += fmt::format("{:.1f},{:.1f} ", x.pixel(at), y.pixel(value));
      marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", x.pixel(at), y.pixel(value),
                           colour);
      if (const double error = errorOf(curve, i); error > 0.0) {
        marks += errorText(x.pixel(at), value, error, y, colour);
      }
      marks += labelText(curve, i, x.pixel(at), y.pixel(value), colour);
    }
  }
  return curve.line == SvgLine::none
             ? marks
             : fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{}/>\n{}", line,
                           colour, dashesOf(curve.line), marks);
}

/// The sample of a curve's line and its name.
std::string keyText(const SvgCurve& curve, double x, double y, const char* colour) {
  const std::string sample =
      curve.line == SvgLine::none
          ? fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", x + 23.0, y - 4.0, colour)
          : lineBetween(x + 12.0, y - 4.0, x + 34.0, y - 4.0, colour, dashesOf(curve.line));
  return sample + textAt(x + 40.0, y, "start", curve.name);
}

std::string axesText(const Plot& plot, Axis& x, Axis& y) {
  std::string text;
  for (const double mark : settle(x)) {
    text += lineBetween(x.pixel(mark), y.from, x.pixel(mark), y.to, "#dddddd");
    text += textAt(x.pixel(mark), y.from + 18.0, "middle", fmt::format("{:.4g}", mark));
  }
  for (const double mark : settle(y)) {
    text += lineBetween(x.from, y.pixel(mark), x.to, y.pixel(mark), "#dddddd");
    text += textAt(x.from - 6.0, y.pixel(mark) + 4.0, "end", fmt::format("{:.4g}", mark));
  }
  text += lineBetween(x.from, y.from, x.to, y.from, "#000000") + lineBetween(x.from, y.from, x.from, y.to, "#000000");
  text += textAt(0.5 * (x.from + x.to), kHeight - 16.0, "middle", plot.xLabel);
  text += textAt(-0.5 * (y.from + y.to), 20.0, "middle", plot.yLabel, " transform=\"rotate(-90)\"");
  return text + textAt(0.5 * (x.from + x.to), 24.0, "middle", plot.title, " font-weight=\"bold\"");
}

/// Everything but the frame of the picture.
std::string plotText(const Plot& plot) {
  Axis x{.log = plot.logX, .from = kLeft, .to = kWidth - kRight};
  Axis y{.log = plot.logY, .from = kHeight - kBottom, .to = kTop};
  for (const SvgCurve& curve : plot.curves) {
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const auto& [at, value] = curve.points[i];
      if (x.shows(at) && y.shows(value)) {
        x.include(at);
        y.include(value);
        for (const double end : {value - errorOf(curve, i), value + errorOf(curve, i)}) {
          if (y.shows(end)) {
            y.include(end);
          }
        }
      }
    }
  }
  std::string text = axesText(plot, x, y);
  double key = kTop + 10.0;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const SvgCurve& curve = plot.curves[i];
    const char* colour = kColours[(curve.colour < 0 ? i : static_cast<std::size_t>(curve.colour)) % kColours.size()];
    text += curveText(curve, x, y, colour) + keyText(curve, x.to, key, colour);
    key += 18.0;
  }
  return text;
}

}  // namespace

std::string svgText(const Plot& plot) { return svgText(std::vector{plot}); }

std::string svgText(const std::vector<Plot>& plots) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      kWidth, kHeight * static_cast<double>(plots.size()));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    text += fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n", kHeight * static_cast<double>(i),
                        plotText(plots[i]));
  }
  return text + "</svg>\n";
}

}  // namespace scree
