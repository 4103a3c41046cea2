#include "app/window/settings.h"

#include <QSettings>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace scree::settings {

namespace {

constexpr int kMostRecent = 10;
constexpr int kLayoutVersion = 3;  // of the default layout: a new one starts afresh

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Names are kept, not numbers: lists grow in the middle.
std::optional<int> indexOf(std::span<const std::string_view> names, const QString& saved) {
  const auto found = std::find_if(names.begin(), names.end(), [&](std::string_view name) { return qt(name) == saved; });
  return found == names.end() ? std::nullopt : std::optional(static_cast<int>(found - names.begin()));
}

std::array<std::string_view, kColourByCount> colourByNames() {
  std::array<std::string_view, kColourByCount> names;
  for (int i = 0; i < kColourByCount; ++i) {
    names[static_cast<std::size_t>(i)] = infoOf(static_cast<ColourBy>(i)).name;
  }
  return names;
}

void read(const QSettings& stored, const char* key, bool& value) { value = stored.value(key, value).toBool(); }

void readWithin(const QSettings& stored, const char* key, float& value, float least, float most) {
  const float saved = stored.value(key, value).toFloat();
  if (saved >= least && saved <= most) {
    value = saved;
  }
}

void readRange(const QSettings& stored, std::array<float, 2>& range) {
  const float low = stored.value("range_low").toFloat();
  const float high = stored.value("range_high").toFloat();
  if (std::isfinite(low) && std::isfinite(high) && low < high) {
    range = {low, high};
  }
}

}  // namespace

QStringList recentScenes() { return QSettings().value("recent").toStringList(); }

void setRecentScenes(const QStringList& files) { QSettings().setValue("recent", files.mid(0, kMostRecent)); }

std::string panelLayout() {
  const QSettings stored;
  return stored.value("layout_version").toInt() == kLayoutVersion ? stored.value("layout").toString().toStdString()
                                                                  : std::string();
}

void setPanelLayout(const std::string& layout) {
  QSettings stored;
  stored.setValue("layout_version", kLayoutVersion);
  stored.setValue("layout", QString::fromStdString(layout));
}

void restoreView(ViewOptions& view, PanelMemory& memory) {
  QSettings stored;
  stored.beginGroup("view");
  if (const auto by = indexOf(colourByNames(), stored.value("colour_by").toString())) {
    view.colourBy = static_cast<ColourBy>(*by);
  }
  view.colourMap = indexOf(colourMapNames(), stored.value("colour_map").toString()).value_or(view.colourMap);
  if (const auto quality = indexOf(kSphereQualityNames, stored.value("quality").toString())) {
    view.quality = static_cast<SphereQuality>(*quality);
  }
  readRange(stored, view.range);
  read(stored, "fit_range", memory.fitRange);
  read(stored, "legend", memory.showLegend);
  read(stored, "spin_pattern", view.showSpinPattern);
  read(stored, "bodies", view.showBodies);
  read(stored, "regions", view.showRegions);
  read(stored, "sensors", view.showSensors);
  read(stored, "layer_chains", view.layers.chains);
  read(stored, "layer_kept_chains", view.layers.keptChains);
  read(stored, "layer_contacts", view.layers.contacts);
  read(stored, "layer_velocities", view.layers.velocities);
  read(stored, "layer_reactions", view.layers.reactions);
  readWithin(stored, "layer_percentile", view.layers.chainPercentile, 0.0f, 100.0f);
  readWithin(stored, "layer_width", view.layers.chainWidth, 0.1f, 10.0f);
  readWithin(stored, "layer_arrow_length", view.layers.arrowLength, 0.05f, 50.0f);
  readWithin(stored, "layer_grain_size", view.layers.grainSize, 0.0f, 1.0f);
  const float opacity = stored.value("body_opacity", view.bodyOpacity).toFloat();
  if (opacity >= 0.0f && opacity <= 1.0f) {
    view.bodyOpacity = opacity;
  }
}

void saveView(const ViewOptions& view, const PanelMemory& memory) {
  QSettings stored;
  stored.beginGroup("view");
  stored.setValue("colour_by", qt(infoOf(view.colourBy).name));
  stored.setValue("colour_map", qt(colourMapNames()[static_cast<std::size_t>(view.colourMap)]));
  stored.setValue("quality", qt(kSphereQualityNames[static_cast<std::size_t>(view.quality)]));
  stored.setValue("range_low", view.range[0]);
  stored.setValue("range_high", view.range[1]);
  stored.setValue("fit_range", memory.fitRange);
  stored.setValue("legend", memory.showLegend);
  stored.setValue("spin_pattern", view.showSpinPattern);
  stored.setValue("bodies", view.showBodies);
  stored.setValue("regions", view.showRegions);
  stored.setValue("sensors", view.showSensors);
  stored.setValue("layer_chains", view.layers.chains);
  stored.setValue("layer_kept_chains", view.layers.keptChains);
  stored.setValue("layer_contacts", view.layers.contacts);
  stored.setValue("layer_velocities", view.layers.velocities);
  stored.setValue("layer_reactions", view.layers.reactions);
  stored.setValue("layer_percentile", view.layers.chainPercentile);
  stored.setValue("layer_width", view.layers.chainWidth);
  stored.setValue("layer_arrow_length", view.layers.arrowLength);
  stored.setValue("layer_grain_size", view.layers.grainSize);
  stored.setValue("body_opacity", view.bodyOpacity);
}

void restoreGeometry(QWidget& window) { window.restoreGeometry(QSettings().value("geometry").toByteArray()); }

void saveGeometry(const QWidget& window) { QSettings().setValue("geometry", window.saveGeometry()); }

}  // namespace scree::settings
