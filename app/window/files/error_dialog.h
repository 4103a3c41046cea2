#pragma once

#include <QDialog>
#include <filesystem>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// Dialog with all errors of a scene file, which can be copied, and a button to read the file again. It does not block
/// the window.
class ErrorDialog : public QDialog {
  Q_OBJECT

 public:
  ErrorDialog(const std::filesystem::path& file, const std::vector<SceneError>& errors, bool otherRuns,
              QWidget* parent);
  /// Text of all errors, a line each.
  QString text() const { return text_; }

 Q_SIGNALS:
  void retry();

 private:
  QString text_;
};

}  // namespace scree
