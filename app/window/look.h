#pragma once

class QApplication;

namespace scree {

/// The dark look of menus and dialogs, in the colours of the panels.
void applyLook(QApplication& application);

}  // namespace scree
