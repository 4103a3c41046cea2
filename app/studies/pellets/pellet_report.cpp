#include "app/studies/pellets/pellet_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace scree {

namespace {

std::string numberText(const PelletValue& value) {
  return value.deviation > 0.0 ? fmt::format("{:.3g} ± {:.2g}", value.value, value.deviation)
                               : fmt::format("{:.5g}", value.value);
}

ReportTable grainTable(const std::vector<PelletValue>& values, const std::string& part, std::string note) {
  ReportTable table{.title = "Ours beside the law and the paper",
                    .head = {"way", "quantity", "ours", "unit", "law", "paper"},
                    .note = std::move(note)};
  for (const PelletValue& value : values) {
    if (value.part == part) {
      table.rows.push_back({value.way, value.quantity, numberText(value), value.unit, value.closedForm,
                            value.published.empty() ? "-" : value.published});
    }
  }
  return table;
}

SvgCurve dropCurve(const PelletDrops& drops, const std::function<double(const PelletDrop&)>& xOf, int colour) {
  SvgCurve curve{.name = drops.way, .colour = colour, .line = SvgLine::none};
  curve.points.reserve(drops.drops.size());
  for (const PelletDrop& drop : drops.drops) {
    curve.points.emplace_back(xOf(drop), drop.restitution);
  }
  return curve;
}

std::vector<std::pair<std::string, Plot>> dropPlots(const std::vector<PelletDrops>& all) {
  Plot heights{.title = "Effective restitution", .xLabel = "drop height [m]", .yLabel = "e"};
  Plot depths{.title = "Drops from above 0.3 m with the published settings",
              .xLabel = "overlap at which the pellet is found [d]",
              .yLabel = "e"};
  int colour = 0;
  for (const PelletDrops& drops : all) {
    heights.curves.push_back(dropCurve(
        drops, [](const PelletDrop& drop) { return drop.height; }, colour));
    if (drops.way.starts_with("paper")) {
      PelletDrops high = drops;
      std::erase_if(high.drops, [](const PelletDrop& drop) { return drop.height < 0.3; });
      const auto depth = [](const PelletDrop& drop) { return drop.depth / kPelletDiameter; };
      depths.curves.push_back(dropCurve(high, depth, colour));
      for (PelletDrop& drop : high.drops) {
        drop.restitution = steppedRestitution(drop, drops.timeStep);
      }
      std::ranges::sort(high.drops, {}, &PelletDrop::depth);
      SvgCurve law = dropCurve(high, depth, colour);
      law.name += ", less its depth";
      law.line = SvgLine::dashed;
      depths.curves.push_back(std::move(law));
    }
    ++colour;
  }
  std::vector<std::pair<std::string, Plot>> plots;
  plots.emplace_back("pellet_restitution.svg", std::move(heights));
  plots.emplace_back("pellet_depth.svg", std::move(depths));
  return plots;
}

bool hasPart(const PelletResults& results, const std::string& part) {
  return std::ranges::any_of(results.values, [&](const PelletValue& value) { return value.part == part; });
}

ReportSection elasticitySection(const PelletResults& results) {
  return {.title = "Elasticity",
          .text =
              "A piston of the pellet's material presses it on a plane at 0.02 mm/s, without gravity. The law is "
              "that of Hertz, F = 4/3 E* √r δ^1.5; δ is the overlap with the piston at the start of the step. The "
              "paper finds errors of at most 2 % at δ/d = 0.1 and 5 ms, and none for a pellet that a force presses; "
              "here the force is its weight.",
          .tables = {grainTable(results.values, "elasticity",
                                "What is left of the piston's error is the damping of the row, e_H τ δ'/δ, which falls "
                                "with the step and with the overlap.")}};
}

ReportSection restitutionSection(const PelletResults& results) {
  return {.title = "Restitution",
          .text =
              "One pellet falls on a plane; e is the root of the height of its rebound over that of its fall. It "
              "scatters as a pellet is found up to u Δt deep, at 0.45 m and 5 ms by more than its diameter. One "
              "that is found at an overlap δ rebounds with e u from there and loses δ of its height (dashed), until "
              "the row of its overlap asks for more than the impact law: 4 Υ δ/(e_H Δt) + Υ e u > e u - g Δt, from "
              "0.46 d at 0.45 m. Deeper ones are pushed out. Where a step ends just on the plane, neither is there. "
              "In the paper the impact speed rises as ε d/Δt; a contact that is slower is damped by the law of "
              "Hertz and its damping time instead. The preset fast has no stage of impacts: e acts in its rows, in "
              "substeps, and with more of them it scatters less.",
          .tables = {grainTable(results.values, "restitution",
                                "± is the deviation over the drops. At 0.2 ms the published impact speed is that of a "
                                "drop from 0.08 m; lower drops are damped, so that those above are told apart.")},
          .plots = results.drops.empty() ? std::vector<std::pair<std::string, Plot>>{} : dropPlots(results.drops)};
}

ReportSection frictionSection(const PelletResults& results) {
  return {.title = "Onset of sliding",
          .text =
              "A pellet that cannot roll lies on a slope, as steep as it holds. The effective friction is the "
              "tangent of the slope, found by halving intervals. A slip of 1 µm in a second, after it has settled, is "
              "told apart from rest.",
          .tables = {grainTable(results.values, "friction",
                                "Rows in single precision carry seven digits: half a unit of the last one is 0.06 of "
                                "1e-6.")}};
}

ReportSection rollingSection(const PelletResults& results) {
  return {.title = "Rolling",
          .text =
              "On a slope of angle φ the contact bears N = m g cos φ and the torque about it is r m g sin φ; it "
              "holds up to μ_r r N, so that tan φ = μ_r at the onset. The paper prints μ_r = sin φ, which takes N "
              "for the weight: its measured 17.8° is a sine of 0.306 and a tangent of 0.321, and only the tangent "
              "agrees with its μ_r of 0.32. A pellet that rolls on a plane is slowed by 5/7 μ_r g.",
          .tables = {grainTable(results.values, "rolling",
                                "Table 2 of the paper gives 0 to 1 %, its text 17.84°, which it puts down to sweeps. "
                                "Few sweeps leave an error here, too, of the row of rolling.")}};
}

}  // namespace

