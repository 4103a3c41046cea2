#include "app/arguments/film_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/arguments/values.h"
#include "engine/scene_file/errors.h"

namespace scree {

namespace {

constexpr int kMostRate = 240;  // frames per second

/// Name as it is typed: in lower case with hyphens.
std::string typed(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

template <std::size_t Count>
std::vector<std::string> typedNames(const std::array<std::string_view, Count>& names) {
  std::vector<std::string> all;
  std::ranges::transform(names, std::back_inserter(all), typed);
  return all;
}

/// Sets a choice from its typed name. Returns a complaint.
template <typename Choice>
std::string takeChoice(Choice& choice, const std::vector<std::string>& names, std::string_view value) {
  const auto place = std::ranges::find(names, typed(value));
  if (place == names.end()) {
    return complaintOnName(value, names);
  }
  choice = static_cast<Choice>(place - names.begin());
  return {};
}

std::vector<std::string> sizeNames() {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < static_cast<std::size_t>(kOwnSize); ++i) {
    names.push_back(typed(kSizePresets[i].name));
  }
  return names;
}

std::string takeFilmSize(FilmArguments& all, std::string_view value) {
  const std::vector<std::string> names = sizeNames();
  const auto place = std::ranges::find(names, typed(value));
  if (place != names.end()) {
    all.film.sizePreset = static_cast<int>(place - names.begin()) + 1;
    return {};
  }
  std::optional<PixelSize> size;
  if (!takeSize(size, value).empty()) {
    return fmt::format("{} is no size: give {} or a size such as 1280x720, from {}x{} to {}x{}", inQuotes(value),
                       fmt::join(names, ", "), kLeastFilmWidth, kLeastFilmHeight, kLongestSide, kLongestSide);
  }
  all.film.sizePreset = kOwnSize;
  all.film.ownSize = *size;
  return {};
}

/// Contents of films; the third one, the window, is a choice of `scree --film` only.
std::vector<std::string> contentNames() { return typedNames(kFilmContentNames); }

/// Reads "legend,time,scale-bar" or "none". Returns a complaint.
std::string takeMarks(PictureMarks& marks, std::string_view value) {
  const std::vector<std::string> names = typedNames(kPictureMarkNames);
  PictureMarks read{{}};
  for (std::string_view rest = value; value != "none";) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    PictureMark mark = PictureMark::title;
    if (!takeChoice(mark, names, rest.substr(0, comma)).empty()) {
      return fmt::format("there is no mark {}: give none, or some of {} with commas between",
                         inQuotes(rest.substr(0, comma)), fmt::join(names, ", "));
    }
    read[mark] = true;
    if (comma == rest.size()) {
      break;
    }
    rest.remove_prefix(comma + 1);
  }
  marks = read;
  return {};
}

/// Differences of a twin as they are typed: "in-full", "no-warm-start", or the name of a preset.
std::vector<std::string> twinWords() {
  std::vector<std::string> names = {"in-full", "no-warm-start"};
  for (const PresetInfo& info : presetTable()) {
    names.emplace_back(info.name);
  }
  return names;
}

std::string takeTwin(std::optional<TwinChoice>& twin, std::string_view value) {
  const std::vector<std::string> names = twinWords();
  const auto place = std::ranges::find(names, typed(value));
  if (place == names.end()) {
    return complaintOnName(value, names);
  }
  const auto index = static_cast<std::size_t>(place - names.begin());
  constexpr std::size_t kPlain = 2;  // differences that are no preset
  twin = index < kPlain ? TwinChoice{static_cast<TwinDifference>(index), {}}
                        : TwinChoice{TwinDifference::preset, presetTable()[index - kPlain].preset};
  return {};
}

/// Clocks but the replay's, which films of a run so far have.
std::vector<std::string> clockNames() {
  std::vector<std::string> names = typedNames(kFilmClockNames);
  names.pop_back();
  return names;
}

std::vector<FilmOption> makeOptions() {
  return {
      {"--size", "SIZE", sizeNames(), "720p, 1080p (default), 1440p, 2160p, square-1080, or such as 1280x720",
       takeFilmSize},
      {"--fps",
       "N",
       {},
       "Frames per second (30)",
       [](FilmArguments& all, std::string_view value) {
         return readCount(value, 1, kMostRate, all.film.framesPerSecond);
       }},
      {"--speed",
       "RATE",
       {},
       "Simulated seconds per second of film (1)",
       [](FilmArguments& all, std::string_view value) {
         return readQuantity(value, Dimension::number, {kSlowestFilm, kFastestFilm}, all.film.speed);
       }},
      {"--from",
       "TIME",
       {},
       "Simulated time at which the film begins, for example '2 s' (0)",
       [](FilmArguments& all, std::string_view value) {
         return readQuantity(value, Dimension::time, kFromZero, all.film.replayFrom);
       }},
      {"--seconds",
       "TIME",
       {},
       "Length of the film (of a recording: all of it; of a scene: 10 s)",
       [](FilmArguments& all, std::string_view value) {
         return readQuantity(value, Dimension::time, {0.0, kLongestFilm, false}, all.film.stopAfter);
       }},
      {"--colour", "WHAT", colourNames(), "Quantity that colours the grains, such as speed, aggregate, split-cause",
       [](FilmArguments& all, std::string_view value) { return takeColour(all.colour, value); }},
      {"--show", "WHAT", contentNames(), "scene, or scene-and-legend (default)",
       [](FilmArguments& all, std::string_view value) { return takeChoice(all.film.content, contentNames(), value); }},
      {"--clock", "WHAT", clockNames(),
       "simulation: a second of film is a second of the scene (default); screen: as one sees it",
       [](FilmArguments& all, std::string_view value) { return takeChoice(all.film.clock, clockNames(), value); }},
      {"--caption",
       "TEXT",
       {},
       "Text before the time in the film's caption (the scene's name)",
       [](FilmArguments& all, std::string_view value) {
         all.film.caption = value;
         return std::string(value.empty() ? "give some words" : "");
       }},
      {"--title",
       "TEXT",
       {},
       "Title in large letters at the top of the film (none)",
       [](FilmArguments& all, std::string_view value) {
         all.film.title = value;
         return std::string(value.empty() ? "give some words" : "");
       }},
      {"--marks",
       "LIST",
       {},
       "Marks over the scene, with commas between: title, legend, time, level, scale-bar; or none "
       "(title,legend,time,level)",
       [](FilmArguments& all, std::string_view value) { return takeMarks(all.film.marks, value); }},
      {"--twin", "WHAT", twinWords(),
       "A twin beside the run: in-full (without merging), no-warm-start, or the preset that it is solved with",
       [](FilmArguments& all, std::string_view value) { return takeTwin(all.twin, value); }},
      {"--limit",
       "MB",
       {},
       "Largest size of a GIF in MB, which may become smaller and slower for it (5); 0: none",
       [](FilmArguments& all, std::string_view value) {
         all.hasLimit = true;
         std::string complaint = readQuantity(value, Dimension::number, {0.0, kLargestGifLimit}, all.film.gifLimit);
         return complaint.empty() && all.film.gifLimit > 0.0 && all.film.gifLimit < kSmallestGifLimit
                    ? fmt::format("{} MB is too small: give 0 or at least {:g}", value, kSmallestGifLimit)
                    : complaint;
       }},
      {"--camera",
       "FILE",
       {},
       "A camera path, saved from the window",
       [](FilmArguments& all, std::string_view value) {
         all.cameraPath = value;
         return std::string(value.empty() ? "give the file of a camera path" : "");
       }},
      {"--quality", "WHAT", typedNames(kFilmQualityNames), "small, good (default) or best",
       [](FilmArguments& all, std::string_view value) {
         return takeChoice(all.film.quality, typedNames(kFilmQualityNames), value);
       }},
  };
}

}  // namespace

