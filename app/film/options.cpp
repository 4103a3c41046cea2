#include "app/film/options.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/film/option_pages.h"

namespace scree {

namespace {

std::optional<double> positiveNumber(const QString& text) {
  bool good = false;
  const double value = QLocale::c().toDouble(text, &good);
  return good && std::isfinite(value) && value >= 0.0 ? std::optional(value) : std::nullopt;
}

std::optional<QSize> sizeFrom(const QString& text) {
  const QStringList parts = text.split('x');
  bool goodWidth = false;
  bool goodHeight = false;
  const QSize size(parts.value(0).toInt(&goodWidth), parts.value(1).toInt(&goodHeight));
  const bool good = parts.size() == 2 && goodWidth && goodHeight && size.width() >= 320 && size.height() >= 200;
  return good ? std::optional(size) : std::nullopt;
}

/// Name of a choice on the command line: lower case with hyphens, "split-cause".
QString typed(std::string_view name) {
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toLower().replace(' ', '-');
}

QString optionName(ColourBy by) { return typed(infoOf(by).name); }

/// Index of a typed value among some names, if it is one of them.
template <std::size_t Count>
std::optional<std::size_t> placeOf(const std::array<std::string_view, Count>& names, const QString& value) {
  const auto* found =
      std::find_if(names.begin(), names.end(), [&](std::string_view name) { return typed(name) == value.toLower(); });
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

bool takeFilm(Options& options, const QString& file) {
  const auto format = formatOf(file.toStdString());
  options.record = file;
  options.film.format = format.value_or(options.film.format);
  return !file.isEmpty() && format.has_value();
}

bool takeRender(Options& options, const QString& file) {
  Options film;
  const bool good = takeFilm(film, file);
  options.render = file;
  options.film.format = film.film.format;
  return good;
}

bool takeFilmSize(Options& options, const QString& value) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(kOwnSize); ++i) {
    if (typed(kSizePresets[i].name) == value.toLower()) {
      options.film.sizePreset = static_cast<int>(i);
      return true;
    }
  }
  const auto size = sizeFrom(value);
  options.film.sizePreset = kOwnSize;
  options.film.ownSize = size ? PixelSize{size->width(), size->height()} : PixelSize{};
  return size.has_value();
}

/// Sets a choice from its typed name. Returns false for an unknown name.
template <typename Choice, std::size_t Count>
bool takeChoice(Choice& choice, const std::array<std::string_view, Count>& names, const QString& value) {
  const auto place = placeOf(names, value);
  choice = static_cast<Choice>(place.value_or(static_cast<std::size_t>(choice)));
  return place.has_value();
}

QStringList colourNames() {
  QStringList names;
  for (int i = 0; i < kColourByCount; ++i) {
    names.append(optionName(static_cast<ColourBy>(i)));
  }
  return names;
}

constexpr const char* kFile = "FILE";

/// Option with a value: its texts, a text about valid values, and a function that takes the value or returns false.
struct ValueOption {
  OptionText text;
  QString wants;
  std::function<bool(Options&, const QString&)> take;
};

QList<ValueOption> windowOptions() {
  return {
      {{{"--speed"}, "RATE", "simulated seconds per second to aim at (1); 0 = as fast as possible"},
       "simulated seconds per second, 0 = as fast as possible",
       [](Options& o, const QString& value) {
         o.speed = positiveNumber(value);
         return o.speed.has_value();
       }},
      {{{"--colour"}, "WHAT", "what grains are coloured by: " + colourNames().join(", "), colourNames()},
       "one of " + colourNames().join(", "),
       [](Options& o, const QString& value) {
         const qsizetype index = colourNames().indexOf(value.toLower());
         o.colour = index < 0 ? std::nullopt : std::optional(static_cast<ColourBy>(index));
         return o.colour.has_value();
       }},
      {{{"--size"}, "WxH", "size of the window in pixels, such as 1280x800"},
       "a size such as 1280x800",
       [](Options& o, const QString& value) {
         o.size = sizeFrom(value);
         return o.size.has_value();
       }},
      {{{"--screenshot"}, kFile, "saves a picture of the window as PNG, then quits"},
       "a file name",
       [](Options& o, const QString& value) {
         o.screenshot = value;
         return !value.isEmpty();
       }},
      {{{"--after"}, "SECONDS", "how long to run before that picture (2)"},
       "a number of seconds",
       [](Options& o, const QString& value) {
         const auto seconds = positiveNumber(value);
         o.after = seconds.value_or(o.after);
         return seconds.has_value();
       }},
  };
}

QList<ValueOption> filmOptions() {
  return {
      {{{"--record"},
        kFile,
        "films the scene from its start, then quits. The ending says the format: .mp4, .webm, .gif; without one, "
        "numbered pictures in a new folder. Replaces an older film."},
       "a file that ends with .mp4, .webm or .gif, or a new folder for pictures",
       takeFilm},
      {{{"--record-seconds"}, "SECONDS", "length of that film (10)"},
       "a length in seconds above 0",
       [](Options& o, const QString& value) {
         o.film.stopAfter = positiveNumber(value).value_or(0.0);
         return o.film.stopAfter > 0.0 && o.film.stopAfter <= kLongestFilm;
       }},
      {{{"--record-clock"},
        "CLOCK",
        "simulation: a second of film is a second of the scene, however slow it is (default); screen: as one sees it",
        {"simulation", "screen"}},
       "simulation or screen",
       [](Options& o, const QString& value) {
         // The clock "replay" is not valid here: --render makes such films.
         return takeChoice(o.film.clock, kFilmClockNames, value) && o.film.clock != FilmClock::replay;
       }},
      {{{"--record-speed"}, "RATE", "simulated seconds per second of film (1)"},
       "simulated seconds per second of film",
       [](Options& o, const QString& value) {
         o.film.speed = positiveNumber(value).value_or(0.0);
         return o.film.speed >= kSlowestFilm && o.film.speed <= kFastestFilm;
       }},
      {{{"--record-fps"}, "N", "frames per second (30)"},
       "a whole number of frames per second",
       [](Options& o, const QString& value) {
         bool good = false;
         o.film.framesPerSecond = value.toInt(&good);
         return good && o.film.framesPerSecond > 0;
       }},
      {{{"--record-size"},
        "SIZE",
        "720p, 1080p (default), 1440p, 2160p, square-1080, or such as 1280x720",
        {"720p", "1080p", "1440p", "2160p", "square-1080"}},
       "720p, 1080p, 1440p, 2160p, square-1080 or a size such as 1280x720",
       takeFilmSize},
      {{{"--record-show"},
        "WHAT",
        "scene, scene-and-legend (default) or window",
        {"scene", "scene-and-legend", "window"}},
       "scene, scene-and-legend or window",
       [](Options& o, const QString& value) { return takeChoice(o.film.content, kFilmContentNames, value); }},
      {{{"--record-quality"}, "WHAT", "small, good (default) or best", {"small", "good", "best"}},
       "small, good or best",
       [](Options& o, const QString& value) { return takeChoice(o.film.quality, kFilmQualityNames, value); }},
      {{{"--render"},
        kFile,
        "makes a film as --record does, but with no window: needs no display. SCENE may be a recording, which is "
        "stepped again; --record-... say what the film is like."},
       "a file that ends with .mp4, .webm or .gif, or a new folder for pictures",
       takeRender},
      {{{"--from"}, "SECONDS", "simulated time at which that film begins (0)"},
       "a simulated time in seconds",
       [](Options& o, const QString& value) {
         const auto seconds = positiveNumber(value);
         o.film.replayFrom = seconds.value_or(0.0);
         return seconds.has_value();
       }},
      {{{"--camera"}, kFile, "a camera path saved from the window, for that film"},
       "a file with a camera path",
       [](Options& o, const QString& value) {
         o.cameraPath = value;
         return !value.isEmpty();
       }},
      {{{"--caption"}, "TEXT", "text before the time in the caption (the scene's name)"},
       "some words",
       [](Options& o, const QString& value) {
         o.film.caption = value.toStdString();
         return !value.isEmpty();
       }},
  };
}

/// Option that prints something for scripts: --man and --completion.
QList<ValueOption> pageOptions() {
  return {
      {{{"--completion"}, "SHELL", "prints a completion script for bash, zsh or fish", completionShells()},
       "one of " + completionShells().join(", "),
       [](Options& o, const QString& value) {
         o.completion = value;
         return completionShells().contains(value);
       }},
  };
}

const QList<ValueOption>& valueOptions() {
  static const QList<ValueOption> options = windowOptions() + filmOptions() + pageOptions();
  return options;
}

/// Option without a value: its texts and the choice that it sets.
struct FlagOption {
  OptionText text;
  bool Options::*flag;
};

const QList<FlagOption>& flagOptions() {
  static const QList<FlagOption> options = {
      {{{"--paused"}, {}, "opens the scene without starting it"}, &Options::paused},
      {{{"--safe"}, {}, "safe mode: software OpenGL, none of the saved settings, paused"}, &Options::safe},
      {{{"--gl-probe"}, {}, "tells whether OpenGL works here, then quits"}, &Options::graphicsProbe},
      {{{"--man"}, {}, "prints the man page"}, &Options::man},
      {{{"--help", "-h"}, {}, "prints this help"}, &Options::help},
      {{{"--version"}, {}, "prints the version"}, &Options::version},
  };
  return options;
}

bool takeFlag(Options& options, const QString& argument) {
  for (const FlagOption& option : flagOptions()) {
    if (option.text.names.contains(argument)) {
      options.*option.flag = true;
      return true;
    }
  }
  return false;
}

}  // namespace

