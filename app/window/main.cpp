
#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <filesystem>

#include "app/window/error_dialog.h"
#include "app/window/gl_probe.h"
#include "app/window/main_window.h"
#include "app/window/options.h"
#include "app/window/picture_file.h"
#include "app/window/simulation.h"
#include "app/window/start.h"
#include "app/window/viewport.h"

namespace {

constexpr int kFailed = 1;
constexpr int kWrongOptions = 2;
constexpr int kNoGraphics = 3;

void print(std::FILE* file, const QString& text) { std::fputs(text.toUtf8().constData(), file); }

/// Opens the scene that was asked for; false with a message when there is no such file.
bool openAskedScene(scree::MainWindow& window, const scree::Options& options, const scree::SceneLibrary& library) {
  const auto file = scree::resolveScene(options.scene.toStdString(), library);
  if (!file) {
    QString names;
    for (const auto& shipped : library.files) {
      names += "  " + QString::fromStdString(shipped.stem().string()) + "\n";
    }
    print(stderr, "scree: there is no scene \"" + options.scene + "\". Give a file, or one of\n" + names);
    window.viewport().notify("There is no scene \"" + options.scene.toStdString() + "\"; open one with Ctrl+O");
    return false;
  }
  window.setPlayOnOpen(!options.paused);
  window.openScene(*file);
  return true;
}

/// Saves a picture of the whole window after a while, then quits.
void photograph(scree::MainWindow& window, const scree::Options& options) {
  QObject::connect(&window, &scree::MainWindow::sceneOpened, &window, [&window, options](bool good) {
    if (!good) {
      print(stderr, window.errors()->text());
      QApplication::exit(kFailed);
      return;
    }
    QTimer::singleShot(static_cast<int>(options.after * 1e3), &window, [&window, options] {
      const QString problem = scree::writePicture(window.grab().toImage(), options.screenshot);
      if (!problem.isEmpty()) {
        print(stderr, "scree: " + problem + "\n");
      }
      QApplication::exit(problem.isEmpty() ? 0 : kFailed);
    });
  });
}

int runWindow(int argc, char** argv) {
  scree::prepareApplication();
  QApplication application(argc, argv);
  scree::finishApplication(application);
  const scree::Options options = scree::parseOptions(QApplication::arguments().mid(1), false);
  if (!options.problem.isEmpty()) {
    print(stderr, "scree: " + options.problem + "\nTry scree --help\n");
    return kWrongOptions;
  }
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
  window.show();
  const bool isPicture = !options.screenshot.isEmpty();
  if (isPicture) {
    photograph(window, options);
  }
  if (!openAskedScene(window, options, library) && isPicture) {
    return kFailed;
  }
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  QStringList arguments;
  for (int i = 1; i < argc; ++i) {
    arguments.append(QString::fromLocal8Bit(argv[i]));
  }
  // What needs no display is answered before Qt looks for one.
  const scree::Options early = scree::parseOptions(arguments, true);
  if (early.help) {
    print(stdout, scree::helpText());
    return 0;
  }
  if (early.version) {
    print(stdout, "scree " SCREE_VERSION "\n");
    return 0;
  }
  if (early.graphicsProbe) {
    scree::prepareApplication();
    return scree::runGraphicsProbe(argc, argv);
  }
  scree::GraphicsProbe probe = scree::probeGraphics("/proc/self/exe", argc, argv);
  if (probe.result == scree::GraphicsProbe::Result::noOpenGl && qEnvironmentVariableIsEmpty("LIBGL_ALWAYS_SOFTWARE")) {
    // The driver is broken; Mesa's software one may not be.
    qputenv("LIBGL_ALWAYS_SOFTWARE", "1");
    const scree::GraphicsProbe software = scree::probeGraphics("/proc/self/exe", argc, argv);
    if (software.result == scree::GraphicsProbe::Result::works) {
      print(stderr, "scree: drawing in software, because: " + QString::fromStdString(probe.detail) + "\n");
      probe = software;
    }
  }
  if (probe.result != scree::GraphicsProbe::Result::works) {
    print(stderr, QString::fromStdString(scree::explain(probe)) + "\n");
    return kNoGraphics;
  }
  return runWindow(argc, argv);
}
