#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/panel.h"
#include "app/widgets/parameter_rows.h"
#include "app/widgets/precision_plot.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<theme::Colour, 8> kCaseColours = {theme::kAccent, theme::kWarn, theme::kBad,    theme::kGood,
                                                       theme::kTeal,   theme::kPink, theme::kViolet, theme::kText};
constexpr std::size_t kMostOwn = 6;  // cases that a user may add
constexpr std::string_view kMeasurePrecision = "precision.measure";

ImU32 colourOfCase(std::size_t index) { return kCaseColours[index % kCaseColours.size()]; }

/// Name of a case that a user has added: substeps × sweeps and over-relaxation.
std::string nameOfOwn(const Parameters& p) {
  const std::string method = p.method == Method::pgs ? "" : fmt::format("{} ", nameOf(p.method));
  const std::string over = p.overRelaxation == 1.0 ? "" : fmt::format(" ω{:.3g}", p.overRelaxation);
  return fmt::format("{}{}×{}{}", method, p.substeps, p.sweeps, over);
}

void drawMeasuring(PanelContext& context) {
  PrecisionMemory& memory = context.memory.precision;
  const PrecisionReading& now = context.snapshot->precision;
  const bool isStarting = pendingValue(context, kMeasurePrecision).has_value();
  if (now.isUnderWay) {
    const float stop = 5.0f * ImGui::GetFontSize();
    const std::string shown = fmt::format("{:.0f} %: {}", std::floor(100.0 * now.part), now.run);
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, theme::kBar);
    ImGui::ProgressBar(static_cast<float>(now.part),
                       {ImGui::GetContentRegionAvail().x - stop - ImGui::GetStyle().ItemSpacing.x, 0.0f},
                       shown.c_str());
    ImGui::PopStyleColor();
    probe(context, "precision.progress");
    tooltip("Part of the work that is done, and the run under way. The simulation goes on meanwhile.");
    ImGui::SameLine();
    if (ImGui::Button("Stop", {stop, 0.0f})) {
      context.post(StopPrecision{});
    }
    probe(context, "precision.stop");
    tooltip("Ends the measurement; what it has measured stays.");
    return;
  }
  ImGui::BeginDisabled(isStarting || context.snapshot->particles() == 0);
  if (ImGui::Button(isStarting ? "Starting…" : "Measure", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    markPending(context, kMeasurePrecision, context.post(MeasurePrecision{memory.time, memory.own}), 1.0);
  }
  ImGui::EndDisabled();
  probe(context, kMeasurePrecision);
  tooltip(
      "Copies of the run go on for a short time in the background, one with each preset, one with the settings of this "
      "run if they are of no preset, one with each case below, and one with 32 substeps of 64 sweeps. Error is the "
      "distance from the last. The run itself does not change. A second converged run, of 64 substeps, takes most of "
      "the time: its error is the scatter of the truth, and smaller errors mean nothing. All copies are without "
      "merging.");
}

void drawCopiedTime(PanelContext& context) {
  PrecisionMemory& memory = context.memory.precision;
  NumberSpec time;
  time.name = "precision.time";
  time.label = "Simulated time";
  time.unit = "s";
  time.help = "Simulated time of each copy in the next measurement [s]. Single grains of a flow part after a while.";
  time.minimum = 1e-3;
  time.maximum = 10.0;
  time.low = 0.01;
  time.high = 1.0;
  time.logarithmic = true;
  time.initialName = "";
  if (const auto wanted = numberRow(context, time, memory.time, PrecisionMemory().time)) {
    memory.time = *wanted;
  }
}

/// Draws a field for a whole number of a case.
void wholeField(PanelContext& context, ParameterKey key, const std::string& name, int& value) {
  const ParameterInfo& info = infoOf(key);
  ImGui::SetNextItemWidth(-FLT_MIN);
  NumberSpec spec = specOf(info);
  spec.name = name;
  spec.maximum = std::min(info.maximum, 1000.0);
  const bool isNew = ImGui::DragInt(fmt::format("##{}", name).c_str(), &value, 0.2f, static_cast<int>(spec.minimum),
                                    static_cast<int>(spec.maximum), "%d");
  if (const auto wanted = limitedTo(context, spec, isNew ? std::optional<double>(value) : std::nullopt)) {
    value = static_cast<int>(*wanted);
  }
  probe(context, name);
  tooltip(fmt::format("{}\nDrag, or Ctrl+click to type a number.", info.meaning));
}

