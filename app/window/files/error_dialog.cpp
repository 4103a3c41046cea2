#include "app/window/files/error_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace scree {

ErrorDialog::ErrorDialog(const std::filesystem::path& file, const std::vector<SceneError>& errors, bool otherRuns,
                         QWidget* parent)
    : QDialog(parent) {
  setObjectName("scene_errors");
  setWindowTitle("Scene with errors");
  for (const SceneError& error : errors) {
    text_ += QString::fromStdString(error.text()) + "\n";
  }
  auto* heading =
      new QLabel(QString("<b>%1</b> can't be opened: %2.%3")
                     .arg(QString::fromStdString(file.filename().string()).toHtmlEscaped(),
                          errors.size() == 1 ? QString("one error") : QString("%1 errors").arg(errors.size()),
                          otherRuns ? QString(" The running scene stays.") : QString()));
  heading->setWordWrap(true);
  auto* list = new QPlainTextEdit(text_);
  list->setObjectName("scene_error_list");
  list->setReadOnly(true);
  list->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  QFont letters;  // with the size of the window's letters, also when that changes
  letters.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
  list->setFont(letters);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QPushButton* again = buttons->addButton("Read again", QDialogButtonBox::ActionRole);
  again->setToolTip("Reads the file again after you have changed it.");
  QPushButton* copy = buttons->addButton("Copy", QDialogButtonBox::ActionRole);
  copy->setToolTip("Copies all messages.");
  connect(again, &QPushButton::clicked, this, &ErrorDialog::retry);
  connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text_); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(heading);
  column->addWidget(list);
  column->addWidget(buttons);
  const QFontMetrics metrics(fontMetrics());
  resize(100 * metrics.averageCharWidth(), 18 * metrics.lineSpacing());
}

}  // namespace scree
