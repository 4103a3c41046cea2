#include "app/scene_text/scene_highlighter.h"

#include <QApplication>
#include <QPalette>
#include <QRegularExpression>
#include <array>

namespace scree {

void SceneHighlighter::highlightBlock(const QString& text) {
  struct Rule {
    QRegularExpression pattern;
    QColor onDark;
    QColor onLight;
  };
  // Later rules lie over earlier ones.
  static const std::array<Rule, 4> kRules = {{
      {QRegularExpression(
           R"([-+]?\b\d+(\.\d*)?([eE][-+]?\d+)?\b( *(mm|cm|m|um|deg|rad/s|rad|m/s2|m/s|ms|s|kg/m3|kN/m|N/m|)"
           R"(MPa|GPa|kPa|Pa|1/s|%)(?![\w/]))?)"),
       QColor(181, 206, 168), QColor(9, 110, 60)},
      {QRegularExpression(R"([A-Za-z_][\w ]*(?=:(\s|$)))"), QColor(122, 178, 240), QColor(20, 80, 170)},
      {QRegularExpression(R"("[^"]*"|'[^']*')"), QColor(214, 157, 133), QColor(160, 60, 20)},
      {QRegularExpression(R"((^|\s)#.*$)"), QColor(130, 140, 150), QColor(110, 118, 128)},
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
}

}  // namespace scree
