#include "app/scene_text/key_completion.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStringList>

#include "engine/scene_file/schema.h"

namespace scree {

namespace {

using Nodes = std::vector<QJsonObject>;

qsizetype indentOf(const QString& line) {
  qsizetype indent = 0;
  while (indent < line.size() && (line[indent] == ' ' || line[indent] == '-')) {
    ++indent;
  }
  return indent;
}

/// Parts of a schema that a value may follow: those of anyOf, and items of lists.
void addAlternatives(const QJsonObject& node, Nodes& found) {
  found.push_back(node);
  for (const char* choice : {"anyOf", "oneOf", "allOf"}) {
    for (const QJsonValue& one : node[choice].toArray()) {
      addAlternatives(one.toObject(), found);
    }
  }
  if (node["items"].isObject()) {
    addAlternatives(node["items"].toObject(), found);
  }
}

Nodes childrenOf(const Nodes& nodes, const QString& key) {
  Nodes children;
  for (const QJsonObject& node : nodes) {
    const QJsonObject properties = node["properties"].toObject();
    if (properties.contains(key)) {
      addAlternatives(properties[key].toObject(), children);
    } else if (node["additionalProperties"].isObject()) {
      addAlternatives(node["additionalProperties"].toObject(), children);
    }
  }
  return children;
}

/// Keys of the lines above that enclose the line at `position`, from the outermost.
QStringList pathTo(const QString& text, qsizetype position) {
  const QStringList lines = text.left(position).split('\n');
  qsizetype limit = indentOf(lines.back());
  QStringList path;
  for (qsizetype i = lines.size() - 2; i >= 0 && limit > 0; --i) {
    const QString key = keyOfLine(lines[i]);
    if (!key.isEmpty() && indentOf(lines[i]) < limit) {
      path.prepend(key);
      limit = indentOf(lines[i]);
    }
  }
  return path;
}

QString meaningOf(const QJsonObject& property) {
  QString meaning = property["description"].toString();
  const QJsonValue value = property["default"];
  if (value.isDouble()) {
    meaning += QString(" Default: %1.").arg(value.toDouble());
  } else if (value.isString()) {
    meaning += QString(" Default: %1.").arg(value.toString());
  }
  return meaning.simplified();
}

}  // namespace

QString keyOfLine(const QString& line) {
  static const QRegularExpression kKey(R"(^[ \-]*([^\s:#\-"{\[][^:#{\[]*):(\s|$))");
  const QRegularExpressionMatch match = kKey.match(line);
  return match.hasMatch() ? match.captured(1).trimmed() : QString();
}

KeyCompletion::KeyCompletion() {
  const QJsonObject whole = QJsonDocument::fromJson(QByteArray::fromStdString(jsonSchema())).object();
  // A scene with a base may lack what a whole scene must have; it may have one key more.
  schema_ = whole["then"].toObject();
}

std::vector<SceneKey> KeyCompletion::keysAt(const QString& text, qsizetype position) const {
  Nodes nodes;
  addAlternatives(schema_, nodes);
  for (const QString& key : pathTo(text, position)) {
    nodes = childrenOf(nodes, key);
  }
  std::vector<SceneKey> keys;
  for (const QJsonObject& node : nodes) {
    const QJsonObject properties = node["properties"].toObject();
    for (auto it = properties.begin(); it != properties.end(); ++it) {
      keys.push_back({it.key(), meaningOf(it.value().toObject())});
    }
  }
  return keys;
}

QString KeyCompletion::meaningAt(const QString& text, qsizetype position) const {
  const qsizetype start = position > 0 ? text.lastIndexOf('\n', position - 1) + 1 : 0;
  const qsizetype end = text.indexOf('\n', position);
  const QString line = text.mid(start, end < 0 ? -1 : end - start);
  const QString key = keyOfLine(line);
  for (const SceneKey& known : keysAt(text, start + indentOf(line))) {
    if (known.name == key) {
      return known.meaning;
    }
  }
  return {};
}

}  // namespace scree
