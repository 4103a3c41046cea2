#pragma once

#include <QWidget>
#include <vector>

#include "app/console/manual.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace scree {

/// Window of the manual: its pages in reading order at the left, with a search through all of them, and the text. The
/// last page is the reference of scene files, made from the declaration of their keys.
class ManualWindow : public QWidget {
  Q_OBJECT

 public:
  /// A window of its own over `parent`, hidden at first. `pages` may be empty: the text says so.
  ManualWindow(const std::vector<ManualPage>& pages, QWidget* parent);

  /// Shows the window with the page of a topic; with another name, with the page that was open last.
  void open(const QString& topic);
  /// Topic of the open page.
  QString topic() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Page {
    QString topic;
    QString title;
    QString text;  ///< Markdown
  };

  void buildLists();
  void show(int page);
  /// Lists pages that contain what is searched for, and shows the first of them at its place.
  void search(const QString& words);
  /// Goes to the next place of what is searched for, on the next pages where this one has no more.
  void searchOn();
  void follow(const QUrl& link);
  int pageOf(const QString& topic) const;

  std::vector<Page> pages_;
  QString folder_;
  int page_ = 0;
  QListWidget* list_;
  QLineEdit* search_;
  QTextBrowser* text_;
};

}  // namespace scree
