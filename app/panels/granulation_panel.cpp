#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/ui_state/law_names.h"
#include "app/widgets/grain_event_list.h"
#include "app/widgets/parameter_rows.h"

// Laws of granulation, live, with what they do now and where the matter is.
namespace scree {

namespace {

/// Text of a mass, or of a mass a second, in kilograms, grams or milligrams.
std::string massText(double kilograms, std::string_view per = "") {
  constexpr double kRoundsUp = 0.9995;  // what has three digits of 1000 goes with the larger unit
  constexpr double kRoundOff = 1e-12;   // left of fines and water when all are taken up [kg]
  const double size = std::abs(kilograms);
  if (size < kRoundOff) {
    return quantity(0.0, fmt::format("g{}", per));
  }
  if (size < 1e-3 * kRoundsUp) {
    return quantity(1e6 * kilograms, fmt::format("mg{}", per));
  }
  return size < kRoundsUp ? quantity(1e3 * kilograms, fmt::format("g{}", per))
                          : quantity(kilograms, fmt::format("kg{}", per));
}

/// Ends of the slider of a law, for usual granules.
std::array<double, 2> lawEnds(GranulationKey key, double initial) {
  const auto about = [initial](double usual) {
    return std::array<double, 2>{0.0, initial > 0.0 ? 5.0 * initial : usual};
  };
  switch (key) {
    case GranulationKey::finesDensity:
    case GranulationKey::liquidDensity:
      return {500.0, 6000.0};
    case GranulationKey::heldMoisture:
    case GranulationKey::leastMoisture:
    case GranulationKey::wetEnough:
      return {0.0, 0.3};
    case GranulationKey::exchangeRate:
      return {0.0, 10.0};
    case GranulationKey::largest:
    case GranulationKey::smallest:
      return about(0.05);
    case GranulationKey::uptake:
      return about(0.1);
    case GranulationKey::viscosity:
      return {1e-4, 10.0};
    case GranulationKey::asperity:
      return {1e-7, 1e-3};
    case GranulationKey::yieldStress:
      return {1e2, 1e7};
    case GranulationKey::largestStokes:
      return about(0.1);
    case GranulationKey::breakEnergy:
      return about(100.0);
    case GranulationKey::abrasionRate:
      return about(1e-4);
    default:
      return {0.0, 1.0};
  }
}

bool isLogarithmicLaw(GranulationKey key) {
  return key == GranulationKey::viscosity || key == GranulationKey::asperity || key == GranulationKey::yieldStress;
}

void postGranulation(PanelContext& context, GranulationKey key, double value) {
  markPending(context, granulationRowName(key), context.post(SetGranulationLaw{key, value}), value);
}

double lawNow(const PanelContext& context, GranulationKey key) {
  return pendingValue(context, granulationRowName(key)).value_or(valueOf(context.snapshot->matter.laws, key));
}

std::string helpOfLaw(const PanelContext& context, GranulationKey key) {
  const GranulationInfo& info = infoOf(key);
  const std::string_view unit = unitOf(context.snapshot->matter.laws, key);
  return fmt::format("{}{}\nSource: the scene's granulation, key {}.", info.meaning,
                     unit.empty() ? "" : fmt::format("\nUnit: {}.", unit), info.path);
}

void drawLawNumber(PanelContext& context, GranulationKey key) {
  const GranulationInfo& info = infoOf(key);
  const GranulationLaws& laws = context.snapshot->matter.laws;
  const double initial = valueOf(context.scene.granulation, key);
  const std::string name = granulationRowName(key);
  NumberSpec spec;
  spec.name = name;
  spec.label = info.label;
  spec.unit = unitOf(laws, key);
  spec.help = helpOfLaw(context, key);
  spec.minimum = info.minimum;
  spec.maximum = info.maximum;
  spec.low = lawEnds(key, initial)[0];
  spec.high = lawEnds(key, initial)[1];
  spec.logarithmic = isLogarithmicLaw(key);
  if (key == GranulationKey::largest) {
    spec.zero = "no limit";
  }
  if (const auto wanted = numberRow(context, spec, valueOf(laws, key), initial)) {
    postGranulation(context, key, *wanted);
  }
}

/// Draws the switch of a law. Returns true if its numbers are to be shown.
bool drawLawSwitch(PanelContext& context, GranulationKey key, std::string_view why = {}) {
  bool isOn = lawNow(context, key) != 0.0;
  const std::string label(infoOf(key).label);
  ImGui::BeginDisabled(!why.empty());
  const std::string help =
      helpOfLaw(context, key) + (why.empty() ? std::string() : fmt::format("\nNot used now: {}.", why));
  if (checkRow(context, granulationRowName(key), label.c_str(), isOn, help)) {
    postGranulation(context, key, isOn ? 1.0 : 0.0);
  }
  ImGui::EndDisabled();
  return isOn;
}

void drawLawChoice(PanelContext& context, GranulationKey key) {
  const GranulationInfo& info = infoOf(key);
  int current = static_cast<int>(lawNow(context, key));
  const std::string label(info.label);
  if (comboRow(context, granulationRowName(key), label.c_str(), current, info.choices, helpOfLaw(context, key))) {
    postGranulation(context, key, current);
  }
}

void drawLawNumbers(PanelContext& context, std::initializer_list<GranulationKey> keys) {
  for (const GranulationKey key : keys) {
    drawLawNumber(context, key);
  }
}

void drawCoalescence(PanelContext& context) {
  if (!drawLawSwitch(context, GranulationKey::coalescence)) {
    return;
  }
  ImGui::Indent();
  drawLawChoice(context, GranulationKey::sticking);
  switch (static_cast<Sticking>(static_cast<int>(lawNow(context, GranulationKey::sticking)))) {
    case Sticking::ennis:
      drawLawNumbers(context, {GranulationKey::viscosity, GranulationKey::asperity});
      break;
    case Sticking::deformation:
      drawLawNumbers(context, {GranulationKey::yieldStress, GranulationKey::largestStokes, GranulationKey::wetEnough});
      break;
    case Sticking::probability:
      drawLawNumbers(context, {GranulationKey::probability});
      break;
  }
  ImGui::Unindent();
}

void drawLaws(PanelContext& context) {
  const MatterReading& matter = context.snapshot->matter;
  if (drawLawSwitch(context, GranulationKey::layering,
                    matter.fines.empty() ? "the scene has no box of fines" : std::string_view()) &&
      !matter.fines.empty()) {
    ImGui::Indent();
    drawLawChoice(context, GranulationKey::layeringBy);
    drawLawNumbers(context, {GranulationKey::uptake, GranulationKey::leastMoisture, GranulationKey::finesDensity});
    ImGui::Unindent();
  }
  drawCoalescence(context);
  // Without its numbers breakage cannot be switched on.
  const bool isGiven = matter.laws.breakEnergy > 0.0 && matter.laws.smallest > 0.0;
  if (drawLawSwitch(context, GranulationKey::breakage,
                    isGiven ? std::string_view() : "it needs an energy and a smallest diameter above 0") ||
      !isGiven) {
    ImGui::Indent();
    drawLawNumbers(context, {GranulationKey::breakEnergy, GranulationKey::smallest});
    if (isGiven) {
      drawLawNumber(context, GranulationKey::finesShare);
    }
    ImGui::Unindent();
  }
  if (drawLawSwitch(context, GranulationKey::abrasion)) {
    ImGui::Indent();
    drawLawNumber(context, GranulationKey::abrasionRate);
    ImGui::Unindent();
  }
  const bool grows = matter.laws.layering == Switch::on || matter.laws.coalescence == Switch::on;
  if (grows) {
    drawLawNumber(context, GranulationKey::largest);
  }
  drawLawNumbers(context, {GranulationKey::heldMoisture, GranulationKey::exchangeRate});
  if (matter.laws.coalescence == Switch::on && matter.laws.sticking == Sticking::ennis) {
    drawLawNumber(context, GranulationKey::liquidDensity);
  }
}

/// Draws a box of fines or a spray: what lies in it or went through it, and its rate.
void drawZone(PanelContext& context, const SnapshotZone& zone, bool isSpray, std::uint32_t index) {
  const std::string name = feedRowName(isSpray, index);
  text(isSpray ? "Spray" : "Fines", theme::kDim);
  ImGui::SameLine();
  text(zone.name);
  const std::string line = isSpray ? fmt::format("{} sprayed, {} missed", massText(zone.fed), massText(zone.missed))
                                   : fmt::format("{} lie, {} taken up of {}", massText(zone.stored),
                                                 massText(zone.taken), massText(zone.fed));
  ImGui::BeginGroup();
  wrappedText(fmt::format("{}{}", line, zone.feeds ? "" : "; not fed now"), ImGui::GetContentRegionAvail().x,
              theme::kDim);
  ImGui::EndGroup();
  probe(context, name + ".state");
  tooltip(isSpray
              ? "Water that the spray has given, and of it what met no grain."
              : "Fines that lie in the box now, and of all that were fed those that grains took up. Fines that come "
                "off grains lie here too.");
  NumberSpec spec;
  spec.name = name;
  spec.label = "Rate";
  spec.unit = "kg/s";
  spec.help =
      fmt::format("Mass that {} is fed a second.\nUnit: kg/s.\nSource: the scene's granulation, key {}.{}.rate.",
                  zone.name, isSpray ? "sprays" : "fines", zone.name);
  const std::vector<double>& feeds = context.scene.feeds[isSpray ? 1 : 0];
  const double initial = index < feeds.size() ? feeds[index] : zone.rate;
  constexpr double kUsualFeed = 0.01;
  spec.maximum = kMostFeed;
  spec.high = initial > 0.0 ? 5.0 * initial : kUsualFeed;
  if (const auto wanted = numberRow(context, spec, zone.rate, initial)) {
    markPending(context, name, context.post(SetFeed{isSpray, index, *wanted}), *wanted);
  }
}

void drawZones(PanelContext& context) {
  const MatterReading& matter = context.snapshot->matter;
  for (std::uint32_t i = 0; i < matter.fines.size(); ++i) {
    drawZone(context, matter.fines[i], false, i);
  }
  for (std::uint32_t i = 0; i < matter.sprays.size(); ++i) {
    drawZone(context, matter.sprays[i], true, i);
  }
}

/// Draws two short values in a line.
class Halves {
 public:
  explicit Halves(PanelContext& context) : context_(context), start_(ImGui::GetCursorPosX()) {}

