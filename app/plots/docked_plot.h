#pragma once

#include <QWidget>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>

namespace scree {

/// Texts of a plot that stay as they are.
struct PlotTexts {
  const char* id = "";       ///< name in settings and file names
  const char* title = "";    ///< title of the dock
  const char* meaning = "";  ///< tooltip of the menu entry
};

/// Plot in a dock of its own.
class DockedPlot : public QWidget {
 public:
  using QWidget::QWidget;

  virtual PlotTexts texts() const = 0;
  /// Draws the plot again if its numbers have changed.
  virtual void refresh() = 0;
  /// Moves the cursor of a plot over time to the time shown in the window [s].
  virtual void setCursor(double) {}
  /// Sets the times in sight [s] of a plot over time from the next refresh() on; empty: the whole run.
  virtual void setSpan(const std::optional<std::array<double, 2>>&) {}
  /// Saves the plot as PNG at twice the resolution of the screen. Returns false if the file cannot be written.
  virtual bool savePicture(const QString& file) const = 0;
  /// Task for another thread that writes the numbers of the plot as CSV. It throws OutputError, and then leaves no
  /// partial file.
  virtual std::function<void()> csvTask(const std::filesystem::path& file) const = 0;
};

}  // namespace scree
