
#include <unistd.h>

#include <QApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "app/console/exit_codes.h"
#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/film/option_pages.h"
#include "app/film/options.h"
#include "app/film/picture_file.h"
#include "app/film/render_command.h"
#include "app/viewport/viewport.h"
#include "app/window/files/error_dialog.h"
#include "app/window/files/settings.h"
#include "app/window/gl_probe.h"
#include "app/window/main_window.h"
#include "app/window/start.h"
#include "app/window/start_marker.h"
#include "engine/base/large_pages.h"

namespace {

QStringList sceneNames() {
  QStringList names;
  for (const auto& shipped : scree::findScenes(scree::executablePath(), {}).files) {
    names.append(QString::fromStdString(shipped.stem().string()));
  }
  return names;
}

void print(std::FILE* file, const QString& text) { std::fputs(text.toUtf8().constData(), file); }

void tellProblem(const scree::Options& options) {
  print(stderr, options.caller + ": " + options.problem + "\nSee " + options.caller + " --help\n");
}

/// Opens the scene of the command line. Prints a message and returns false if there is no such file.
bool openAskedScene(scree::MainWindow& window, const scree::Options& options, const scree::SceneLibrary& library) {
  const auto file = scree::resolveScene(options.scene.toStdString(), library);
  if (!file) {
    QString names;
    for (const auto& shipped : library.files) {
      names += "  " + QString::fromStdString(shipped.stem().string()) + "\n";
    }
    print(stderr, "scree: there is no scene '" + options.scene + "'. Give a file, or one of\n" + names);
    window.viewport().notify("There is no scene \"" + options.scene.toStdString() + "\"; open one with Ctrl+O");
    return false;
  }
  // A film begins before the first step, so the scene must not play yet.
  window.setPlayOnOpen(!options.paused && options.filmFile.isEmpty());
  window.simulation().setSettings(*file, options.settings);
  window.openScene(*file);
  return true;
}

/// First picture of a start without a scene: the usual scene with merging, coloured by aggregate unless the user has
/// chosen other colours before, and the start page.
void showFirst(scree::MainWindow& window, scree::Options& options) {
  options.settings.insert(options.settings.begin(), {"reduction.merging", "on"});
  if (!options.colour && !scree::settings::hasView()) {
    scree::colourGrains(window.viewport().options(), window.viewport().memory(), scree::ColourBy::aggregate);
  }
  if (scree::settings::showsStartPage()) {
    window.trigger("start_page");
  }
}

void printWhyNotOpened(const scree::MainWindow& window) {
  print(stderr, window.errors() != nullptr ? window.errors()->text() : "scree: the loading was cancelled\n");
}

/// Saves a picture of the whole window after Options::after, then quits.
void photograph(scree::MainWindow& window, const scree::Options& options) {
  QObject::connect(&window, &scree::MainWindow::sceneOpened, &window, [&window, options](bool good) {
    if (!good) {
      printWhyNotOpened(window);
      QApplication::exit(scree::kBadScene);
      return;
    }
    QTimer::singleShot(static_cast<int>(options.after * 1e3), &window, [&window, options] {
      const QString problem = scree::writePicture(window.grab().toImage(), options.screenshot);
      if (!problem.isEmpty()) {
        print(stderr, "scree: " + problem + "\n");
      }
      QApplication::exit(problem.isEmpty() ? scree::kDone : scree::kOutputFailed);
    });
  });
}

/// Films the scene from its start, then quits.
void film(scree::MainWindow& window, const scree::Options& options) {
  const scree::RecordChoices& choices = options.film;
  constexpr double kUsualSeconds = 10.0;
  const double seconds = choices.stopAfter > 0.0 ? choices.stopAfter : kUsualSeconds;
  scree::FilmSettings settings;
  settings.file = options.filmFile.toStdString();
  settings.format = choices.format;
  settings.framesPerSecond = choices.framesPerSecond;
  settings.quality = choices.quality;
  settings.gifLimit = choices.gifLimit;
  scree::FilmPlan plan;
  plan.clock = choices.clock;
  plan.content = choices.content;
  plan.overlay = {.marks = choices.marks, .title = choices.title, .caption = choices.caption};
  plan.startTwin = options.twin;
  plan.twin = options.twin ? scree::FilmTwin::sideBySide : scree::FilmTwin::asView;
  plan.speed = choices.speed;
  plan.frameLimit = std::max(1LL, std::llround(seconds * choices.framesPerSecond));
  scree::setSize(settings, window.filming().sizeOf(choices.content, choices.sizePreset, choices.ownSize));
  if (choices.content != scree::FilmContent::window) {
    window.viewport().camera().frameScenesFor(static_cast<float>(settings.size.width) /
                                              static_cast<float>(settings.size.height));
  }
  if (choices.clock == scree::FilmClock::simulation && !options.speed) {
    window.simulation().setTargetRate(0.0);  // no user watches: as fast as the film can be made
  }
  QObject::connect(&window, &scree::MainWindow::sceneOpened, &window, [&window, settings, plan](bool good) {
    if (!good) {
      printWhyNotOpened(window);
      QApplication::exit(scree::kBadScene);
      return;
    }
    if (!window.filming().start(settings, plan)) {
      print(stderr, "scree: " + QString::fromStdString(window.viewport().notice()) + "\n");
      QApplication::exit(scree::kOutputFailed);
      return;
    }
    window.simulation().setPlaying(true);
  });
  QObject::connect(&window.filming(), &scree::Filming::ended, &window, [](bool good, const QString& message) {
    print(good ? stdout : stderr, "scree: " + message + "\n");
    QApplication::exit(good ? scree::kDone : scree::kOutputFailed);
  });
}

/// Starts the program again with the same arguments and --safe. Returns only if that fails.
void restartSafely(char** argv, int argc) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string safe = "--safe";
  arguments.push_back(safe.data());
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
}

