#pragma once

#include <QDialog>
#include <filesystem>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// All that is wrong with a scene file, to read, to copy and to try again. Does not block the window.
class ErrorDialog : public QDialog {
  Q_OBJECT

 public:
  ErrorDialog(const std::filesystem::path& file, const std::vector<SceneError>& errors, bool otherRuns,
              QWidget* parent);
  /// All messages, a line each.
  QString text() const { return text_; }

 Q_SIGNALS:
  void retry();

 private:
  QString text_;
};

}  // namespace scree
