#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <future>
#include <string>
#include <vector>

#include "app/plots/plot_store.h"

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;

namespace scree {

class PlotView;

/// The plots of a window: a dock each, with one time span and one cursor. Hidden docks cost nothing but the memory of
/// what they would show.
class PlotDocks : public QObject {
  Q_OBJECT

 public:
  /// What the plots ask of the window.
  struct Window {
    std::function<void(double)> seek;                ///< shows this time [s]
    std::function<void(const std::string&)> notify;  ///< tells something for some seconds
    std::function<std::string()> stem;               ///< of names for files to save
  };
  PlotDocks(QMainWindow& window, Window calls);

  /// Takes note of a snapshot.
  void add(const Snapshot& snapshot);
  const PlotStore& store() const { return store_; }
  /// Entries that show and hide single plots.
  void fillMenu(QMenu& menu);
  bool anyShown() const;
  /// Hides all plots, or shows those that were last.
  void toggle();
  /// Puts all docks back to the bottom, hidden.
  void reset();
  /// The view of a plot, by PlotGroupInfo::id. Null when there is none.
  PlotView* view(const std::string& id) const;

  /// Saves the curves of a plot in the background and says what came of it.
  void saveCsvTo(const PlotView& view, const QString& file);
  void savePictureTo(const PlotView& view, const QString& file);
  bool isSaving() const { return saving_.valid(); }

 private:
  void build(QMainWindow& window);
  QDockWidget* dockOf(PlotView& view, std::size_t index);
  /// Makes a dock that is too low to read as high as usual.
  void giveHeight(QDockWidget& dock);
  void refresh();
  void shareSpan(const PlotView& from);
  void saveCsv(PlotView& view);
  void savePicture(PlotView& view);
  QString askedFile(const PlotView& view, const QString& filter, const QString& suffix);

  QMainWindow& window_;
  Window calls_;
  PlotStore store_;
  std::vector<PlotView*> views_;
  std::vector<QDockWidget*> docks_;
  std::vector<bool> seen_;  ///< by view: it is not hidden, and no tab is before it
  std::vector<QDockWidget*> lastShown_;
  double cursor_ = 0.0;
  QTimer timer_;
  std::future<std::string> saving_;
};

}  // namespace scree
