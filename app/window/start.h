#pragma once

class QApplication;

namespace scree {

/// Sets shared OpenGL contexts and the surface format. Call it before the application object is made.
void prepareApplication();
/// Sets the names for settings, the C locale for numbers, and the look. Call it right after the application object is
/// made.
void finishApplication(QApplication& application);

}  // namespace scree
