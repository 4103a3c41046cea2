#pragma once

#include <QWidget>

#include "app/study_dock/shipped_studies.h"

namespace scree {

class ElidedLabel;

/// Page of the dock without a study: what a study is, and those to begin with.
class StudyStartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StudyStartPage(const StudyChoices& choices, QWidget* parent = nullptr);
  /// Tells that a file is being read; empty: none is.
  void setReading(const QString& name);

 private:
  ElidedLabel* reading_;
};

}  // namespace scree
