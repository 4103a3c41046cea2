#pragma once

#include <QSyntaxHighlighter>

namespace scree {

/// Colours keys, numbers with units, texts and comments of a scene file.
class SceneHighlighter : public QSyntaxHighlighter {
  Q_OBJECT

 public:
  explicit SceneHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

 protected:
  void highlightBlock(const QString& text) override;
};

}  // namespace scree
