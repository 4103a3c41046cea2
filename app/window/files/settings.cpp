#include "app/window/files/settings.h"

#include <QMainWindow>
#include <QSettings>
#include <QSize>
#include <QWidget>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "app/document/option_names.h"

namespace scree::settings {

namespace {

constexpr int kMostRecent = 10;
constexpr int kMostCommands = 12;
// Versions of the default layouts of panels and docks; stored layouts of other versions are not restored.
constexpr int kLayoutVersion = 4;
constexpr int kDocksVersion = 2;

QString qtKey(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Index of a stored name. Settings hold names instead of numbers because new choices are inserted in the middle of the
/// lists.
std::optional<int> indexOf(std::span<const std::string_view> names, const QString& saved) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](std::string_view name) { return qtKey(name) == saved; });
  return found == names.end() ? std::nullopt : std::optional(static_cast<int>(found - names.begin()));
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

const PresetInfo* findPreset(std::string_view name) {
  const auto table = presetTable();
  const auto found = std::ranges::find(table, name, &PresetInfo::name);
  return found == table.end() ? nullptr : &*found;
}

template <typename Choice>
void readChoice(const QSettings& stored, const char* key, std::span<const std::string_view> names, Choice& choice) {
  choice = static_cast<Choice>(indexOf(names, stored.value(key).toString()).value_or(static_cast<int>(choice)));
}

template <typename Choice>
void saveChoice(QSettings& stored, const char* key, std::span<const std::string_view> names, Choice choice) {
  stored.setValue(key, qtKey(names[static_cast<std::size_t>(choice)]));
}

PixelSize readSize(const QSettings& stored, const char* key, PixelSize value) {
  const QSize saved = stored.value(key).toSize();
  const bool good = std::min(saved.width(), saved.height()) >= kShortestSide &&
                    std::max(saved.width(), saved.height()) <= kLongestSide;
  return good ? PixelSize{saved.width(), saved.height()} : value;
}

double readNumber(const QSettings& stored, const char* key, double value, double low, double high) {
  const double saved = stored.value(key, value).toDouble();
  return saved >= low && saved <= high ? saved : value;
}

/// Reads the names of the marks that are on; leaves the marks unchanged where none were stored.
void readMarks(const QSettings& stored, const char* key, PictureMarks& marks) {
  if (!stored.contains(key)) {
    return;
  }
  const QStringList names = stored.value(key).toStringList();
  for (std::size_t i = 0; i < marks.on.size(); ++i) {
    marks.on[i] = names.contains(qtKey(kPictureMarkNames[i]));
  }
}

void saveMarks(QSettings& stored, const char* key, const PictureMarks& marks) {
  QStringList names;
  for (std::size_t i = 0; i < marks.on.size(); ++i) {
    if (marks.on[i]) {
      names.append(qtKey(kPictureMarkNames[i]));
    }
  }
  stored.setValue(key, names);
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
  read(stored, "ask_members", view.askMembers);
  read(stored, "ask_solver", view.askSolver);
  read(stored, "fit_range", memory.fitRange);
  read(stored, "legend", memory.showLegend);
  read(stored, "timeline", memory.timeline.shown);
  memory.pullStrength = readNumber(stored, "pull_strength", memory.pullStrength, 0.01, 1e4);
  read(stored, "spin_pattern", view.showSpinPattern);
  read(stored, "bodies", view.showBodies);
  read(stored, "regions", view.showRegions);
  readChoice(stored, "twin_mode", kTwinModeNames, view.twinMode);
  readWithin(stored, "twin_wipe", view.wipe, 0.0f, 1.0f);
  readChoice(stored, "clip_shape", kClipShapeNames, view.clip.shape);
  read(stored, "clip_inverted", view.clip.inverted);
  read(stored, "clip_bodies", view.clip.bodies);
  readChoice(stored, "twin_difference", kTwinDifferenceNames, memory.twin.choice.difference);
  if (const PresetInfo* preset = findPreset(stored.value("twin_preset").toString().toStdString())) {
    memory.twin.choice.preset = preset->preset;
  }
  read(stored, "sensors", view.showSensors);
  read(stored, "layer_chains", view.layers.chains);
  read(stored, "layer_kept_chains", view.layers.keptChains);
  read(stored, "layer_contacts", view.layers.contacts);
  read(stored, "layer_bridges", view.layers.bridges);
  read(stored, "layer_velocities", view.layers.velocities);
  read(stored, "layer_reactions", view.layers.reactions);
  read(stored, "layer_drives", view.layers.drives);
  read(stored, "layer_joints", view.layers.joints);
  readChoice(stored, "layer_outlines", kOutlineNames, view.layers.outlines);
  readChoice(stored, "layer_trails", kTrailNames, view.layers.trails);
  readWithin(stored, "layer_trail_seconds", view.layers.trailSeconds, 0.05f, static_cast<float>(TrailLog::kSpan));
  readWithin(stored, "layer_percentile", view.layers.chainPercentile, 0.0f, 100.0f);
  readWithin(stored, "layer_width", view.layers.chainWidth, 0.1f, 10.0f);
  readWithin(stored, "layer_arrow_length", view.layers.arrowLength, 0.05f, 50.0f);
  readWithin(stored, "layer_grain_size", view.layers.grainSize, 0.0f, 1.0f);
  readChoice(stored, "layer_bed_map", kBedMapNames, view.layers.bedMap);
  readWithin(stored, "layer_bed_seconds", view.layers.bedSeconds, 0.0f, kLongestBed);
  const float opacity = stored.value("body_opacity", view.bodyOpacity).toFloat();
  if (opacity >= 0.0f && opacity <= 1.0f) {
    view.bodyOpacity = opacity;
  }
}

void saveView(const ViewOptions& view, const PanelMemory& memory) {
  QSettings stored;
  stored.beginGroup("view");
  stored.setValue("colour_by", qtKey(infoOf(view.colourBy).name));
  stored.setValue("colour_map", qtKey(colourMapNames()[static_cast<std::size_t>(view.colourMap)]));
  stored.setValue("quality", qtKey(kSphereQualityNames[static_cast<std::size_t>(view.quality)]));
  stored.setValue("range_low", view.range[0]);
  stored.setValue("range_high", view.range[1]);
  stored.setValue("ask_members", view.askMembers);
  stored.setValue("ask_solver", view.askSolver);
  stored.setValue("fit_range", memory.fitRange);
  stored.setValue("legend", memory.showLegend);
  stored.setValue("timeline", memory.timeline.shown);
  stored.setValue("pull_strength", memory.pullStrength);
  stored.setValue("spin_pattern", view.showSpinPattern);
  stored.setValue("bodies", view.showBodies);
  stored.setValue("regions", view.showRegions);
  saveChoice(stored, "twin_mode", kTwinModeNames, view.twinMode);
  stored.setValue("twin_wipe", view.wipe);
  saveChoice(stored, "clip_shape", kClipShapeNames, view.clip.shape);
  stored.setValue("clip_inverted", view.clip.inverted);
  stored.setValue("clip_bodies", view.clip.bodies);
  saveChoice(stored, "twin_difference", kTwinDifferenceNames, memory.twin.choice.difference);
  for (const PresetInfo& info : presetTable()) {
    if (info.preset == memory.twin.choice.preset) {
      stored.setValue("twin_preset", qtKey(info.name));
    }
  }
  stored.setValue("sensors", view.showSensors);
  stored.setValue("layer_chains", view.layers.chains);
  stored.setValue("layer_kept_chains", view.layers.keptChains);
  stored.setValue("layer_contacts", view.layers.contacts);
  stored.setValue("layer_bridges", view.layers.bridges);
  stored.setValue("layer_velocities", view.layers.velocities);
  stored.setValue("layer_reactions", view.layers.reactions);
  stored.setValue("layer_drives", view.layers.drives);
  stored.setValue("layer_joints", view.layers.joints);
  saveChoice(stored, "layer_outlines", kOutlineNames, view.layers.outlines);
  saveChoice(stored, "layer_trails", kTrailNames, view.layers.trails);
  stored.setValue("layer_trail_seconds", view.layers.trailSeconds);
  stored.setValue("layer_percentile", view.layers.chainPercentile);
  stored.setValue("layer_width", view.layers.chainWidth);
  stored.setValue("layer_arrow_length", view.layers.arrowLength);
  stored.setValue("layer_grain_size", view.layers.grainSize);
  saveChoice(stored, "layer_bed_map", kBedMapNames, view.layers.bedMap);
  stored.setValue("layer_bed_seconds", view.layers.bedSeconds);
  stored.setValue("body_opacity", view.bodyOpacity);
}

void restoreRecord(RecordChoices& choices) {
  QSettings stored;
  stored.beginGroup("record");
  readChoice(stored, "format", kFilmFormatNames, choices.format);
  readChoice(stored, "clock", kFilmClockNames, choices.clock);
  readChoice(stored, "content", kFilmContentNames, choices.content);
  readChoice(stored, "quality", kFilmQualityNames, choices.quality);
  readChoice(stored, "size", kSizeNames, choices.sizePreset);
  readChoice(stored, "picture_size", kSizeNames, choices.pictureSize);
  const int rate = stored.value("rate").toInt();
  if (std::find(kFilmRates.begin(), kFilmRates.end(), rate) != kFilmRates.end()) {
    choices.framesPerSecond = rate;
  }
  const int smoothing = stored.value("picture_smoothing").toInt();
  if (smoothing == 1 || smoothing == 2 || smoothing == 4) {
    choices.smoothing = smoothing;
  }
  choices.speed = readNumber(stored, "speed", choices.speed, kSlowestFilm, kFastestFilm);
  choices.stopAfter = readNumber(stored, "stop_after", choices.stopAfter, 0.0, kLongestFilm);
  choices.ownSize = readSize(stored, "own_size", choices.ownSize);
  choices.ownPictureSize = readSize(stored, "own_picture_size", choices.ownPictureSize);
  choices.folder = stored.value("folder").toString().toStdString();
  readMarks(stored, "marks", choices.marks);
  readMarks(stored, "picture_marks", choices.pictureMarks);
  readChoice(stored, "twin", kFilmTwinNames, choices.twin);
  choices.gifLimit = readNumber(stored, "gif_limit", choices.gifLimit, 0.0, kLargestGifLimit);
}

void saveRecord(const RecordChoices& choices) {
  QSettings stored;
  stored.beginGroup("record");
  saveChoice(stored, "format", kFilmFormatNames, choices.format);
  saveChoice(stored, "clock", kFilmClockNames, choices.clock);
  saveChoice(stored, "content", kFilmContentNames, choices.content);
  saveChoice(stored, "quality", kFilmQualityNames, choices.quality);
  saveChoice(stored, "size", kSizeNames, choices.sizePreset);
  saveChoice(stored, "picture_size", kSizeNames, choices.pictureSize);
  stored.setValue("rate", choices.framesPerSecond);
  stored.setValue("picture_smoothing", choices.smoothing);
  stored.setValue("speed", choices.speed);
  stored.setValue("stop_after", choices.stopAfter);
  stored.setValue("own_size", QSize(choices.ownSize.width, choices.ownSize.height));
  stored.setValue("own_picture_size", QSize(choices.ownPictureSize.width, choices.ownPictureSize.height));
  stored.setValue("folder", QString::fromStdString(choices.folder));
  stored.remove("caption");  // of earlier versions: title and caption belong to a scene
  stored.remove("title");
  saveMarks(stored, "marks", choices.marks);
  saveMarks(stored, "picture_marks", choices.pictureMarks);
  saveChoice(stored, "twin", kFilmTwinNames, choices.twin);
  stored.setValue("gif_limit", choices.gifLimit);
}

std::size_t historyBudget() {
  bool good = false;
  const double megabytes = QSettings().value("history_megabytes").toDouble(&good);
  constexpr double kMost = 1048576.0;
  return static_cast<std::size_t>(
      (good && megabytes >= 1.0 && megabytes <= kMost ? megabytes : kDefaultHistoryMegabytes) * 1024.0 * 1024.0);
}

void setHistoryBudget(std::size_t bytes) {
  QSettings().setValue("history_megabytes", std::round(static_cast<double>(bytes) / (1024.0 * 1024.0)));
}

Look look() {
  const QSettings stored;
  Look look;
  look.theme = static_cast<ThemeChoice>(
      indexOf(kThemeNames, stored.value("theme").toString()).value_or(static_cast<int>(look.theme)));
  const int percent = stored.value("interface_percent").toInt();
  if (percent >= kSmallestInterface && percent <= kLargestInterface) {
    look.percent = percent;
  }
  return look;
}

void setLook(const Look& look) {
  QSettings stored;
  saveChoice(stored, "theme", kThemeNames, look.theme);
  stored.setValue("interface_percent", look.percent);
}

bool showsStartPage() { return QSettings().value("start_page", true).toBool(); }

void setShowsStartPage(bool shown) { QSettings().setValue("start_page", shown); }

bool hasView() { return QSettings().contains("view/colour_by"); }

QStringList recentCommands() { return QSettings().value("recent_commands").toStringList(); }

void setRecentCommands(const QStringList& ids) { QSettings().setValue("recent_commands", ids.mid(0, kMostCommands)); }

QStringList lastStudy() { return QSettings().value("last_study").toStringList(); }

void setLastStudy(const QStringList& fileAndFolder) { QSettings().setValue("last_study", fileAndFolder); }

void restoreGeometry(QWidget& window) { window.restoreGeometry(QSettings().value("geometry").toByteArray()); }

void saveGeometry(const QWidget& window) { QSettings().setValue("geometry", window.saveGeometry()); }

void restoreDocks(QMainWindow& window) { window.restoreState(QSettings().value("docks").toByteArray(), kDocksVersion); }

void saveDocks(const QMainWindow& window) { QSettings().setValue("docks", window.saveState(kDocksVersion)); }

}  // namespace scree::settings
