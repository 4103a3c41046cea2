#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace scree {

/// A command of the palette.
struct PaletteEntry {
  QString id;        ///< id under which a use is remembered
  QString text;      ///< name of the command, "Play or pause"
  QString where;     ///< place of the command in the window, "Run"
  QString shortcut;  ///< shortcut; may be empty
  QString meaning;
  std::function<void()> run;
};

/// Returns the indices of the entries that match the typed letters, best first; among equal matches entries in `recent`
/// come first.
std::vector<std::size_t> fittingEntries(const std::vector<PaletteEntry>& entries, const QString& typed,
                                        const QStringList& recent);

/// Dialog that finds commands by a few typed letters. Enter runs the picked command, Esc closes the dialog.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// `recent` holds the ids of recently run commands, the newest first.
  CommandPalette(std::vector<PaletteEntry> entries, QStringList recent, QWidget* parent);
  /// Ids of the shown commands, best first.
  QStringList shownIds() const;

 Q_SIGNALS:
  /// Emitted when the user has picked a command; the palette is closed by then.
  void chosen(const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& typed);
  void runPicked();

  std::vector<PaletteEntry> entries_;
  QStringList recent_;
  QLineEdit* typed_ = nullptr;
  QTreeWidget* list_ = nullptr;
};

}  // namespace scree
