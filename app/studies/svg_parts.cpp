#include "app/studies/svg_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "app/studies/escaped.h"

namespace scree {

std::string textAt(double x, double y, const char* anchor, const std::string& text, const std::string& more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor, more,
                     escaped(text));
}

std::string lineBetween(double x1, double y1, double x2, double y2, const char* colour, const char* more) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", x1, y1, x2,
                     y2, colour, more);
}

double niceStep(double range) {
  const double decade = std::pow(10.0, std::floor(std::log10(range)));
  for (const double factor : {0.1, 0.2, 0.5, 1.0}) {
    if (range / (factor * decade) <= 8.0) {
      return factor * decade;
    }
  }
  return decade;
}

}  // namespace scree
