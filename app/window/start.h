#pragma once

class QApplication;

namespace scree {

/// Before the application object: shared OpenGL contexts and the surface format.
void prepareApplication();
/// Right after it: names for the settings, the C locale for numbers, the look.
void finishApplication(QApplication& application);

}  // namespace scree
