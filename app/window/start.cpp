#include "app/window/start.h"

#include <QApplication>
#include <QSurfaceFormat>
#include <clocale>

#include "app/window/files/look.h"

namespace scree {

void prepareApplication() {
  // Without sharing, moving the view to another top-level window loses its context and all in it.
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSwapInterval(0);  // a blocking swap would hold up the whole event loop; frames are paced by the viewport
  QSurfaceFormat::setDefaultFormat(format);
}

void finishApplication(QApplication& application) {
  // Qt has just set the user's locale; with a decimal comma C functions would read 1.5 as 1.
  std::setlocale(LC_NUMERIC, "C");
  QCoreApplication::setOrganizationName("scree");
  QCoreApplication::setApplicationName("scree");
  QCoreApplication::setApplicationVersion(SCREE_VERSION);
  applyLook(application, {});
}

}  // namespace scree
