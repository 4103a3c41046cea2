#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

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

/// What a film follows and shows, besides how it is encoded.
struct FilmPlan {
  FilmClock clock = FilmClock::simulation;
  FilmContent content = FilmContent::sceneAndLegend;
  double speed = 1.0;                       ///< simulated seconds per second of film, but on the clock of the screen
  double from = 0.0;                        ///< s, simulated: the part of the run that a replay shows ...
  std::optional<double> until;              ///< ... to the end of the run where nothing is said
  std::optional<std::uint64_t> frameLimit;  ///< the film ends by itself with so many
};

/// Makes films of what the window shows. The simulation may wait for the film; the window never does: scenes are drawn
/// and encoded on the recorder's thread, and what finds no room there is taken later.
class Filming : public QObject {
  Q_OBJECT

 public:
  /// `window` is what films of the whole window show.
  Filming(Simulation& simulation, Viewport& viewport, QWidget& window);
  /// Ends a film under way and waits for its file.
  ~Filming() override;

  /// Begins a film as the user chose it, or ends the one under way.
  void toggle();
  bool isRecording() const { return status_.state == RecordStatus::State::recording; }
  /// Begins a film; false, with a notice, when it can't begin or another one is not done.
  bool start(const FilmSettings& settings, const FilmPlan& plan);
  /// Ends the film; its file is completed in the background, then `ended` is emitted.
  void stop();
  /// Ends a film under way and waits for its file: for closing.
  void finishNow();
  /// Asks for the folder of films to come.
  void chooseFolder();
  const RecordStatus& status() const { return status_; }
  /// The pixels that content of that kind gets with that choice of size, `own` being what was typed.
  PixelSize sizeOf(FilmContent content, int sizePreset, PixelSize own) const;

 Q_SIGNALS:
  /// A film is complete, or has failed; `message` says what became of it.
  void ended(bool good, const QString& message);

 private:
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
  QElapsedTimer wall_;  ///< of the film, on the clock of the screen
  QElapsedTimer told_;  ///< since the window was last asked to show how the film is doing
  FilmPlan plan_;
  RecordStatus status_;
  std::uint64_t offered_ = 0;                 ///< frames given to the recorder
  std::uint64_t startSequence_ = 0;           ///< of the command that began it
  std::unique_ptr<ReplayFeed> replay_;        ///< on the clock of a replay
  std::shared_ptr<const Snapshot> replayed_;  ///< the state whose frames are due
  std::unique_ptr<SnapshotPainter> painter_;  ///< outlives the recorder, whose thread uses it
  std::unique_ptr<Recorder> recorder_;
};

}  // namespace scree
