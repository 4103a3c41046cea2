#include "app/studies/html_page.h"

#include <fmt/format.h>

#include "app/studies/escaped.h"
#include "app/studies/warm_start_table.h"

namespace scree {

namespace {

constexpr const char* kStyle =
    "body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#111}"
    "table{border-collapse:collapse;margin:0.5em 0 1em;font-size:0.85em}"
    "th,td{border:1px solid #ccc;padding:0.2em 0.6em;text-align:right}"
    "th:first-child,td:first-child,td.text{text-align:left}td.text{min-width:24em}th{background:#f2f2f2}"
    ".wide{overflow-x:auto}.plots{display:flex;flex-wrap:wrap}";

/// Row of an HTML table. Cells with sentences are aligned at the left and get a minimum width.
std::string htmlRow(const std::vector<std::string>& cells, const char* tag) {
  constexpr std::size_t kSentence = 34;  // length above which a cell counts as a sentence [bytes]
  std::string row = "<tr>";
  for (const std::string& text : cells) {
    row += fmt::format("<{0}{2}>{1}</{0}>", tag, escaped(text), text.size() > kSentence ? " class=\"text\"" : "");
  }
  return row + "</tr>\n";
}

std::string htmlTable(const ReportTable& table) {
  std::string text = fmt::format("<h3>{}</h3>\n<div class=\"wide\"><table>\n", escaped(table.title));
  text += htmlRow(table.head, "th");
  for (const std::vector<std::string>& row : table.rows) {
    text += htmlRow(row, "td");
  }
  text += "</table></div>\n";
  return text + (table.note.empty() ? "" : "<p>" + escaped(table.note) + "</p>\n");
}

}  // namespace

std::string htmlPage(const std::string& title, const std::string& text, const std::vector<ReportSection>& sections) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{1}</style></head>"
      "<body>\n<h1>{0}</h1>\n<p>{2}</p>\n",
      escaped(title), kStyle, escaped(text));
  for (const ReportSection& section : sections) {
    page += fmt::format("<h2>{}</h2>\n<p>{}</p>\n", escaped(section.title), escaped(section.text));
    for (const ReportTable& table : section.tables) {
      page += htmlTable(table);
    }
    page += "<div class=\"plots\">\n";
    for (const ContourPlot& contour : section.contours) {
      page += svgText(contour);
    }
    for (const auto& [name, plot] : section.plots) {
      page += svgText(plot);
    }
    page += "</div>\n";
  }
  return page + "</body></html>\n";
}

std::string markdownText(const std::string& title, const std::string& text,
                         const std::vector<ReportSection>& sections) {
  std::string out = fmt::format("# {}\n\n{}\n\n", title, text);
  for (const ReportSection& section : sections) {
    out += fmt::format("## {}\n\n{}\n\n", section.title, section.text);
    for (const ReportTable& table : section.tables) {
      out += fmt::format("### {}\n\n", table.title) + tableHead(table.head);
      for (const std::vector<std::string>& row : table.rows) {
        out += tableRow(row);
      }
      out += table.note.empty() ? "\n" : "\n" + table.note + "\n\n";
    }
  }
  return out;
}

}  // namespace scree