/// Draws the fields of a case that the user has added. Returns true if it is to go.
bool drawOwnCase(PanelContext& context, std::size_t index, PrecisionCase& one) {
  Parameters& p = one.parameters;
  const auto name = [&](std::string_view field) { return fmt::format("precision.own.{}.{}", index, field); };
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  wholeField(context, ParameterKey::substeps, name("substeps"), p.substeps);
  ImGui::TableNextColumn();
  wholeField(context, ParameterKey::sweeps, name("sweeps"), p.sweeps);
  ImGui::TableNextColumn();
  const ParameterInfo& over = infoOf(ParameterKey::overRelaxation);
  auto factor = static_cast<float>(p.overRelaxation);
  ImGui::SetNextItemWidth(-FLT_MIN);
  NumberSpec spec = specOf(over);
  const std::string field = name("over");
  spec.name = field;
  const bool isNew = ImGui::DragFloat(fmt::format("##{}", field).c_str(), &factor, 0.005f,
                                      static_cast<float>(over.minimum), static_cast<float>(over.maximum), "%.2f");
  const double typed = std::round(100.0 * static_cast<double>(factor)) / 100.0;
  if (const auto wanted = limitedTo(context, spec, isNew ? std::optional(typed) : std::nullopt)) {
    p.overRelaxation = *wanted;
  }
  probe(context, name("over"));
  tooltip(fmt::format("{}\nDrag, or Ctrl+click to type a number.", over.meaning));
  ImGui::TableNextColumn();
  const bool isGone = ImGui::Button(fmt::format("×##{}", index).c_str(), {ImGui::GetFrameHeight(), 0.0f});
  probe(context, name("remove"));
  tooltip("Takes the case out of the next measurement.");
  p.mostSubsteps = std::max(p.mostSubsteps, p.substeps);
  one.name = nameOfOwn(p);
  return isGone;
}

void drawOwnCases(PanelContext& context) {
  std::vector<PrecisionCase>& own = context.memory.precision.own;
  if (!own.empty() && ImGui::BeginTable("precision.own", 4, ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableSetupColumn("");
    ImGui::TableSetupColumn("");
    ImGui::TableSetupColumn("");
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFrameHeight());
    ImGui::TableNextRow();
    for (const char* head : {"substeps", "sweeps", "over-relax."}) {
      ImGui::TableNextColumn();
      text(head, theme::kDim);
    }
    std::size_t gone = own.size();
    for (std::size_t i = 0; i < own.size(); ++i) {
      gone = drawOwnCase(context, i, own[i]) ? i : gone;
    }
    ImGui::EndTable();
    if (gone < own.size()) {
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(gone));
    }
  }
  ImGui::BeginDisabled(own.size() >= kMostOwn);
  if (ImGui::Button("Add a case", {ImGui::GetContentRegionAvail().x, 0.0f})) {
    const Parameters& present = context.snapshot->scene.parameters;
    own.push_back({.name = nameOfOwn(present), .parameters = present});
  }
  ImGui::EndDisabled();
  probe(context, "precision.add");
  tooltip(
      "Adds the present settings of the Solver panel, all of them, as a case of the next measurement. Substeps, sweeps "
      "and over-relaxation can be changed here. The run itself is not changed.");
}

/// Draws the choices of the next measurement, folded away: a small window has room for the plot and the table then.
void drawPlan(PanelContext& context) {
  const std::size_t own = context.memory.precision.own.size();
  const std::string label =
      fmt::format("Time and cases: {:.3g} s, {} added###plan", context.memory.precision.time, own);
  const bool isOpen =
      ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
  probe(context, "precision.plan");
  tooltip("Simulated time of the copies, and cases to be measured beside the presets.");
  if (isOpen) {
    drawCopiedTime(context);
    drawOwnCases(context);
    ImGui::Separator();
  }
}

std::string pointHelp(const PrecisionRow& row, const PrecisionMeasure& measure) {
  return fmt::format("{}\n{:.3g} ms a step of {:.1f} substeps, {} {:.3g} {}", row.name, 1e3 * row.point->seconds,
                     row.point->substeps, measure.name, errorOf(*row.point, measure), measure.unit);
}

