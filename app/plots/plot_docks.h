#pragma once

#include <QDockWidget>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "app/plots/docked_plot.h"
#include "app/plots/measure_series.h"
#include "app/plots/plot_groups.h"

class QAction;
class QMainWindow;
class QMenu;

namespace scree {

class BedProfileView;
class GranuleView;
class PlotView;

/// Plots of a window. Each has a dock; all share one time span and one cursor. A hidden plot costs only the memory of
/// its samples.
class PlotDocks : public QObject {
  Q_OBJECT

 public:
  /// Functions of the window that the plots call.
  struct Window {
    std::function<void(double)> seek;                ///< shows the state at a simulated time [s]
    std::function<void(const std::string&)> notify;  ///< shows a message for some seconds
    std::function<std::string()> stem;               ///< returns the stem of names for saved files
    /// Asks where a file is to go, by a title, a name and a filter; empty if nowhere.
    std::function<QString(const QString&, const QString&, const QString&)> askedFile;
    std::function<void(std::uint64_t)> unplot;                  ///< the user has closed the plot of a measure
    std::function<std::shared_ptr<const Snapshot>()> snapshot;  ///< returns the newest snapshot of the run
    std::function<void(bool)> plotBed;                          ///< the profile of the bed is shown, or no longer
    std::function<void(double)> setBedSeconds;                  ///< sets the time of which landings make the bed [s]
  };
  PlotDocks(QMainWindow& window, Window calls);

  /// Takes the new samples of a snapshot, and moves the cursor to its time.
  void add(const Snapshot& snapshot);
  const PlotStore& store() const { return store_; }
  const MeasureSeries& measures() const { return measures_; }
  /// Adds menu entries that show and hide single plots.
  void fillMenu(QMenu& menu);
  /// True if a plot is shown, also behind another tab.
  bool anyShown() const;
  /// Hides all plots, or shows the plots that were shown last (all of them at first).
  void toggle();
  /// Moves all docks back to the bottom of the window, and hides them.
  void reset();
  /// View of a plot by PlotGroupInfo::id; null for an unknown id.
  PlotView* view(const std::string& id) const;
  /// View of the profile of the bed on a belt.
  BedProfileView& bed() const { return *bed_; }
  /// View of the distributions of granules.
  GranuleView& granules() const { return *granules_; }

  /// Saves the curves of a plot as CSV in the background, and notifies the user of the result.
  void saveCsvTo(const DockedPlot& view, const QString& file);
  void savePictureTo(const DockedPlot& view, const QString& file);
  bool isSaving() const { return saving_.valid(); }
  /// Saves the series of all measures as CSV in the background, and notifies the user of the result.
  void saveMeasuresTo(const QString& file);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// A plot with its dock.
  struct Plot {
    DockedPlot* view = nullptr;
    QDockWidget* dock = nullptr;
    bool isSeen = false;        ///< it is in sight, neither hidden nor behind another tab
    std::uint64_t measure = 0;  ///< number of its measure; 0: none
  };

  void build();
  void addTimePlot(PlotView& view, std::uint64_t measure);
  void addPlot(DockedPlot& view, std::uint64_t measure);
  QWidget* contentOf(DockedPlot& view, QWidget* parent);
  /// Removes the docks of measures that are gone or no longer plotted, before their series go.
  void dropPlots(const MeasureReadings& now);
  /// Makes docks, so that each measure that is plotted has one, and keeps their titles.
  void followMeasures();
  void write(std::function<void()> task, const std::filesystem::path& path);
  /// Sets the default height of a dock that is too low to read.
  void giveHeight(QDockWidget& dock);
  void refresh();
  void shareSpan(const PlotView& from);
  void saveCsv(const DockedPlot& view);
  void savePicture(const DockedPlot& view);
  QString askedFile(const DockedPlot& view, const QString& filter, const QString& suffix);

  QMainWindow& window_;
  Window calls_;
  PlotStore store_;
  MeasureSeries measures_;
  GranuleView* granules_ = nullptr;
  BedProfileView* bed_ = nullptr;
  bool isBedPlotted_ = false;
  std::vector<Plot> plots_;
  std::vector<QPointer<QDockWidget>> lastShown_;
  double cursor_ = 0.0;
  QTimer timer_;
  std::future<std::string> saving_;
};

}  // namespace scree
