#pragma once

#include <QString>
#include <QStringList>

namespace scree {

// Texts made from the table of options (optionTexts), so that none can differ from what the program takes.

QString helpText();

/// Man page in roff of this version.
QString manPage(const QString& version);

/// Shells that completionScript knows.
QStringList completionShells();

/// Script that completes options, their values, scenes and files in a shell.
QString completionScript(const QString& shell, const QStringList& scenes);

}  // namespace scree
