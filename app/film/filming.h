#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>

#include "app/film/replay_feed.h"
#include "app/film/shot_maker.h"
#include "app/render/snapshot_painter.h"
#include "app/ui_state/record_status.h"
#include "app/video/film_settings.h"
#include "app/video/recorder.h"

class QWidget;

namespace scree {

class Simulation;
class Viewport;

/// Clock, content and range of a film; FilmSettings holds its encoding.
struct FilmPlan {
  FilmClock clock = FilmClock::simulation;
  FilmContent content = FilmContent::sceneAndLegend;
  OverlayRequest overlay;  ///< marks, title and caption, with the legend
  FilmTwin twin = FilmTwin::asView;
  std::optional<TwinChoice> startTwin;  ///< twin that is started with the film
  double speed = 1.0;                   ///< simulated seconds per second of film; not used on the clock of the screen
  double from = 0.0;                    ///< simulated time at which a replay begins [s]
  std::optional<double> until;          ///< simulated time at which a replay ends [s]; empty: the end of the run
  std::optional<std::uint64_t> frameLimit;  ///< number of frames after which the film ends by itself
  std::string remark;                       ///< reason why it is shorter than asked for; empty: none
};

/// Makes films of the scene or of the whole window. The simulation may wait for the film, the window never does: the
/// recorder draws and encodes scenes on its own thread, and a frame that its queue refuses is offered again later.
class Filming : public QObject {
  Q_OBJECT

 public:
  /// `window` is the widget that films of the whole window show.
  Filming(Simulation& simulation, Viewport& viewport, QWidget& window);
  /// Gives up the film under way: no file of it is left. `ended` is emitted then.
  void cancel();
  /// Ends a film under way and waits for its file.
  ~Filming() override;

  /// Begins a film with the choices of the Record panel, or ends the film under way.
  void toggle();
  /// Begins a film of the last `seconds` of the run [s], as the choices of the Record panel say, from its history.
  /// Returns false and notifies the user if it cannot begin.
  bool filmLast(double seconds);
  bool isRecording() const { return status_.state == RecordStatus::State::recording; }
  /// Begins a film. Returns false and notifies the user if it cannot begin or the last film is still being finished.
  bool start(const FilmSettings& settings, const FilmPlan& plan);
  /// Ends the film. Its file is completed in the background, then `ended` is emitted.
  void stop();
  /// Ends a film under way and waits for its file, before the window closes.
  void finishNow();
  /// Asks the user for the folder of later films.
  void chooseFolder();
  const RecordStatus& status() const { return status_; }
  /// Size of a film or picture in pixels, from its content and the choice of size (index into kSizePresets); `own` is
  /// the size that the user typed.
  PixelSize sizeOf(FilmContent content, int sizePreset, PixelSize own) const;

 Q_SIGNALS:
  /// Emitted when a film is complete or has failed; `message` tells the user the result.
  void ended(bool good, const QString& message);

 private:
  FilmSettings chosenSettings() const;
  FilmPlan chosenPlan() const;
  bool hasTwin() const;
  void tick();
  void beginReplay();
  void takeCapture();
  void takeReplay();
  void takeScreen();
  bool offer(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t times, bool isLast = false);
  bool offerFrame(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t times, bool isLast,
                  std::optional<double> pathTime);
  Recorder::Painter windowPainter();
  std::uint64_t framesDue() const;
  std::uint64_t withinLimit(std::uint64_t frames) const;
  void conclude();
  void tell();
  std::string folder() const;

  Simulation& simulation_;
  Viewport& viewport_;
  QWidget& window_;
  ShotMaker shots_;
  QTimer timer_;
  QElapsedTimer wall_;  ///< real time since the first frame was encoded
  QElapsedTimer told_;  ///< real time since the progress was last shown
  FilmPlan plan_;
  RecordStatus status_;
  std::uint64_t offered_ = 0;                 ///< number of frames given to the recorder
  std::uint64_t startSequence_ = 0;           ///< sequence number of the command that began the capture
  std::unique_ptr<ReplayFeed> replay_;        ///< run that is stepped again, on the clock of a replay
  std::shared_ptr<const Snapshot> replayed_;  ///< snapshot of the replay whose frames are due
  std::unique_ptr<SnapshotPainter> painter_;  ///< painter; outlives the recorder, whose thread uses it
  std::unique_ptr<Recorder> recorder_;
};

}  // namespace scree
