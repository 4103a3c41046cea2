#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace scree {

/// One thing the palette can do.
struct PaletteEntry {
  QString id;        ///< by which it is remembered
  QString text;      ///< "Play or pause"
  QString where;     ///< "Run"
  QString shortcut;  ///< may be empty
  QString meaning;
  std::function<void()> run;
};

/// The entries that fit what was typed, best first; those used lately come before others that fit as well.
std::vector<std::size_t> fittingEntries(const std::vector<PaletteEntry>& entries, const QString& typed,
                                        const QStringList& recent);

/// Finds everything there is to do by a few typed letters. Enter runs what is picked, Esc closes.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  /// `recent`: ids of what was run lately, the newest first.
  CommandPalette(std::vector<PaletteEntry> entries, QStringList recent, QWidget* parent);
  /// What is shown, best first.
  QStringList shownIds() const;

 Q_SIGNALS:
  /// The user wants it; the palette is closed already.
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