const std::vector<FilmOption>& filmOptions() {
  static const std::vector<FilmOption> options = makeOptions();
  return options;
}

std::string takeFilmFile(RecordChoices& film, std::string_view file) {
  const std::optional<FilmFormat> format = formatOf(file);
  if (file.empty() || !format) {
    return fmt::format("{} is no film: give a file that ends with .mp4, .webm or .gif, or a new folder for pictures",
                       inQuotes(file));
  }
  film.format = *format;
  return {};
}

std::string complaintOnLimit(const FilmArguments& all) {
  return all.hasLimit && all.film.format != FilmFormat::gif
             ? "only a GIF has a largest size: leave it out, or give a file that ends with .gif"
             : "";
}

std::vector<std::string> colourNames() {
  std::vector<std::string> names;
  for (int i = 0; i < kColourByCount; ++i) {
    names.push_back(typed(infoOf(static_cast<ColourBy>(i)).name));
  }
  return names;
}

std::string takeColour(std::optional<ColourBy>& colour, std::string_view name) {
  ColourBy by = ColourBy::speed;
  std::string complaint = takeChoice(by, colourNames(), name);
  if (complaint.empty()) {
    colour = by;
  }
  return complaint;
}

std::string takeSize(std::optional<PixelSize>& size, std::string_view text) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  PixelSize read;
  if (!readCount(text.substr(0, cross), kLeastFilmWidth, kLongestSide, read.width).empty() ||
      !readCount(text.substr(std::min(cross + 1, text.size())), kLeastFilmHeight, kLongestSide, read.height).empty()) {
    return fmt::format("{} is no size: give one such as 1280x800, from {}x{} to {}x{}", inQuotes(text), kLeastFilmWidth,
                       kLeastFilmHeight, kLongestSide, kLongestSide);
  }
  size = read;
  return {};
}

}  // namespace scree
