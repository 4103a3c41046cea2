#include "app/study_dock/study_start_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "app/study_dock/elided_label.h"

namespace scree {

StudyStartPage::StudyStartPage(const StudyChoices& choices, QWidget* parent)
    : QWidget(parent), reading_(new ElidedLabel("study_reading")) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(12, 12, 12, 12);
  auto* text = new QLabel(
      "A study runs one scene with many values and seeds, and tells how much of a difference is chance. A search looks "
      "for the values at which a number is smallest, or as measured.\n\nOpen a study of your own, or one that ships:");
  text->setWordWrap(true);
  rows->addWidget(text);
  auto* own = namedButton("study_open", "Open a study…", "A study file: see Sweeps in the manual.");
  connect(own, &QPushButton::clicked, this, [ask = choices.ask] { ask(); });
  rows->addWidget(own);
  for (const std::filesystem::path& file : shippedStudies()) {
    auto* button = namedButton("study_shipped", textOfPath(file.stem()), textOfPath(file));
    connect(button, &QPushButton::clicked, this, [file, open = choices.open] { open(file); });
    rows->addWidget(button);
  }
  reading_->setForegroundRole(QPalette::PlaceholderText);
  rows->addWidget(reading_);
  rows->addStretch(1);
}

void StudyStartPage::setReading(const QString& name) {
  reading_->setTexts(name.isEmpty() ? QString() : "Reading " + name + " …", {});
}

}  // namespace scree