std::string pelletsText(const PelletsOptions& options) {
  return fmt::format(
      "Green pellets of iron ore as Wang, Servin, Berglund, Mickelsson and Rönnbäck measured them (Powder Technology "
      "283, 2015): 12.7 mm, 3700 kg/m³, E of 6.2 MPa, ν of 0.25, restitution 0.18, friction 0.91, rolling resistance "
      "0.32. Verification of single pellets (their table 2) and the long pile (their table 4), published beside ours, "
      "with their settings (150 sweeps from zero, a stage of impacts) and with the preset fast.{}",
      options.quick
          ? " Quick: 50 drops in place of 400, the pile up to 30 d in place of 60, at 0.2 ms only if asked for."
          : "");
}

std::vector<ReportSection> pelletSections(const PelletResults& results) {
  std::vector<ReportSection> sections;
  const std::pair<const char*, ReportSection (*)(const PelletResults&)> kChapters[] = {
      {"elasticity", elasticitySection},
      {"restitution", restitutionSection},
      {"friction", frictionSection},
      {"rolling", rollingSection}};
  for (const auto& [part, chapter] : kChapters) {
    if (hasPart(results, part)) {
      sections.push_back(chapter(results));
    }
  }
  for (ReportSection& section : pelletPileSections(results.piles)) {
    sections.push_back(std::move(section));
  }
  return sections;
}

std::string pelletValuesCsv(const std::vector<PelletValue>& values) {
  std::string text = "part,way,quantity,unit,value,deviation,law,published\n";
  for (const PelletValue& value : values) {
    fmt::format_to(std::back_inserter(text), "{},\"{}\",\"{}\",{},{:.8g},{:.4g},\"{}\",\"{}\"\n", value.part, value.way,
                   value.quantity, value.unit, value.value, value.deviation, value.closedForm, value.published);
  }
  return text;
}

std::string pelletDropsCsv(const std::vector<PelletDrops>& drops) {
  std::string text = "way,height [m],overlap when found [m],restitution\n";
  for (const PelletDrops& one : drops) {
    for (const PelletDrop& drop : one.drops) {
      fmt::format_to(std::back_inserter(text), "\"{}\",{:.6g},{:.6g},{:.6g}\n", one.way, drop.height, drop.depth,
                     drop.restitution);
    }
  }
  return text;
}

}  // namespace scree
