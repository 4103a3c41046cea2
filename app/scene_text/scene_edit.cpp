#include "app/scene_text/scene_edit.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "app/scene_text/scene_highlighter.h"

namespace scree {

namespace {

constexpr qsizetype kTypedBeforeCompletion = 2;  // letters of a key after which completion opens by itself
constexpr int kNumberMargin = 6;                 // [px]

/// Part of the line before the cursor that is the beginning of a key; null if the cursor stands in a value.
QString begunKey(const QTextCursor& cursor) {
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  const qsizetype start = before.lastIndexOf(QChar(' ')) + 1;
  const QString lead = before.left(start);
  return lead.trimmed().isEmpty() || lead.trimmed() == "-" ? before.mid(start) : QString();
}

}  // namespace

/// Column of line numbers.
class SceneEdit::LineNumbers : public QWidget {
 public:
  explicit LineNumbers(SceneEdit& edit) : QWidget(&edit), edit_(edit) {}

 protected:
  void paintEvent(QPaintEvent* event) override { edit_.paintNumbers(*event); }

 private:
  SceneEdit& edit_;
};

SceneEdit::SceneEdit(QWidget* parent)
    : QPlainTextEdit(parent),
      highlighter_(new SceneHighlighter(document())),
      completer_(new QCompleter(this)),
      model_(new QStandardItemModel(this)),
      numbers_(new LineNumbers(*this)) {
  setObjectName("scene_edit");
  setAccessibleName("Text of the scene");
  QFont letters;  // with the size of the window's letters, also when that changes
  letters.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
  setFont(letters);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setTabChangesFocus(false);
  completer_->setModel(model_);
  completer_->setWidget(this);
  completer_->setCaseSensitivity(Qt::CaseInsensitive);
  connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &SceneEdit::insertCompletion);
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { setViewportMargins(numbersWidth(), 0, 0, 0); });
  connect(this, &QPlainTextEdit::updateRequest, numbers_, qOverload<>(&QWidget::update));
  setViewportMargins(numbersWidth(), 0, 0, 0);
}

int SceneEdit::numbersWidth() const {
  return 2 * kNumberMargin + fontMetrics().horizontalAdvance(QString::number(std::max(100, blockCount())));
}

void SceneEdit::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    setViewportMargins(numbersWidth(), 0, 0, 0);
  }
}

void SceneEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  numbers_->setGeometry(contentsRect().left(), contentsRect().top(), numbersWidth(), contentsRect().height());
}

void SceneEdit::paintNumbers(QPaintEvent& /*event*/) {
  QPainter painter(numbers_);
  painter.fillRect(numbers_->rect(), palette().color(QPalette::Window));
  painter.setFont(font());
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > numbers_->height()) {
      break;
    }
    const int line = block.blockNumber() + 1;
    const bool wrong = std::ranges::any_of(errors_, [line](const SceneError& error) { return error.line == line; });
    painter.setPen(wrong ? QColor(235, 90, 80) : palette().color(QPalette::PlaceholderText));
    painter.drawText(QRectF(0.0, place.top(), numbers_->width() - kNumberMargin, fontMetrics().height()),
                     Qt::AlignRight, QString::number(line));
  }
}

void SceneEdit::markErrors(const std::vector<SceneError>& errors) {
  errors_ = errors;
  showMarks();
}

void SceneEdit::markLines(int first, int last) {
  if (first != firstMarked_ || last != lastMarked_) {
    firstMarked_ = first;
    lastMarked_ = last;
    showMarks();
  }
}

void SceneEdit::showLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
  setTextCursor(QTextCursor(block.isValid() ? block : document()->lastBlock()));
  ensureCursorVisible();
}

void SceneEdit::showMarks() {
  QList<QTextEdit::ExtraSelection> marks;
  const bool isDark = palette().color(QPalette::Base).lightnessF() < 0.5;
  for (int line = firstMarked_; line <= lastMarked_; ++line) {
    QTextEdit::ExtraSelection mark;
    mark.format.setBackground(isDark ? QColor(70, 84, 108, 130) : QColor(190, 210, 240, 130));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    mark.cursor = QTextCursor(document()->findBlockByNumber(line - 1));
    if (!mark.cursor.isNull()) {
      marks.append(mark);
    }
  }
  for (const SceneError& error : errors_) {
    const QTextBlock block = document()->findBlockByNumber(error.line - 1);
    if (error.line < 1 || !block.isValid()) {
      continue;
    }
    QTextEdit::ExtraSelection mark;
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(QColor(235, 90, 80));
    mark.cursor = QTextCursor(block);
    mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    marks.append(mark);
  }
  setExtraSelections(marks);
  numbers_->update();
}

