#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "app/scene_text/key_completion.h"
#include "engine/scene_file/scene_error.h"

class QCompleter;
class QStandardItemModel;

namespace scree {

class SceneHighlighter;

/// Editor of the text of a scene: line numbers, marks at lines with errors, completion of keys (Ctrl+Space or while a
/// key is typed).
class SceneEdit : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit SceneEdit(QWidget* parent = nullptr);

  /// Marks the lines of errors; those of other files have none.
  void markErrors(const std::vector<SceneError>& errors);
  void goTo(int line, int column);
  /// Puts the cursor at the beginning of a line and scrolls to it; the keyboard stays where it is.
  void showLine(int line);
  /// Shades the lines of a part; none where `last` is less than `first`.
  void markLines(int first, int last);
  /// Meaning of the key at the cursor.
  QString meaning() const;
  QCompleter& completer() { return *completer_; }

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  class LineNumbers;
  void paintNumbers(QPaintEvent& event);
  void complete(bool asked);
  void insertCompletion(const QString& key);
  int numbersWidth() const;
  void showMarks();

  KeyCompletion keys_;
  SceneHighlighter* highlighter_;
  QCompleter* completer_;
  QStandardItemModel* model_;
  LineNumbers* numbers_;
  std::vector<SceneError> errors_;
  int firstMarked_ = 0;
  int lastMarked_ = -1;
};

}  // namespace scree