QList<OptionText> optionTexts() {
  QList<OptionText> texts;
  for (const ValueOption& option : valueOptions()) {
    texts.append(option.text);
  }
  for (const FlagOption& option : flagOptions()) {
    texts.append(option.text);
  }
  return texts;
}

Options parseOptions(const QStringList& arguments, bool lenient) {
  Options options;
  bool haveScene = false;
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    const QString& argument = arguments[i];
    if (takeFlag(options, argument)) {
      continue;
    }
    const QString name = argument.section('=', 0, 0);
    const auto& known = valueOptions();
    const auto option =
        std::find_if(known.begin(), known.end(), [&](const ValueOption& o) { return o.text.names.contains(name); });
    if (option != known.end()) {
      const QString value = argument.contains('=') ? argument.section('=', 1) : arguments.value(++i);
      if (!option->take(options, value)) {
        options.problem = QString("%1 wants %2, not \"%3\"").arg(name, option->wants, value);
      }
    } else if (argument.startsWith('-')) {
      options.problem = lenient ? options.problem : QString("there is no option %1").arg(argument);
    } else if (haveScene) {
      options.problem = lenient ? options.problem : QString("one scene at a time: what is \"%1\"?").arg(argument);
    } else {
      options.scene = argument;
      haveScene = true;
    }
  }
  return options;
}

}  // namespace scree
