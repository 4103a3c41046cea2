#pragma once

#include <string>

// Parts of pictures in SVG, with places in pixels.
namespace scree {

/// Text at a place; `anchor` is start, middle or end, `more` holds further attributes.
std::string textAt(double x, double y, const char* anchor, const std::string& text, const std::string& more = "");

std::string lineBetween(double x1, double y1, double x2, double y2, const char* colour, const char* more = "");

/// Distance between the marks of an axis over a range above 0: 1, 2 or 5 times a power of ten, for at most eight parts.
double niceStep(double range);

}  // namespace scree
