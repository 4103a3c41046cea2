#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/panel.h"
#include "app/widgets/widgets.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 3> kClockHelp = {
    "The film follows simulated time: the simulation waits for the film, and however slow it is, a second of film "
    "shows "
    "just as much simulated time as the speed below says.",
    "The film follows the clock on the wall, as one sees it on the screen. Where drawing or encoding can't keep up, "
    "frames are shown twice.",
    "The run so far is stepped again in the background and filmed, at any size and along the camera path, while the "
    "window stays free. What it shows is what the view shows."};
constexpr std::array<std::string_view, 3> kQualityHelp = {"Small files; grains blur where many move.",
                                                          "Hardly to be told from the view.",
                                                          "As good as the view, for cutting films; large files."};
constexpr std::array<std::string_view, 3> kSmoothingNames = {"1", "2 x 2", "4 x 4"};
constexpr std::array<std::string_view, 3> kSmoothingHelp = {
    "Pixels as they are drawn.", "Each pixel is the mean of four: smooth edges.",
    "Each pixel is the mean of sixteen: for print. Needs much graphics memory."};
constexpr std::array<int, 3> kSmoothings = {1, 2, 4};

constexpr std::array<std::string_view, kSizePresets.size()> kSizeNames = [] {
  std::array<std::string_view, kSizePresets.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = kSizePresets[i].name;
  }
  return names;
}();

constexpr float kChoiceLabelPart = 0.36f;  // part of a line that labels take: the names of choices are long

/// Draws a label over `part` of the line; the caller draws buttons over the rest.
void labelOf(const char* label, float part = kChoiceLabelPart) {
  const float start = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  text(label);
  ImGui::SameLine(start + part * width);
}

/// End of a path, cut at its folders to fit beside a label.
std::string shortened(const std::string& path) {
  const float room = 0.55f * ImGui::GetContentRegionAvail().x;
  std::string shown = path;
  for (std::size_t at = path.find('/', 1); at != std::string::npos && ImGui::CalcTextSize(shown.c_str()).x > room;
       at = path.find('/', at + 1)) {
    shown = "…" + path.substr(at);
  }
  return shown;
}

int rateIndex(int framesPerSecond) {
  const auto* found = std::find(kFilmRates.begin(), kFilmRates.end(), framesPerSecond);
  return static_cast<int>((found == kFilmRates.end() ? kFilmRates.begin() + 2 : found) - kFilmRates.begin());
}

template <typename Choice>
void choose(Choice& choice, const std::optional<int>& pressed) {
  if (pressed) {
    choice = static_cast<Choice>(*pressed);
  }
}

/// Draws the choice of a size in pixels, and rows for width and height when the choice is a size of one's own.
void sizeRows(PanelContext& context, std::string_view name, int& preset, PixelSize& own, PixelSize initial,
              std::string_view help) {
  comboRow(context, name, "Size", preset, kSizeNames, help, kChoiceLabelPart);
  if (preset != kOwnSize) {
    return;
  }
  const auto side = [&](std::string_view which, const char* label, int& pixels, int before, int least) {
    const std::string probed = fmt::format("{}.{}", name, which);
    NumberSpec spec;
    spec.name = probed;
    spec.label = label;
    spec.unit = "px";
    spec.help = "In pixels [px]; MP4 and WebM round odd numbers down.";
    spec.minimum = least;
    spec.maximum = kLongestSide;
    spec.low = least;
    spec.high = 4096.0;
    spec.whole = true;
    pixels = static_cast<int>(std::lround(numberRow(context, spec, pixels, before).value_or(pixels)));
  };
  side("width", "Width", own.width, initial.width, kLeastFilmWidth);
  side("height", "Height", own.height, initial.height, kLeastFilmHeight);
}

/// Sentence about the film under way, or the last one.
std::string statusText(const RecordStatus& now) {
  if (now.state == RecordStatus::State::idle) {
    return now.last.empty() ? "no film yet" : now.last;
  }
  if (!now.stage.empty()) {
    return fmt::format("{}, {:.0f} %", now.stage, std::floor(100.0 * now.stageShare));
  }
  return fmt::format(
      "{}{:.1f} s, {}{}", now.state == RecordStatus::State::finishing ? "finishing, " : "", now.seconds,
      now.wanted > 0 ? fmt::format("{} of {} frames", now.frames, now.wanted) : counted(now.frames, "frame"),
      now.dropped > 0 ? fmt::format(", {} repeated", now.dropped) : "");
}

