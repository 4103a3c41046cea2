// Contour plots: lines and areas of a circle, axes, legend.
#include "app/studies/svg_contour.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <regex>

namespace scree {
namespace {

std::vector<double> numbersIn(const std::string& text) {
  static const std::regex kNumber(R"(-?\d+(\.\d+)?)");
  std::vector<double> numbers;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), kNumber); it != std::sregex_iterator(); ++it) {
    numbers.push_back(std::stod(it->str()));
  }
  return numbers;
}

std::vector<std::smatch> allOf(const std::string& text, const std::regex& what) {
  return {std::sregex_iterator(text.begin(), text.end(), what), std::sregex_iterator()};
}

/// Squares of the distance from the middle of a field from -1 to 1.
ContourPlot circle() {
  constexpr std::size_t kNodes = 61;
  ContourPlot plot{.title = "Circle & more", .x = {"x", -1.0, 1.0}, .y = {"y", -1.0, 1.0}, .grid = {}, .bands = {}};
  plot.grid.columns = kNodes;
  for (std::size_t row = 0; row < kNodes; ++row) {
    for (std::size_t column = 0; column < kNodes; ++column) {
      const double x = -1.0 + static_cast<double>(column) / 30.0;
      const double y = -1.0 + static_cast<double>(row) / 30.0;
      plot.grid.values.push_back(x * x + y * y);
    }
  }
  plot.bands = {{0.25, "inside"}};
  plot.lines.push_back({.name = "edge", .grid = plot.grid, .level = 0.25});
  return plot;
}

TEST(SvgContour, LinesAndBandsLieWhereTheValuesAre) {
  const std::string text = svgText(circle());
  const std::vector<std::smatch> frames =
      allOf(text, std::regex(R"re(<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="none")re"));
  ASSERT_EQ(frames.size(), 1U);
  const double left = std::stod(frames[0][1]);
  const double top = std::stod(frames[0][2]);
  const double width = std::stod(frames[0][3]);
  const double height = std::stod(frames[0][4]);
  const std::vector<std::smatch> paths = allOf(text, std::regex(R"re(<path d="([^"]*)\")re"));
  ASSERT_EQ(paths.size(), 1U);
  const std::vector<double> places = numbersIn(paths[0][1]);
  ASSERT_GT(places.size(), 200U);
  double length = 0.0;
  for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
    const double x = 2.0 * (places[i] - left) / width - 1.0;
    const double y = 1.0 - 2.0 * (places[i + 1] - top) / height;
    EXPECT_NEAR(std::hypot(x, y), 0.5, 0.003);
    if (i % 4 == 0) {
      length += std::hypot(2.0 * (places[i + 2] - places[i]) / width, 2.0 * (places[i + 3] - places[i + 1]) / height);
    }
  }
  EXPECT_NEAR(length, std::numbers::pi, 0.05) << "once around";
  double area = 0.0;
  for (const std::smatch& band : allOf(
           text, std::regex(R"re(<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)" fill="#2171b5")re"))) {
    area += std::stod(band[1]) * std::stod(band[2]);
  }
  area -= 24.0 * 12.0;  // the sample in the legend
  EXPECT_NEAR(4.0 * area / (width * height), 0.25 * std::numbers::pi, 0.03);
  EXPECT_NE(text.find("Circle &amp; more"), std::string::npos);
  EXPECT_NE(text.find(">inside<"), std::string::npos);
  EXPECT_NE(text.find(">edge<"), std::string::npos);
}

TEST(SvgContour, AxesEndAtTheirValuesAndPointsBeyondAreLeftOut) {
  ContourPlot plot = circle();
  plot.x = {"friction", 0.01, 1.0, true};
  plot.points = {{0.1, 0.0}, {2.0, 0.0}, {0.1, -3.0}};
  const std::string text = svgText(plot);
  for (const char* mark : {">0.01<", ">0.1<", ">0.2<", ">0.5<", ">1<", ">-0.5<"}) {
    EXPECT_NE(text.find(mark), std::string::npos) << mark;
  }
  EXPECT_EQ(text.find(">2<"), std::string::npos);
  // One point and its sample in the legend.
  EXPECT_EQ(allOf(text, std::regex("<circle [^>]*r=\"2\"")).size(), 2U);
}

}  // namespace
}  // namespace scree
