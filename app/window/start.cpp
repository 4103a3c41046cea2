#include "app/window/start.h"

#include <QApplication>
#include <QIcon>
#include <QSurfaceFormat>
#include <clocale>

#include "app/window/files/look.h"

namespace scree {

void prepareApplication() {
  // Without sharing, the view loses its context and its content when it moves to another top-level window.
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSwapInterval(0);  // a blocking swap would stop the event loop; the viewport paces frames
  QSurfaceFormat::setDefaultFormat(format);
}

void finishApplication(QApplication& application) {
  // Qt has set the locale of the user; with a decimal comma C functions would read 1.5 as 1.
  std::setlocale(LC_NUMERIC, "C");
  QCoreApplication::setOrganizationName("scree");
  QCoreApplication::setApplicationName("scree");
  QCoreApplication::setApplicationVersion(SCREE_VERSION);
  // Desktops find name and icon of the window by the installed file scree.desktop.
  QGuiApplication::setDesktopFileName("scree");
  QGuiApplication::setWindowIcon(QIcon::fromTheme("scree"));
  applyLook(application, {});
}

}  // namespace scree
