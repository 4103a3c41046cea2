#pragma once

#include <QJsonObject>
#include <QString>
#include <vector>

namespace scree {

/// Key that a scene file may have at a place.
struct SceneKey {
  QString name;
  QString meaning;  ///< with the default value, if there is one
};

/// Knows the keys of scene files from their JSON schema.
class KeyCompletion {
 public:
  KeyCompletion();

  /// Keys that may stand at a place of a text, by the indentation of its lines.
  std::vector<SceneKey> keysAt(const QString& text, qsizetype position) const;
  /// Meaning of the key of the line at a place of a text; empty if it is none of the schema.
  QString meaningAt(const QString& text, qsizetype position) const;

 private:
  QJsonObject schema_;
};

/// Key of a line of a scene without dashes and value; empty if the line has none.
QString keyOfLine(const QString& line);

}  // namespace scree
