#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <future>
#include <memory>
#include <string>

#include "app/ui_state/part_memory.h"
#include "engine/scene_parts/part_change.h"
#include "engine/scene_parts/start_preview.h"

namespace scree {

class SceneEdit;
class TextDifference;

/// Parts of the text in an editor: kept up to date with the text, changed in it, and selected by its cursor. Also the
/// grains with which the text would start, placed on a thread aside.
class PartEditing : public QObject, public PartEditor {
  Q_OBJECT

 public:
  /// Functions of the window, and its memory of the parts, which outlives this.
  struct Calls {
    PartMemory& memory;
    std::function<void()> requestFrame;
    std::function<void()> frameParts;                ///< moves the camera to see all parts
    std::function<void(const std::string&)> notify;  ///< shows a message for some seconds
    /// Puts a change on the list for undo; the function takes it back (true) or makes it again, and returns false where
    /// it cannot.
    std::function<void(const std::string& name, std::function<bool(bool undo)>)> note;
  };
  PartEditing(Calls calls, SceneEdit& edit);
  ~PartEditing() override;

  /// Shows the parts in the view, or no longer.
  void setShown(bool shown);
  /// Tells whether the text is that of the run in the view.
  void setRun(TextRun run);
  /// File of the scene, from which the paths in it start.
  void setFile(const std::string& file);
  /// Shows the grains of the start, or not.
  void setPreviewed(bool previewed);
  /// Sentence about the grains of the start; empty while there are none.
  const QString& previewText() const { return previewText_; }
  const PartMemory& memory() const { return calls_.memory; }
  bool isBusy() const { return placing_.valid() || pause_.isActive(); }

  void select(std::optional<std::uint32_t> index) override;
  void beginChange(std::uint32_t index) override;
  void change(const Pose& pose, const SensorShape& shape, double resolution) override;
  void endChange() override;
  void takeBack() override;
  void remove(std::uint32_t index) override;
  void duplicate(std::uint32_t index) override;
  void rename(std::uint32_t index, const std::string& name);
  /// Adds a part of a kind (newParts()) at `place` or the nearest free place, about `size` large [m]. `mesh` is the
  /// path of a mesh.
  void add(const std::string& kind, const Vec3& place, double size, const std::string& mesh = {});
  /// Replaces the text as one change that can be undone in the window.
  bool replaceText(const std::string& text, const std::string& name);

 Q_SIGNALS:
  /// Emitted when the parts or their order have changed.
  void listed();
  void selectionChanged();
  void previewed();

 private:
  void textChanged();
  void readParts();
  void cursorMoved();
  void showSelected();
  bool write(const PartText& changed, const std::string& name);
  void apply(const TextDifference& difference, bool back, bool joins);
  void noteChange(const std::string& name, const QString& before);
  void selectNew(const std::vector<TextPath>& before);
  /// Way from where a text has its new part to the nearest free place.
  Vec3 shiftOfNew(const PartText& made, const std::vector<TextPath>& before, double size, double reach) const;
  void place();
  void poll();
  void showPreview();

  Calls calls_;
  SceneEdit& edit_;
  std::string file_;
  MeshSizes meshes_;
  QString before_;        ///< text at the start of the change under way
  ScenePart start_;       ///< part at the start of the change under way
  bool joins_ = false;    ///< the next edit belongs to the step of undo before it
  bool setting_ = false;  ///< the cursor is set by this, not by the user
  struct Placing {
    StartPreview preview;
    MeshSizes meshes;
  };
  std::future<Placing> placing_;
  std::shared_ptr<WorkWatch> watch_ = std::make_shared<WorkWatch>();  ///< of the preview that is being made
  StartPreview preview_;
  QString previewText_;
  bool isPreviewed_ = true;
  QTimer pause_;  ///< runs while the text changes
  QTimer polling_;
};

}  // namespace scree