void SceneEdit::goTo(int line, int column) {
  const QTextBlock block = document()->findBlockByNumber(std::max(0, line - 1));
  QTextCursor cursor(block.isValid() ? block : document()->lastBlock());
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor,
                      std::clamp(column - 1, 0, std::max(0, cursor.block().length() - 1)));
  setTextCursor(cursor);
  centerCursor();
  setFocus();
}

QString SceneEdit::meaning() const { return keys_.meaningAt(toPlainText(), textCursor().position()); }

bool SceneEdit::event(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    highlighter_->rehighlight();  // colours for the other ground
    showMarks();
  }
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QTextCursor cursor = cursorForPosition(viewport()->mapFrom(this, help.pos()));
    QStringList lines;
    for (const SceneError& error : errors_) {
      if (error.line == cursor.blockNumber() + 1) {
        lines.append(QString::fromStdString(error.what + ": " + error.remedy));
      }
    }
    if (lines.isEmpty()) {
      lines.append(keys_.meaningAt(toPlainText(), cursor.position()));
    }
    QToolTip::showText(help.globalPos(), lines.join('\n'), this);
    return true;
  }
  if (event->type() == QEvent::ShortcutOverride) {
    // Keys of the text must not run actions of the window.
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (!key.modifiers().testFlag(Qt::ControlModifier) || key.key() == Qt::Key_Space ||
        key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo) || key.matches(QKeySequence::Copy) ||
        key.matches(QKeySequence::Paste) || key.matches(QKeySequence::Cut) || key.matches(QKeySequence::SelectAll)) {
      event->accept();
      return true;
    }
  }
  return QPlainTextEdit::event(event);
}

void SceneEdit::keyPressEvent(QKeyEvent* event) {
  if (completer_->popup()->isVisible() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
                                           event->key() == Qt::Key_Tab || event->key() == Qt::Key_Escape)) {
    event->ignore();  // the list takes them
    return;
  }
  if (event->key() == Qt::Key_Space && event->modifiers().testFlag(Qt::ControlModifier)) {
    complete(true);
    return;
  }
  if (event->key() == Qt::Key_Tab) {
    insertPlainText("  ");
    return;
  }
  if (event->key() == Qt::Key_Return) {
    // The next line begins below this one's first letter.
    const QString line = textCursor().block().text();
    qsizetype indent = 0;
    while (indent < line.size() && line[indent] == ' ') {
      ++indent;
    }
    insertPlainText("\n" + QString(indent, ' '));
    return;
  }
  QPlainTextEdit::keyPressEvent(event);
  if (!event->text().isEmpty()) {
    complete(false);
  }
}

void SceneEdit::complete(bool asked) {
  const QString begun = begunKey(textCursor());
  if (!asked && begun.size() < kTypedBeforeCompletion) {
    completer_->popup()->hide();
    return;
  }
  model_->clear();
  for (const SceneKey& key : keys_.keysAt(toPlainText(), textCursor().position() - begun.size())) {
    auto* item = new QStandardItem(key.name);
    item->setToolTip(key.meaning);
    model_->appendRow(item);
  }
  model_->sort(0);
  completer_->setCompletionPrefix(begun);
  const bool isWhole = completer_->completionCount() == 1 && completer_->currentCompletion() == begun;
  if (completer_->completionCount() == 0 || (!asked && isWhole)) {
    completer_->popup()->hide();
    return;
  }
  QRect place = cursorRect();
  place.setWidth(completer_->popup()->sizeHintForColumn(0) + completer_->popup()->verticalScrollBar()->width() + 20);
  completer_->complete(place);
}

void SceneEdit::insertCompletion(const QString& key) {
  QTextCursor cursor = textCursor();
  cursor.insertText(key.mid(completer_->completionPrefix().size()) + ": ");
  setTextCursor(cursor);
}

}  // namespace scree
