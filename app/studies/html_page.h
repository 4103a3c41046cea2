#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/svg_contour.h"
#include "app/studies/svg_plot.h"

namespace scree {

/// A table of a report.
struct ReportTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows = {};
  std::string note = {};  ///< text under the table; may be empty
};

/// A chapter of a report: text, then tables, then plots.
struct ReportSection {
  std::string title;
  std::string text;
  std::vector<ReportTable> tables = {};
  std::vector<std::pair<std::string, Plot>> plots = {};  ///< plots by file name
  std::vector<ContourPlot> contours = {};                ///< in pages only
};

/// Report as one HTML page that includes its plots and needs no other file.
std::string htmlPage(const std::string& title, const std::string& text, const std::vector<ReportSection>& sections);

/// Report as Markdown without plots, for a terminal.
std::string markdownText(const std::string& title, const std::string& text, const std::vector<ReportSection>& sections);

}  // namespace scree
