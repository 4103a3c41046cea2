#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/studies/svg_plot.h"

namespace scree {

struct ReportTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows = {};
  std::string note = {};  ///< under it; may be empty
};

/// A chapter of a report: text, then tables, then plots.
struct ReportSection {
  std::string title;
  std::string text;
  std::vector<ReportTable> tables = {};
  std::vector<std::pair<std::string, Plot>> plots = {};  ///< by file name
};

/// One page that needs no other file: the plots are in it.
std::string htmlPage(const std::string& title, const std::string& text, const std::vector<ReportSection>& sections);

/// The same without plots, for a terminal.
std::string markdownText(const std::string& title, const std::string& text, const std::vector<ReportSection>& sections);

}  // namespace scree
