#include "app/film/options.h"

#include <algorithm>
#include <functional>

#include "app/arguments/values.h"
#include "app/film/option_pages.h"
#include "engine/scene_file/errors.h"

namespace scree {

namespace {

constexpr double kFastestWindow = 1e4;  // simulated seconds per second
constexpr double kLongestWait = 1e6;    // s

/// Values read so far. Some words are of the film if there is one, else of the window.
struct Reading {
  Options options;
  FilmArguments film;
  std::optional<std::string> size;
  std::optional<std::string> speed;
};

/// Option with a value: its texts, and a function that takes the value and returns a complaint. An option without help
/// is not for users.
struct ValueOption {
  OptionText text;
  std::function<std::string(Reading&, const std::string&)> take;
};

/// Option without a value.
struct Flag {
  OptionText text;
  bool Options::*target;
};

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

std::string takeSetting(Reading& reading, const std::string& value) {
  return readSetting(value, reading.options.settings.emplace_back());
}

std::string takeScreenshot(Reading& reading, const std::string& value) {
  reading.options.screenshot = QString::fromStdString(value);
  return value.empty() ? "give a file name" : "";
}

std::string takeFilm(Reading& reading, const std::string& value) {
  reading.options.filmFile = QString::fromStdString(value);
  return takeFilmFile(reading.film.film, value);
}

std::string takeRender(Reading& reading, const std::string& value) {
  reading.options.render = QString::fromStdString(value);
  return takeFilmFile(reading.film.film, value);
}

std::string takeShell(Reading& reading, const std::string& value) {
  reading.options.completion = QString::fromStdString(value);
  return completionShells().contains(reading.options.completion)
             ? ""
             : "there is no '" + value + "': give one of " + completionShells().join(", ").toStdString();
}

/// Options of films, of which size, speed and colour are of the window, too.
void addFilmOptions(QList<ValueOption>& options) {
  for (const FilmOption& known : filmOptions()) {
    const QString name = qt(known.name);
    QString meaning = qt(known.meaning);
    std::function<std::string(Reading&, const std::string&)> take =
        [&known](Reading& reading, const std::string& value) { return known.take(reading.film, value); };
    if (name == "--size") {
      meaning = "Size of the window such as 1280x800, or of the film: " + meaning;
      take = [](Reading& reading, const std::string& value) {
        reading.size = value;
        return std::string();
      };
    } else if (name == "--speed") {
      meaning = "Simulated seconds per second, of the window or of the film (1); 0, in the window: as fast as possible";
      take = [](Reading& reading, const std::string& value) {
        reading.speed = value;
        return std::string();
      };
    } else if (name == "--show") {
      meaning += ", or window (--film only)";
    } else if (name == "--clock") {
      meaning += " (--film only)";
    }
    QStringList choices;
    for (const std::string_view choice : known.names) {
      choices.append(qt(choice));
    }
    options.append({{{name}, qt(known.type), meaning, choices}, std::move(take)});
  }
}

const QList<ValueOption>& valueOptions() {
  static const QList<ValueOption> options = [] {
    QList<ValueOption> all = {
        {{{"--set"}, "KEY=VALUE", "Change a value of the scene, for example solver.sweeps=500; may be given again"},
         takeSetting},
        {{{"--screenshot"}, "FILE", "Save a picture of the window as PNG, then quit"}, takeScreenshot},
        {{{"--after"}, "TIME", "How long to run before that picture (2 s)"},
         [](Reading& reading, const std::string& value) {
           return readQuantity(value, Dimension::time, {0.0, kLongestWait}, reading.options.after);
         }},
        {{{"--film"},
          "FILE",
          "Film the scene from its start, then quit: .mp4, .webm or .gif; without an ending, numbered pictures in a "
          "new folder. Replaces an older film"},
         takeFilm},
        {{{"--render"},
          "FILE",
          "Make a film as --film does, but with no window: needs no display. SCENE may be a recording, which is "
          "stepped again"},
         takeRender},
        {{{"--completion"}, "SHELL", "Print a completion script for bash, zsh or fish", completionShells()}, takeShell},
        {{{"--caller"}, "NAME", ""}, [](Reading& reading, const std::string& value) {
           reading.options.caller = QString::fromStdString(value);
           return std::string();
         }}};
    addFilmOptions(all);
    return all;
  }();
  return options;
}

const QList<Flag>& flags() {
  static const QList<Flag> all = {
      {{{"--help", "-h"}, {}, "Print this help message and exit"}, &Options::help},
      {{{"--version"}, {}, "Display program version information and exit"}, &Options::version},
      {{{"--paused"}, {}, "Open the scene without starting it"}, &Options::paused},
      {{{"--safe"}, {}, "Safe mode: software OpenGL, none of the saved settings, paused"}, &Options::safe},
      {{{"--gl-probe"}, {}, "Tell whether OpenGL works here, then quit"}, &Options::graphicsProbe},
      {{{"--man"}, {}, "Print the man page"}, &Options::man}};
  return all;
}

bool takeFlag(Options& options, const QString& argument) {
  for (const Flag& flag : flags()) {
    if (flag.text.names.contains(argument)) {
      options.*flag.target = true;
      return true;
    }
  }
  return false;
}

/// Remedy for an option that there is not: the new word for an old one, or the nearest.
QString remedyFor(const QString& name) {
  const std::vector<std::string> words = optionWords();
  const QString now = name == "--record" ? "--film" : QString(name).replace("--record-", "--");
  if (now != name && std::find(words.begin(), words.end(), now.toStdString()) != words.end()) {
    return "use " + now;
  }
  return QString::fromStdString(
      suggestion(name.toStdString(), std::vector<std::string_view>(words.begin(), words.end())));
}

QString problemWith(const QString& name, const std::string& complaint) {
  return complaint.empty() ? QString() : name + ": " + QString::fromStdString(complaint);
}

/// Gives size and speed to the film, or to the window if there is no film. Returns what is wrong with them.
QString share(Reading& reading) {
  Options& options = reading.options;
  const bool isFilm = !options.filmFile.isEmpty() || !options.render.isEmpty();
  QString problem;
  const auto takeFor = [&reading, &problem](const char* name, const std::string& value) {
    const auto& known = filmOptions();
    const auto option = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == name; });
    const QString found = problemWith(name, option->take(reading.film, value));
    problem = problem.isEmpty() ? found : problem;
  };
  if (reading.size && isFilm) {
    takeFor("--size", *reading.size);
  } else if (reading.size) {
    std::optional<PixelSize> size;
    problem = problemWith("--size", takeSize(size, *reading.size));
    options.size = size ? std::optional(QSize(size->width, size->height)) : std::nullopt;
  }
  if (reading.speed && isFilm) {
    takeFor("--speed", *reading.speed);
  } else if (reading.speed) {
    double speed = 0.0;
    const QString found =
        problemWith("--speed", readQuantity(*reading.speed, Dimension::number, {0.0, kFastestWindow}, speed));
    options.speed = speed;
    problem = problem.isEmpty() ? found : problem;
  }
  if (isFilm && problem.isEmpty()) {
    problem = problemWith("--limit", complaintOnLimit(reading.film));
  }
  options.film = reading.film.film;
  options.colour = reading.film.colour;
  options.twin = reading.film.twin;
  options.cameraPath = QString::fromStdString(reading.film.cameraPath);
  return problem;
}

}  // namespace

