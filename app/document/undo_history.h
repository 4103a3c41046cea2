#pragma once

#include <QUndoStack>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/document/settings_edit.h"
#include "app/ui_state/panel_context.h"
#include "app/view/camera.h"

namespace scree {

class Simulation;
struct SceneStart;

/// Part of the view of a scene that can be undone.
struct ViewState {
  Camera camera;
  ClipOptions clip;
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;
  bool askMembers = false;
  bool askSolver = false;
  MeasureList measures;
};

/// Changes that the user can undo and redo. Changes of the world are undone by new commands at its present step (the
/// timeline goes back in time instead), changes of the view at once. All commands of a drag are one change.
class UndoHistory {
 public:
  /// Functions of the window.
  struct Hands {
    std::function<void(const ViewState&)> showView;
    std::function<void(const std::string&)> notify;
  };
  UndoHistory(Simulation& simulation, ViewOptions& view, PanelMemory& memory, Hands hands);

  QUndoStack& stack() { return stack_; }
  /// Posts a command, and puts it on the stack if it changes settings. Returns its sequence number.
  std::uint64_t post(Command command);
  /// Ends the present change because a button or key went down: the next command begins a new change.
  void beginGesture() { ++gesture_; }
  /// Drops all changes, for another scene.
  void clear();

  /// A body that was just added to the scene; undo takes it out at the present step, redo adds it again.
  struct AddedBody {
    std::string name;
    std::shared_ptr<const SceneStart> before;              ///< scene without the body
    std::shared_ptr<const SceneStart> after;               ///< scene with the body
    std::function<void(const SceneStart&, bool in)> told;  ///< called after an undo (`in` false) or redo
  };
  void noteAdded(AddedBody added);

  /// A change of the scene's text that was just made. `apply` takes it back (true) or makes it again, and returns false
  /// where it cannot, which drops the change.
  struct TextEdit {
    std::string name;  ///< name, such as "change of drum"
    std::function<bool(bool undo)> apply;
  };
  void noteText(TextEdit edit);

  /// Records the view at rest. `jumped` is true if a command changed it, not the mouse; each jump is a change of its
  /// own, while motions of the camera by hand in a row are one change.
  void noteView(const ViewState& view, bool jumped);
  /// Makes the next noteView() the new start: its difference from the view before is not a change by the user.
  void forgetView() { shown_.reset(); }

 private:
  friend class SettingsChange;
  friend class BodyChange;
  friend class ViewChange;

  void refreshWanted();
  bool change(const WorldSettings& from, const WorldSettings& to);
  void notePending(const WorldCommand& command, std::uint64_t sequence);
  void show(const ViewState& view);

  Simulation& simulation_;
  ViewOptions& view_;
  PanelMemory& memory_;
  Hands hands_;
  QUndoStack stack_;
  /// Settings once all posted commands are in force. Only parameters, sensors, joints, materials and the names, drives
  /// and shapes of bodies are filled; the triangles of made meshes may be older than their numbers.
  World wanted_;
  std::uint64_t lastSequence_ = 0;
  std::uint64_t gesture_ = 0;
  std::optional<ViewState> shown_;
};

}  // namespace scree