/// Draws the buttons and a line about the film: the same rows in every state, so that nothing below them moves. Only
/// the reason of a failure takes as many lines as it needs.
void drawStatus(PanelContext& context) {
  const RecordStatus& now = context.recording;
  const bool isIdle = now.state == RecordStatus::State::idle;
  const bool isRecording = now.state == RecordStatus::State::recording;
  const float width = ImGui::GetContentRegionAvail().x;
  actionButton(context, "record", isRecording ? "Stop recording" : "Record", width, isRecording);
  ImGui::BeginDisabled(isIdle);
  actionButton(context, "cancel_film", "Cancel film", width);
  ImGui::EndDisabled();
  const std::string status = statusText(now);
  if (isIdle && now.lastFailed) {
    wrappedText(status, width, theme::kBad);
  } else {
    text(elided(status, width), isIdle ? theme::kDim : now.dropped > 0 ? theme::kWarn : theme::kBad);
  }
  probe(context, "record.last");
  tooltip(isIdle ? status
                 : fmt::format(
                       "{}. {}{}.{}", status, now.file, now.encoder.empty() ? "" : ", encoded with " + now.encoder,
                       now.dropped > 0 ? " Frames repeat another one where drawing or encoding was too slow." : ""));
}

void drawWhatToRecord(PanelContext& context, RecordChoices& choices) {
  int content = static_cast<int>(choices.content);
  if (comboRow(context, "record.content", "Show", content, kFilmContentNames,
               "Content of the film: the scene alone, with the legend and a line that tells time, or the window with "
               "all its panels.",
               kChoiceLabelPart)) {
    choices.content = static_cast<FilmContent>(content);
  }
  if (choices.content == FilmContent::window) {
    valueRow(context, "Size", "as the window", "The window as large as it is when the film begins.");
  } else {
    sizeRows(context, "record.size", choices.sizePreset, choices.ownSize, RecordChoices().ownSize,
             "Pixels of the film, whatever the size of the window.");
  }
}

void drawHowToRecord(PanelContext& context, RecordChoices& choices) {
  int format = static_cast<int>(choices.format);
  if (comboRow(context, "record.format", "Format", format, kFilmFormatNames,
               "MP4 plays everywhere (H.264); WebM is free of patents (VP9); GIF has 256 colours a frame and is large; "
               "PNG pictures are a folder of numbered files without loss.",
               kChoiceLabelPart)) {
    choices.format = static_cast<FilmFormat>(format);
  }
  int rate = rateIndex(choices.framesPerSecond);
  const bool isGif = choices.format == FilmFormat::gif;
  // Players show GIFs of more than 50 frames a second far too slowly: the highest rate is left out.
  const std::size_t rates = isGif ? kFilmRateNames.size() - 1 : kFilmRateNames.size();
  rate = std::min(rate, static_cast<int>(rates) - 1);
  comboRow(context, "record.rate", "Frames/s", rate, std::span(kFilmRateNames).first(rates),
           "Frames per second of film [1/s].", kChoiceLabelPart);
  choices.framesPerSecond = kFilmRates[static_cast<std::size_t>(rate)];
  if (choices.format == FilmFormat::mp4 || choices.format == FilmFormat::webm) {
    labelOf("Quality");
    choose(choices.quality,
           segmented(context, "record.quality", kFilmQualityNames, static_cast<int>(choices.quality), kQualityHelp));
  }
  if (isGif) {
    NumberSpec limit;
    limit.name = "record.gif_limit";
    limit.label = "At most";
    limit.unit = "MB";
    limit.help =
        "Largest size of the file [MB]; 0: none. A GIF that is larger is made again from its frames, smaller, slower "
        "and with fewer colours, until it fits; the message at the end tells its size.";
    limit.maximum = kLargestGifLimit;
    limit.high = 20.0;
    limit.zero = "any";
    limit.initialName = "the usual";
    choices.gifLimit = numberRow(context, limit, choices.gifLimit, RecordChoices().gifLimit).value_or(choices.gifLimit);
    if (choices.gifLimit > 0.0) {
      choices.gifLimit = std::max(choices.gifLimit, kSmallestGifLimit);
    }
  }
}