/// Asks whether to start in safe mode after a failed start. Returns true if the user wants it.
bool wantsSafeMode() {
  QMessageBox box(QMessageBox::Warning, "Scree",
                  "The last start of Scree ended before its first picture, as happens with broken graphics drivers.");
  box.setInformativeText(
      "Safe mode draws in software, which is slow, and leaves your settings aside. The option --safe also starts it.");
  const QPushButton* safe = box.addButton("Safe mode", QMessageBox::AcceptRole);
  box.addButton("Start as usual", QMessageBox::RejectRole);
  box.exec();
  return box.clickedButton() == safe;
}

/// Offers safe mode if the last start failed, and marks this start.
void guardStart(scree::StartMarker& marker, const scree::Options& options, int argc, char** argv) {
  const bool isWatched = options.screenshot.isEmpty() && options.filmFile.isEmpty();  // a script answers no dialog
  if (isWatched && !options.safe && marker.lastStartFailed()) {
    marker.end();
    if (wantsSafeMode()) {
      restartSafely(argv, argc);
    }
  }
  marker.begin();
}

int runWindow(int argc, char** argv) {
  scree::prepareApplication();
  std::vector<char*> given(argv, argv + argc);  // copy, because Qt removes its own options from argv
  QApplication application(argc, argv);
  scree::finishApplication(application);
  scree::Options options = scree::parseOptions(QApplication::arguments().mid(1), false);
  if (!options.problem.isEmpty()) {
    tellProblem(options);
    return scree::kUsage;
  }
  if (options.safe) {
    QCoreApplication::setApplicationName("scree-safe");  // settings of safe mode, which start empty
    QSettings().clear();
    options.paused = true;
  }
  scree::StartMarker marker(QFileInfo(QSettings().fileName()).absolutePath().toStdString() + "/scree-starts");
  guardStart(marker, options, static_cast<int>(given.size()), given.data());
  const scree::SceneLibrary library = scree::findScenes(scree::executablePath(), {});
  scree::MainWindow window(library);
  if (options.size) {
    window.resize(*options.size);
  }
  if (options.colour) {
    scree::colourGrains(window.viewport().options(), window.viewport().memory(), *options.colour);
  }
  if (options.speed) {
    window.simulation().setTargetRate(*options.speed);
  }
  QObject::connect(
      &window.viewport(), &scree::Viewport::painted, &window, [&marker] { marker.end(); }, Qt::SingleShotConnection);
  window.show();
  if (options.safe) {
    window.viewport().options().quality = scree::SphereQuality::fast;
    window.viewport().notify("Safe mode: software OpenGL and none of your settings. Space plays.");
  }
  const bool isPicture = !options.screenshot.isEmpty();
  const bool isFilm = !options.filmFile.isEmpty();
  if (isPicture) {
    photograph(window, options);
  }
  if (isFilm) {
    film(window, options);
  }
  if (!options.sceneGiven && !isPicture && !isFilm && !options.safe) {
    showFirst(window, options);
  }
  if (!openAskedScene(window, options, library) && (isPicture || isFilm)) {
    return scree::kBadScene;
  }
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  scree::restartOnLargePages(argv);
  QStringList arguments;
  for (int i = 1; i < argc; ++i) {
    arguments.append(QString::fromLocal8Bit(argv[i]));
  }
  // Options that need no display are handled before Qt needs one.
  const scree::Options early = scree::parseOptions(arguments, true);
  if (early.help) {
    print(stdout, scree::helpText());
    return 0;
  }
  if (early.version) {
    print(stdout, "scree " SCREE_VERSION "\n");
    return 0;
  }
  if (early.man) {
    print(stdout, scree::manPage(SCREE_VERSION));
    return 0;
  }
  if (!early.completion.isEmpty()) {
    if (!early.problem.isEmpty()) {
      print(stderr, "scree: " + early.problem + "\n");
      return scree::kUsage;
    }
    print(stdout, scree::completionScript(early.completion, sceneNames()));
    return 0;
  }
  if (!early.render.isEmpty()) {
    const scree::Options strict = scree::parseOptions(arguments, false);
    if (!strict.problem.isEmpty()) {
      tellProblem(strict);
      return scree::kUsage;
    }
    return scree::renderCommand(strict, scree::findScenes(scree::executablePath(), {}));
  }
  if (early.graphicsProbe) {
    scree::prepareApplication();
    return scree::runGraphicsProbe(argc, argv);
  }
  if (early.safe) {
    qputenv("LIBGL_ALWAYS_SOFTWARE", "1");
  }
  scree::GraphicsProbe probe = scree::probeGraphics("/proc/self/exe", argc, argv);
  if (probe.result == scree::GraphicsProbe::Result::noOpenGl && qEnvironmentVariableIsEmpty("LIBGL_ALWAYS_SOFTWARE")) {
    // The driver is broken; the software driver of Mesa may work.
    qputenv("LIBGL_ALWAYS_SOFTWARE", "1");
    const scree::GraphicsProbe software = scree::probeGraphics("/proc/self/exe", argc, argv);
    if (software.result == scree::GraphicsProbe::Result::works) {
      print(stderr, "scree: drawing in software, because: " + QString::fromStdString(probe.detail) + "\n");
      probe = software;
    }
  }
  if (probe.result != scree::GraphicsProbe::Result::works) {
    print(stderr, QString::fromStdString(scree::explain(probe)) + "\n");
    return scree::kNoGraphics;
  }
  return runWindow(argc, argv);
}