Options parseOptions(const QStringList& arguments, bool lenient) {
  Reading reading;
  Options& options = reading.options;
  bool haveScene = false;
  const auto note = [&options](const QString& problem) {
    options.problem = options.problem.isEmpty() ? problem : options.problem;
  };
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
      if (!argument.contains('=') && i + 1 >= arguments.size()) {
        note(name + " needs a value: " + option->text.value);
        continue;
      }
      const QString value = argument.contains('=') ? argument.section('=', 1) : arguments.value(++i);
      note(problemWith(name, option->take(reading, value.toStdString())));
    } else if (argument.startsWith('-')) {
      note(lenient ? QString() : QString("there is no option '%1': %2").arg(name, remedyFor(name)));
    } else if (haveScene) {
      note(lenient ? QString() : QString("one scene at a time: '%1' is one word too many").arg(argument));
    } else {
      options.scene = argument;
      options.sceneGiven = true;
      haveScene = true;
    }
  }
  note(share(reading));
  return options;
}

QList<OptionText> optionTexts() {
  QList<OptionText> texts;
  for (const Flag& flag : flags()) {
    texts.append(flag.text);
  }
  for (const ValueOption& option : valueOptions()) {
    if (!option.text.help.isEmpty()) {
      texts.append(option.text);
    }
  }
  return texts;
}

std::vector<std::string> optionWords() {
  std::vector<std::string> words;
  for (const OptionText& option : optionTexts()) {
    words.push_back(option.names.front().toStdString());
  }
  return words;
}

}  // namespace scree