/// Draws the rows for the span of the run that a film of a replay shows.
void drawReplaySpan(PanelContext& context, RecordChoices& choices) {
  const double end = context.snapshot->run.timeline.last.time;
  const auto row = [&](const char* name, const char* label, const char* help, double& value) {
    NumberSpec spec;
    spec.name = name;
    spec.label = label;
    spec.unit = "s";
    spec.help = help;
    spec.maximum = 1e9;
    spec.high = std::max(end, 1.0);
    value = numberRow(context, spec, value, 0.0).value_or(value);
  };
  row("record.from", "From", "Simulated time at which the film begins [s].", choices.replayFrom);
  row("record.until", "Until", "Simulated time at which the film ends [s]; 0: with the run.", choices.replayUntil);
}

/// Draws a row for a text, with `hint` while it is empty.
void textRow(PanelContext& context, std::string_view name, const char* label, const std::string& hint,
             std::string& value, std::string_view help) {
  constexpr std::size_t kLongest = 120;
  std::array<char, kLongest> buffer{};
  std::copy_n(value.begin(), std::min(value.size(), kLongest - 1), buffer.begin());
  labelOf(label);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::InputTextWithHint(fmt::format("##{}", name).c_str(), hint.c_str(), buffer.data(), buffer.size())) {
    value = buffer.data();
  }
  probe(context, name);
  tooltip(help);
}

constexpr std::array<const char*, kPictureMarkNames.size()> kMarkLabels = {"Title", "Legend", "Time", "Reduction level",
                                                                           "Scale bar"};
constexpr std::array<std::string_view, kPictureMarkNames.size()> kMarkHelp = {
    "The title at the top, in large letters, in every frame: also the first picture of a film that a page shows has "
    "it.",
    "Legends of the colours.", "The scene's name or the caption, and the simulated time [s].",
    "The reduction level h [%] while grains are merged.",
    "A bar of a round length with its unit. In the orthographic view it holds everywhere; in perspective for things as "
    "far away as the point about which the camera turns."};

/// Draws a switch for each mark from `first` on, two in a line where there is room.
void markRows(PanelContext& context, std::string_view name, PictureMarks& marks,
              std::initializer_list<PictureMark> shown) {
  const float left = ImGui::GetCursorPosX();
  const float half = 0.5f * ImGui::GetContentRegionAvail().x;
  bool isSecond = false;
  for (const PictureMark mark : shown) {
    const auto index = static_cast<std::size_t>(mark);
    const float width = ImGui::CalcTextSize(kMarkLabels[index]).x + 2.4f * ImGui::GetFontSize();
    if (isSecond && width <= half) {
      ImGui::SameLine(left + half);
      isSecond = false;
    } else {
      isSecond = width <= half;
    }
    checkRow(context, fmt::format("{}.{}", name, kPictureMarkNames[index]),
             fmt::format("{}##{}", kMarkLabels[index], name).c_str(), marks[mark], kMarkHelp[index]);
  }
}

/// Draws the rows for the marks over the scene in the film, and for the texts among them.
void drawMarks(PanelContext& context, RecordChoices& choices) {
  if (choices.content != FilmContent::sceneAndLegend) {
    return;
  }
  markRows(context, "record.marks", choices.marks,
           {PictureMark::title, PictureMark::legend, PictureMark::time, PictureMark::level, PictureMark::scaleBar});
  if (choices.marks.has(PictureMark::title)) {
    textRow(context, "record.title", "Title", "none", choices.title,
            "Text in large letters at the top of films and pictures of this scene; empty: none. A session keeps it.");
  }
  if (choices.marks.has(PictureMark::time)) {
    textRow(context, "record.caption", "Caption", context.scene.name, choices.caption,
            "Text before the time in the film's caption; empty: the name of the scene. A session keeps it.");
  }
}

