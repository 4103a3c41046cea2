#pragma once

#include <QWidget>

#include "app/study_dock/shipped_studies.h"
#include "app/study_dock/sweep_row.h"

namespace scree {

class StudyViews;

/// Page of the dock that shows a study: its name and folder, the controls of its sweep, its points, and the buttons of
/// the chosen point.
class StudyPage : public QWidget {
  Q_OBJECT

 public:
  explicit StudyPage(const StudyChoices& choices, QWidget* parent = nullptr);
  StudyViews& views() { return *views_; }
  SweepRow& sweep() { return *sweep_; }
  /// True if the next start takes points that failed.
  bool retriesFailed() const { return again_->isChecked(); }
  void setRetriesFailed(bool retries) { again_->setChecked(retries); }
  void setStudy(const QString& name, const std::filesystem::path& file);
  void setFolder(const std::filesystem::path& folder);
  /// Shows in buttons and labels what is the case now.
  void follow(const SweepCase& sweep);

 Q_SIGNALS:
  void folderAsked();
  /// Emitted for the chosen point: it is opened in its state, or run from its beginning.
  void openAsked(bool fromBeginning);
  /// Emitted where what follow() shows may have changed.
  void changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildHead(const StudyChoices& choices);
  void buildMenu(QMenu& menu, const StudyChoices& choices);
  void buildFoot();

  std::filesystem::path folder_;
  QBoxLayout* head_;
  SweepRow* sweep_;
  StudyViews* views_;
  QBoxLayout* foot_;
  ElidedLabel* name_;
  ElidedLabel* shownFolder_;
  QAction* again_ = nullptr;
  ElidedLabel* point_;
  QPushButton* open_;
  QPushButton* run_;
};

}  // namespace scree
