#include "app/scene_text/scene_highlighter.h"

#include <QApplication>
#include <QPalette>
#include <QRegularExpression>
#include <array>

namespace scree {

namespace {

/// Place at which the comment of a line begins; its length without one. In quotes a # is a letter.
qsizetype commentOf(const QString& text) {
  QChar quote;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    const bool isAfterGap = i == 0 || QString(" \t[{,(:").contains(text[i - 1]);
    if (!quote.isNull()) {
      i += quote == '"' && c == '\\' ? 1 : 0;
      quote = c == quote ? QChar() : quote;
    } else if ((c == '"' || c == '\'') && isAfterGap) {
      quote = c;
    } else if (c == '#' && (i == 0 || text[i - 1].isSpace())) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

void SceneHighlighter::highlightBlock(const QString& text) {
  struct Rule {
    QRegularExpression pattern;
    QColor onDark;
    QColor onLight;
  };
  // Later rules lie over earlier ones, and the comment over all.
  static const std::array<Rule, 3> kRules = {{
      {QRegularExpression(
           R"([-+]?\b\d+(\.\d*)?([eE][-+]?\d+)?\b( *(mm|cm|m|um|deg|rad/s|rad|m/s2|m/s|ms|s|kg/m3|kN/m|N/m|)"
           R"(MPa|GPa|kPa|Pa|1/s|%)(?![\w/]))?)"),
       QColor(181, 206, 168), QColor(9, 110, 60)},
      {QRegularExpression(R"([A-Za-z_][\w ]*(?=:(\s|$)))"), QColor(122, 178, 240), QColor(20, 80, 170)},
      {QRegularExpression(R"((?<![\w)])("(\\.|[^"\\])*"|'[^']*'))"), QColor(214, 157, 133), QColor(160, 60, 20)},
  }};
  const bool dark = qApp->palette().color(QPalette::Base).lightnessF() < 0.5;
  for (const Rule& rule : kRules) {
    auto matches = rule.pattern.globalMatch(text);
    while (matches.hasNext()) {
      const QRegularExpressionMatch match = matches.next();
      setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()),
                dark ? rule.onDark : rule.onLight);
    }
  }
  const qsizetype comment = commentOf(text);
  setFormat(static_cast<int>(comment), static_cast<int>(text.size() - comment),
            dark ? QColor(130, 140, 150) : QColor(110, 118, 128));
}

}  // namespace scree