PrecisionPlot plotOf(const PrecisionTable& table, const PrecisionMeasure& measure) {
  PrecisionPlot plot;
  for (std::size_t i = 0; i + 1 < table.rows.size(); ++i) {
    const PrecisionRow& row = table.rows[i];
    if (row.point) {
      plot.marks.push_back({.name = row.name,
                            .colour = colourOfCase(i),
                            .cost = 1e3 * row.point->seconds,
                            .error = errorOf(*row.point, measure),
                            .help = pointHelp(row, measure)});
    }
  }
  if (const std::optional<PrecisionPoint>& scatter = table.rows.back().point) {
    plot.scatter = errorOf(*scatter, measure);
  }
  plot.empty = plot.marks.empty() ? "no point yet" : "no errors";
  plot.help = fmt::format(
      "Error ({}, {}) over the processor time of a step [ms], both logarithmic: down and left is better. {}\nErrors in "
      "the band are within the scatter of the truth and mean nothing.",
      measure.name, measure.unit, measure.meaning);
  return plot;
}

/// Name of a row in the table, which has no room for a long one.
std::string shownName(const PrecisionTable& table, std::size_t index) {
  return index + 1 == table.rows.size() ? "scatter" : table.rows[index].name;
}

void drawPrecisionRow(PanelContext& context, const PrecisionTable& table, std::size_t index,
                      const PrecisionMeasure& measure) {
  const PrecisionRow& row = table.rows[index];
  const bool isScatter = index + 1 == table.rows.size();
  const std::optional<PrecisionPoint>& first = table.rows.front().point;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(shownName(table, index), isScatter ? ImU32(theme::kDim) : colourOfCase(index));
  probe(context, fmt::format("precision.row.{}", row.name));
  const std::string help = row.point    ? pointHelp(row, measure)
                           : row.isDone ? "A grain left the copy or became non-finite."
                                        : "Not measured yet.";
  tooltip(help);
  const std::array<std::string, 3> cells = {
      row.point && first ? cellNumber(row.point->seconds / first->seconds) : "-",
      row.point ? fmt::format("{:.1f}", row.point->substeps) : "-",
      row.point ? cellNumber(errorOf(*row.point, measure)) : (row.isDone ? "failed" : "-")};
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    rightText(cell, isScatter ? theme::kDim : theme::kText);
    tooltip(help);
  }
}

void drawPrecisionTable(PanelContext& context, const PrecisionTable& table, const PrecisionMeasure& measure) {
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {0.15f * ImGui::GetFontSize(), ImGui::GetStyle().CellPadding.y});
  const bool isShown = ImGui::BeginTable("precision.table", 4, ImGuiTableFlags_SizingStretchSame);
  ImGui::PopStyleVar();
  if (!isShown) {
    return;
  }
  float widest = 0.0f;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    widest = std::max(widest, ImGui::CalcTextSize(shownName(table, i).c_str()).x);
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, widest);
  ImGui::TableNextRow();
  for (const std::string_view head :
       {std::string_view(""), std::string_view("x fast"), std::string_view("substeps"), std::string_view("error")}) {
    ImGui::TableNextColumn();
    rightText(head, theme::kDim);
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    drawPrecisionRow(context, table, i, measure);
  }
  ImGui::EndTable();
}

void drawMeasureChoice(PanelContext& context) {
  std::vector<std::string> texts;
  for (const PrecisionMeasure& measure : precisionMeasures()) {
    texts.push_back(fmt::format("{} [{}]", measure.name, measure.unit));
  }
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  int& chosen = context.memory.precision.measure;
  comboRow(context, "precision.choice", "Error", chosen, names,
           precisionMeasures()[static_cast<std::size_t>(chosen)].meaning, 0.2f);
}

}  // namespace

void drawPrecisionPanel(PanelContext& context) {
  drawMeasuring(context);
  drawPlan(context);
  const PrecisionReading& now = context.snapshot->precision;
  if (now.table == nullptr) {
    wrappedText("How far each preset is off in this scene, and what a step costs with it.",
                ImGui::GetContentRegionAvail().x, theme::kDim);
    return;
  }
  drawMeasureChoice(context);
  const PrecisionMeasure& measure = precisionMeasures()[static_cast<std::size_t>(context.memory.precision.measure)];
  drawPrecisionPlot(context, "precision.plot", plotOf(*now.table, measure));
  drawPrecisionTable(context, *now.table, measure);
  wrappedText(fmt::format("From {:.3f} s over {:.3g} s{}{}", now.table->time, now.table->compared,
                          now.trouble.empty() ? "" : ": ", now.trouble),
              ImGui::GetContentRegionAvail().x, now.trouble.empty() ? theme::kDim : theme::kWarn);
  probe(context, "precision.state");
}

}  // namespace scree
