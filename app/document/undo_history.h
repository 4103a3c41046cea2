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

/// What can be taken back of how the scene is shown.
struct ViewState {
  Camera camera;
  ClipOptions clip;
  ColourBy colourBy = ColourBy::speed;
  int colourMap = 0;
};

/// What the user did, to be taken back and done again: of the world by new commands at its present step (time is gone
/// back in by other means), of the view at once. A drag is one change.
class UndoHistory {
 public:
  struct Hands {
    std::function<void(const ViewState&)> showView;
    std::function<void(const std::string&)> notify;
  };
  UndoHistory(Simulation& simulation, ViewOptions& view, PanelMemory& memory, Hands hands);

  QUndoStack& stack() { return stack_; }
  /// Posts a command and remembers how to take it back, if it changes settings. Returns its sequence number.
  std::uint64_t post(Command command);
  /// What comes next is no part of the change before it: a button or a key went down.
  void beginGesture() { ++gesture_; }
  /// Another scene: nothing before it can be taken back.
  void clear();

  /// A body that was just added to the scene, to be taken out and put in again at the present step.
  struct AddedBody {
    std::string name;
    std::shared_ptr<const SceneStart> before;              ///< the scene without it
    std::shared_ptr<const SceneStart> after;               ///< and with it
    std::function<void(const SceneStart&, bool in)> told;  ///< when it was taken out, or put in again
  };
  void noteAdded(AddedBody added);

  /// The view now, at rest. `jumped`: by a command, not by hand; such changes are taken back one by one.
  void noteView(const ViewState& view, bool jumped);
  /// The next view is not what the user made of the last one.
  void forgetView() { shown_.reset(); }

 private:
  friend class SettingsChange;
  friend class BodyChange;
  friend class ViewChange;

  void refreshWanted();
  bool change(const WorldSettings& from, const WorldSettings& to);
  void remember(const WorldCommand& command, std::uint64_t sequence);
  void show(const ViewState& view);

  Simulation& simulation_;
  ViewOptions& view_;
  PanelMemory& memory_;
  Hands hands_;
  QUndoStack stack_;
  World wanted_;  ///< settings as they will be once all that was posted is in force; nothing else of it is filled
  std::uint64_t lastSequence_ = 0;
  std::uint64_t gesture_ = 0;
  std::optional<ViewState> shown_;
};

}  // namespace scree
