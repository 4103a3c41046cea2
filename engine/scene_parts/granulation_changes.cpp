#include "engine/scene_parts/granulation_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/matter/granulation_table.h"
#include "engine/scene/build_granulation.h"
#include "engine/scene_file/value_edit.h"

namespace scree {

namespace {

bool isOther(double a, double b) { return std::abs(a - b) > 1e-9 * std::max(std::abs(a), std::abs(b)); }

Dimension dimensionOfLaw(GranulationKey key, LayeringBy by) {
  switch (key) {
    case GranulationKey::finesDensity:
    case GranulationKey::liquidDensity:
      return Dimension::density;
    case GranulationKey::exchangeRate:
      return Dimension::frequency;
    case GranulationKey::largest:
    case GranulationKey::asperity:
    case GranulationKey::smallest:
      return Dimension::length;
    case GranulationKey::uptake:
      return by == LayeringBy::area ? Dimension::massFlux : Dimension::areaDensity;
    case GranulationKey::viscosity:
      return Dimension::viscosity;
    case GranulationKey::yieldStress:
      return Dimension::pressure;
    case GranulationKey::breakEnergy:
      return Dimension::specificEnergy;
    case GranulationKey::abrasionRate:
      return Dimension::wear;
    default:
      return Dimension::number;
  }
}

/// Keys of a law in the scene, the last one apart.
std::pair<TextPath, std::string> placeOf(GranulationKey key, LayeringBy by) {
  std::string_view rest = infoOf(key).path;
  TextPath section = {"granulation"};
  for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    section.emplace_back(rest.substr(0, dot));
    rest.remove_prefix(dot + 1);
  }
  const bool isStrip = key == GranulationKey::uptake && by == LayeringBy::rolling;
  return {std::move(section), std::string(isStrip ? "strip_mass" : rest)};
}

class GranulationWriter {
 public:
  GranulationWriter(std::string& text, std::vector<std::string>& left) : text_(text), left_(left) {}

  void writeLaw(const GranulationLaws& now, const GranulationLaws& run, GranulationKey key) {
    const double wanted = valueOf(run, key);
    if (!isOther(valueOf(now, key), wanted)) {
      return;
    }
    const auto [section, name] = placeOf(key, run.layeringBy);
    // Another measure or criterion has other keys.
    const bool isOtherKind = key == GranulationKey::layeringBy || key == GranulationKey::sticking ||
                             (key == GranulationKey::uptake && now.layeringBy != run.layeringBy);
    ValueEdit edit(text_);
    const YamlNode* node = edit.find(section);
    if (isOtherKind || node == nullptr || node->kind != YamlNode::Kind::map ||
        (key == GranulationKey::largest && wanted == 0.0)) {
      left_.push_back(fmt::format("granulation {}", infoOf(key).path));
      return;
    }
    if (!infoOf(key).choices.empty()) {
      edit.setText(section, name, wanted != 0.0 ? "true" : "false");
    } else {
      edit.setNumber(section, name, wanted, dimensionOfLaw(key, run.layeringBy));
    }
    take(edit, fmt::format("granulation {}", infoOf(key).path));
  }

  void writeFeed(std::string_view list, const std::string& zone, double rate) {
    ValueEdit edit(text_);
    edit.setNumber({"granulation", std::string(list), zone}, "rate", rate, Dimension::massRate);
    take(edit, fmt::format("the feed of {}", zone));
  }

  int changes() const { return changes_; }

 private:
  void take(const ValueEdit& edit, const std::string& what) {
    if (edit.problem().empty()) {
      ++changes_;
      text_ = edit.text();
    } else {
      left_.push_back(what);
    }
  }

  std::string& text_;
  std::vector<std::string>& left_;
  int changes_ = 0;
};

}  // namespace

int writeGranulation(const SceneDescription& scene, const GranulationSettings& run, std::string& text,
                     std::vector<std::string>& left) {
  ErrorList errors("");
  const Granulation now = scene.granulation ? buildGranulation(*scene.granulation, Random(), errors) : Granulation();
  GranulationWriter writer(text, left);
  for (const GranulationInfo& info : granulationTable()) {
    writer.writeLaw(now.laws, run.laws, info.key);
  }
  for (const bool isSpray : {false, true}) {
    for (const auto& [name, rate] : run.feeds[isSpray ? 1 : 0]) {
      const std::vector<MatterZone>& zones = isSpray ? now.sprays : now.fines;
      const auto zone = std::ranges::find(zones, name, &MatterZone::name);
      if (zone != zones.end() && isOther(zone->rate, rate)) {
        writer.writeFeed(isSpray ? "sprays" : "fines", name, rate);
      }
    }
  }
  return writer.changes();
}

}  // namespace scree
