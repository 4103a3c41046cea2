#include "app/window/options.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <functional>

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

/// As one types it: "split-cause".
QString optionName(ColourBy by) {
  const std::string_view name = infoOf(by).name;
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toLower().replace(' ', '-');
}

QStringList colourNames() {
  QStringList names;
  for (int i = 0; i < kColourByCount; ++i) {
    names.append(optionName(static_cast<ColourBy>(i)));
  }
  return names;
}

/// Options with a value: name, and how to take the value. False when it makes no sense.
struct ValueOption {
  QString name;
  QString wants;
  std::function<bool(Options&, const QString&)> take;
};

const QList<ValueOption>& valueOptions() {
  static const QList<ValueOption> options = {
      {"--screenshot", "a file name",
       [](Options& o, const QString& value) {
         o.screenshot = value;
         return !value.isEmpty();
       }},
      {"--after", "a number of seconds",
       [](Options& o, const QString& value) {
         const auto seconds = positiveNumber(value);
         o.after = seconds.value_or(o.after);
         return seconds.has_value();
       }},
      {"--speed", "simulated seconds per second, 0 = as fast as possible",
       [](Options& o, const QString& value) {
         o.speed = positiveNumber(value);
         return o.speed.has_value();
       }},
      {"--colour", "one of " + colourNames().join(", "),
       [](Options& o, const QString& value) {
         const qsizetype index = colourNames().indexOf(value.toLower());
         o.colour = index < 0 ? std::nullopt : std::optional(static_cast<ColourBy>(index));
         return o.colour.has_value();
       }},
      {"--size", "a size such as 1280x800",
       [](Options& o, const QString& value) {
         o.size = sizeFrom(value);
         return o.size.has_value();
       }},
  };
  return options;
}

bool takeFlag(Options& options, const QString& argument) {
  const QList<QPair<QStringList, bool*>> flags = {{{"--help", "-h"}, &options.help},
                                                  {{"--version"}, &options.version},
                                                  {{"--paused"}, &options.paused},
                                                  {{"--gl-probe"}, &options.graphicsProbe}};
  for (const auto& [names, flag] : flags) {
    if (names.contains(argument)) {
      *flag = true;
      return true;
    }
  }
  return false;
}

}  // namespace

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
    const auto option = std::find_if(known.begin(), known.end(), [&](const ValueOption& o) { return o.name == name; });
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

QString helpText() {
  return "Usage: scree [options] [SCENE]\n"
         "\n"
         "Opens a scene and runs it live. SCENE is a file or the name of a shipped scene; the default is drum.\n"
         "\n"
         "  --paused           opens the scene without starting it\n"
         "  --speed RATE       simulated seconds per second to aim at (1); 0 = as fast as possible\n"
         "  --colour WHAT      what grains are coloured by:\n"
         "                     " +
         colourNames().join(", ") +
         "\n"
         "  --size WxH         size of the window in pixels, such as 1280x800\n"
         "  --screenshot FILE  saves a picture of the window as PNG, then quits\n"
         "  --after SECONDS    how long to run before that picture (2)\n"
         "  --gl-probe         tells whether OpenGL works here, then quits\n"
         "  --help, --version\n"
         "\n"
         "Exit status: 0 good, 1 the picture or the scene failed, 2 wrong options, 3 no display or no OpenGL.\n";
}

}  // namespace scree