/// Draws the choice of the twin in the film.
void drawTwinChoice(PanelContext& context, RecordChoices& choices) {
  if (choices.content == FilmContent::window) {
    return;
  }
  static constexpr std::array<std::string_view, 2> kTwinHelp = {
      "A twin that runs is in the film as the view shows it.",
      "The run and its twin, such as the full solve without merging, beside each other. A film on the clock of the "
      "replay, and one of the last ten seconds, steps the twin, too; other films need one that runs (T)."};
  labelOf("Twin", 0.2f);
  choose(choices.twin, segmented(context, "record.twin", kFilmTwinNames, static_cast<int>(choices.twin), kTwinHelp));
  // A replay steps a twin of its own.
  if (choices.twin == FilmTwin::sideBySide && choices.clock != FilmClock::replay &&
      context.snapshot->twin.snapshot == nullptr) {
    wrappedText("No twin runs: Record needs one, which T starts", ImGui::GetContentRegionAvail().x, theme::kWarn);
    probe(context, "record.no_twin");
  }
}

void drawTimes(PanelContext& context, RecordChoices& choices) {
  constexpr float kNarrow = 0.2f;  // part of the line for the label: three choices with long names follow
  labelOf("Clock", kNarrow);
  choose(choices.clock,
         segmented(context, "record.clock", kFilmClockNames, static_cast<int>(choices.clock), kClockHelp));
  if (choices.clock != FilmClock::screen) {
    NumberSpec speed;
    speed.name = "record.speed";
    speed.label = "Speed";
    speed.unit = "s/s";
    speed.help =
        "Simulated seconds per second of film [s/s]: 0.1 is slow motion, 10 is time lapse. A speed so slow that a step "
        "fills several frames repeats them.";
    speed.minimum = kSlowestFilm;
    speed.maximum = kFastestFilm;
    speed.low = 0.01;
    speed.high = 100.0;
    speed.logarithmic = true;
    choices.speed = numberRow(context, speed, choices.speed, RecordChoices().speed).value_or(choices.speed);
  }
  if (choices.clock == FilmClock::replay) {
    drawReplaySpan(context, choices);
  }
  NumberSpec length;
  length.name = "record.stop_after";
  length.label = "Stop after";
  length.help = "Length of the film [s]; never: until you stop it.";
  length.zero = "never";
  length.unit = choices.stopAfter > 0.0 ? "s" : "";
  length.maximum = kLongestFilm;
  length.high = 60.0;
  choices.stopAfter = numberRow(context, length, choices.stopAfter, 0.0).value_or(choices.stopAfter);
}

void drawPictures(PanelContext& context, RecordChoices& choices) {
  ImGui::Separator();
  text("Pictures of the scene", theme::kAccent);
  sizeRows(context, "picture.size", choices.pictureSize, choices.ownPictureSize, RecordChoices().ownPictureSize,
           "Pixels of pictures without panels, whatever the size of the window.");
  const auto* found = std::find(kSmoothings.begin(), kSmoothings.end(), choices.smoothing);
  labelOf("Smoothing");
  if (const auto pressed = segmented(context, "picture.smoothing", kSmoothingNames,
                                     static_cast<int>(found - kSmoothings.begin()), kSmoothingHelp)) {
    choices.smoothing = kSmoothings[static_cast<std::size_t>(*pressed)];
  }
  markRows(context, "picture.marks", choices.pictureMarks,
           {PictureMark::title, PictureMark::time, PictureMark::level, PictureMark::scaleBar});
  actionButton(context, "screenshot_scene", "Save picture", ImGui::GetContentRegionAvail().x);
}

}  // namespace

void drawRecordPanel(PanelContext& context) {
  RecordChoices& choices = context.memory.record;
  drawStatus(context);
  // Settings are fixed while a film is made.
  ImGui::BeginDisabled(context.recording.state != RecordStatus::State::idle);
  drawWhatToRecord(context, choices);
  drawMarks(context, choices);
  drawTwinChoice(context, choices);
  drawHowToRecord(context, choices);
  drawTimes(context, choices);
  valueRow(context, "Folder", shortened(context.recording.folder),
           "Where films go, under the scene's name with a number; none is ever overwritten. Now: " +
               context.recording.folder);
  actionButton(context, "record_folder", "Other folder…", ImGui::GetContentRegionAvail().x);
  ImGui::EndDisabled();
  drawPictures(context, choices);
}

}  // namespace scree