  void draw(std::string_view label, const std::string& value, std::string_view name, std::string_view help) {
    const float half = 0.5f * (ImGui::GetContentRegionMax().x - start_);
    // A row that has no room beside the one before goes below it.
    isLeft_ = !isLeft_ || lastWidth_ + ImGui::GetStyle().ItemSpacing.x > half;
    if (!isLeft_) {
      ImGui::SameLine(start_ + half);
    }
    ImGui::BeginGroup();
    text(label, theme::kDim);
    ImGui::SameLine(0.0f, 0.4f * ImGui::GetFontSize());
    text(value);
    ImGui::EndGroup();
    lastWidth_ = ImGui::GetItemRectSize().x;
    probe(context_, name);
    context_.probes.recordText(name, value);
    tooltip(help);
  }

 private:
  PanelContext& context_;
  float start_;
  float lastWidth_ = 0.0f;
  bool isLeft_ = false;
};

void drawRates(PanelContext& context) {
  const MatterRates::Rates rates = context.memory.matterRates.rates();
  ImGui::Separator();
  text(rates.span > 0.0 ? fmt::format("Rates, mean of {:.2f} s", rates.span) : std::string("Rates"), theme::kDim);
  tooltip("Means over the last second of simulated time.");
  const auto perSecond = [](double rate) {
    constexpr double kMany = 99.95;
    return rate < kMany ? quantity(rate, "1/s")
                        : fmt::format("{} 1/s", grouped(static_cast<std::uint64_t>(rate + 0.5)));
  };
  Halves rows(context);
  rows.draw("fines laid", massText(rates.layered, "/s"), "granulation.rate.layered", "Fines that grains take up.");
  rows.draw("water", massText(rates.water, "/s"), "granulation.rate.water", "Water that grains take up from sprays.");
  if (!context.snapshot->matter.laws.needsCollisions()) {
    return;
  }
  rows.draw("collisions", perSecond(rates.collisions), "granulation.rate.collisions",
            "Collisions of grains with grains. Counted while coalescence or breakage is on.");
  rows.draw("joined", perSecond(rates.joined), "granulation.rate.joined",
            "Pairs of grains that became one. Pairs that found no room, or would have gained energy, are refused.");
  rows.draw("broken", perSecond(rates.broken), "granulation.rate.broken", "Grains that broke.");
  rows.draw("refused", perSecond(rates.refused), "granulation.rate.refused",
            "Pairs that would stay together, but found no room or would have gained energy.");
  rows.draw("worn", massText(rates.worn, "/s"), "granulation.rate.worn", "Fines that friction wears off.");
  rows.draw("shattered", massText(rates.shattered, "/s"), "granulation.rate.shattered", "Fines of grains that broke.");
}

void drawMatterBudget(PanelContext& context) {
  const MatterReading& matter = context.snapshot->matter;
  const GranulationSums& sums = matter.sums;
  double fed = 0.0;
  double lies = matter.looseFines;
  double sprayed = 0.0;
  double missed = 0.0;
  for (const SnapshotZone& zone : matter.fines) {
    fed += zone.fed;
    lies += zone.stored;
  }
  for (const SnapshotZone& zone : matter.sprays) {
    sprayed += zone.fed;
    missed += zone.missed;
  }
  ImGui::Separator();
  text("Matter since the start", theme::kDim);
  valueRow(
      context, "Fines",
      fmt::format("{} fed + {} off grains = {} laid + {} lie", massText(fed), massText(sums.abraded + sums.shattered),
                  massText(sums.layered), massText(lies)),
      fmt::format("Fines that were fed, that wore and broke off grains, that grains took up, and that lie in boxes or "
                  "loose ({} loose).\nWhat is missing from the sum: {:.1e} kg, the rounding.",
                  massText(matter.looseFines), matter.finesMissing()));
  valueRow(
      context, "Water",
      fmt::format("{} sprayed = {} taken + {} missed", massText(sprayed), massText(sums.wetted), massText(missed)),
      fmt::format("Water that was sprayed, that grains took up, and that met none.\nWhat is missing from the sum: "
                  "{:.1e} kg, the rounding. {} went with fines that came off grains, which count dry; {} went from "
                  "grain to grain.",
                  matter.waterMissing(), massText(sums.lostWater), massText(sums.exchanged)));
  const double mass = context.snapshot->grains.totalMass;
  const double dry = mass - matter.water;
  valueRow(context, "Grains",
           fmt::format("{}, {} water, {:.3g} % moist", massText(mass), massText(matter.water),
                       dry > 0.0 ? 100.0 * matter.water / dry : 0.0),
           "Mass of all grains in the world, the water in it, and that over the dry mass.");
}

}  // namespace

void drawGranulationPanel(PanelContext& context) {
  const MatterReading& matter = context.snapshot->matter;
  if (!matter.isOn) {
    wrappedText(
        "No granulation in this scene now. Boxes of fines and sprays come from its section granulation; what "
        "collisions "
        "and friction do can be switched on here.",
        ImGui::GetContentRegionAvail().x, theme::kDim);
    probe(context, "granulation.none");
  }
  drawLaws(context);
  if (matter.isOn) {
    drawZones(context);
    drawRates(context);
    drawMatterBudget(context);
  }
  drawGrainEvents(context);
}

}  // namespace scree
