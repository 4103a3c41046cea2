#include "app/study_dock/study_error_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "app/study_dock/elided_label.h"

namespace scree {

StudyErrorPage::StudyErrorPage(const StudyChoices& choices, QWidget* parent)
    : QWidget(parent), heading_(new ElidedLabel("study_error_heading")), errors_(new QPlainTextEdit) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(6, 4, 6, 6);
  QFont bold = font();
  bold.setBold(true);
  heading_->setFont(bold);
  auto* more = namedButton("study_error_more", "More", "Other studies.");
  auto* menu = new QMenu(more);
  menu->setToolTipsVisible(true);
  addStudies(*menu, choices);
  more->setMenu(menu);
  auto* head = new QHBoxLayout;
  head->addWidget(heading_, 1);
  head->addWidget(more);
  rows->addLayout(head);
  errors_->setObjectName("study_errors");
  errors_->setAccessibleName("Mistakes in the study");
  errors_->setReadOnly(true);
  errors_->setTabChangesFocus(true);
  rows->addWidget(errors_, 1);
  auto* again = namedButton("study_read_again", "Read again");
  connect(again, &QPushButton::clicked, this, &StudyErrorPage::readAgain);
  auto* line = new QHBoxLayout;
  auto* hint = new QLabel("It is read again by itself when one of its files changes.");
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  line->addWidget(hint, 1);
  line->addWidget(again, 0, Qt::AlignTop);
  rows->addLayout(line);
}

void StudyErrorPage::setErrors(const std::filesystem::path& file, const QString& errors) {
  heading_->setTexts(textOfPath(file.filename()) + " cannot be opened", textOfPath(file));
  if (errors != errors_->toPlainText()) {
    errors_->setPlainText(errors);
  }
}

QString StudyErrorPage::errors() const { return errors_->toPlainText(); }

}  // namespace scree
