#pragma once

#include <QWidget>
#include <filesystem>

#include "app/study_dock/shipped_studies.h"

class QPlainTextEdit;

namespace scree {

class ElidedLabel;

/// Page of the dock for a study that cannot be opened: its errors, and ways on.
class StudyErrorPage : public QWidget {
  Q_OBJECT

 public:
  explicit StudyErrorPage(const StudyChoices& choices, QWidget* parent = nullptr);
  void setErrors(const std::filesystem::path& file, const QString& errors);
  QString errors() const;

 Q_SIGNALS:
  void readAgain();

 private:
  ElidedLabel* heading_;
  QPlainTextEdit* errors_;
};

}  // namespace scree
