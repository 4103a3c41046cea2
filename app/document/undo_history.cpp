#include "app/document/undo_history.h"

#include <QUndoCommand>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/document/simulation.h"
#include "app/ui_state/law_names.h"
#include "app/widgets/widgets.h"
#include "engine/world/world.h"

namespace scree {

namespace {

constexpr int kMostChanges = 200;
enum ChangeId : int { kSettingsChange = 1, kViewChange = 2 };

bool sameCamera(const Camera& a, const Camera& b) {
  constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
  constexpr float kClose = 1e-6f;
  const float turn = std::remainder(a.azimuth - b.azimuth, kTurn);
  return (a.target - b.target).norm() <= static_cast<double>(kClose * a.distance) &&
         std::abs(a.distance - b.distance) <= kClose * a.distance && std::abs(turn) <= 2.0f * kClose &&
         std::abs(a.elevation - b.elevation) <= kClose && a.fieldOfView == b.fieldOfView && a.parallel == b.parallel;
}

bool sameClip(const ClipOptions& a, const ClipOptions& b) {
  return a.on == b.on && a.shape == b.shape && a.position == b.position && a.azimuth == b.azimuth &&
         a.elevation == b.elevation && a.halfThickness == b.halfThickness && a.halfExtents == b.halfExtents &&
         a.inverted == b.inverted && a.bodies == b.bodies;
}

bool sameColours(const ViewState& a, const ViewState& b) {
  return a.colourBy == b.colourBy && a.colourMap == b.colourMap;
}

bool sameQuestions(const ViewState& a, const ViewState& b) {
  return a.askMembers == b.askMembers && a.askSolver == b.askSolver;
}

/// Change of the measures in words; empty if there is none.
QString changeOfMeasures(const ViewState& before, const ViewState& after) {
  const auto missing = [](const MeasureList& in, const MeasureList& from) -> const Measure* {
    const auto found = std::ranges::find_if(
        from, [&](const Measure& one) { return std::ranges::find(in, one.id, &Measure::id) == in.end(); });
    return found == from.end() ? nullptr : &*found;
  };
  if (const Measure* added = missing(before.measures, after.measures)) {
    return QString("new measure '%1'").arg(QString::fromStdString(added->name));
  }
  if (const Measure* removed = missing(after.measures, before.measures)) {
    return QString("deletion of measure '%1'").arg(QString::fromStdString(removed->name));
  }
  return sameMeasures(before.measures, after.measures) ? QString() : QString("change of a measure");
}

/// Applies a command to the settings that are wanted; of a mesh the numbers alone, as making it takes long. Returns the
/// reason of a refusal.
std::string applySettings(World& wanted, const WorldCommand& command) {
  const auto* mesh = std::get_if<SetMadeMesh>(&command);
  if (mesh == nullptr) {
    return applyCommand(wanted, command);
  }
  std::string refusal = refusalOfMesh(wanted, mesh->body, mesh->shape, *mesh->made);
  if (refusal.empty()) {
    std::get<MeshShape>(wanted.bodies[mesh->body].shapes[mesh->shape].shape).made = mesh->made;
  }
  return refusal;
}

/// True if the states differ in the names of measures only.
bool isRenaming(const ViewState& before, const ViewState& after) {
  MeasureList renamed = before.measures;
  for (std::size_t i = 0; i < renamed.size() && i < after.measures.size(); ++i) {
    renamed[i].name = after.measures[i].name;
  }
  return sameMeasures(renamed, after.measures) && !sameMeasures(before.measures, after.measures);
}

}  // namespace

/// Text of a change for the list, and after a line break the text that follows "Undo" in the menu (format of
/// QUndoCommand).
QString inListAndMenu(const QString& change) { return change.left(1).toUpper() + change.mid(1) + "\n" + change; }

/// A change of the world's settings.
class SettingsChange : public QUndoCommand {
 public:
  SettingsChange(UndoHistory& history, WorldSettings before, WorldSettings after, std::string subject,
                 std::string otherwise)
      : history_(history),
        before_(std::move(before)),
        after_(std::move(after)),
        subject_(std::move(subject)),
        otherwise_(std::move(otherwise)),
        gesture_(history.gesture_) {
    describe();
  }

  int id() const override { return kSettingsChange; }
  void undo() override { setObsolete(!history_.change(after_, before_)); }
  void redo() override {
    if (!std::exchange(isNew_, false)) {
      setObsolete(!history_.change(before_, after_));
    }
  }
  bool mergeWith(const QUndoCommand* other) override {
    const auto& next = static_cast<const SettingsChange&>(*other);
    if (next.gesture_ != gesture_ || next.subject_ != subject_) {
      return false;
    }
    after_ = next.after_;
    setObsolete(commandsBetween(before_, after_).empty());
    describe();
    return true;
  }

 private:
  void describe() {
    setText(inListAndMenu(QString::fromStdString(describeEdit(before_, after_, history_.wanted_, otherwise_))));
  }

  UndoHistory& history_;
  WorldSettings before_;
  WorldSettings after_;
  std::string subject_;
  std::string otherwise_;
  std::uint64_t gesture_;
  bool isNew_ = true;  ///< true until the stack calls redo() for the push; the change was made before it
};

/// A body added to the scene.
class BodyChange : public QUndoCommand {
 public:
  BodyChange(UndoHistory& history, UndoHistory::AddedBody added, WorldSettings before)
      : history_(history), added_(std::move(added)), before_(std::move(before)), after_(before_) {
    if (hasDynamicBodies(*added_.after->world)) {
      after_.parameters.method = Method::pgs;  // see extendWorld()
    }
    setText(inListAndMenu(QString::fromStdString("import of '" + added_.name + "'")));
  }

  void undo() override {
    history_.refreshWanted();
    history_.lastSequence_ = history_.simulation_.continueWith(added_.before);
    history_.change(after_, before_);
    added_.told(*added_.before, false);
  }
  void redo() override {
    if (!std::exchange(isNew_, false)) {
      history_.lastSequence_ = history_.simulation_.continueWith(added_.after);
      added_.told(*added_.after, true);
    }
  }

 private:
  UndoHistory& history_;
  UndoHistory::AddedBody added_;
  WorldSettings before_;
  WorldSettings after_;
  bool isNew_ = true;
};

/// A change of the scene's text.
class TextChange : public QUndoCommand {
 public:
  explicit TextChange(UndoHistory::TextEdit edit) : edit_(std::move(edit)) {
    setText(inListAndMenu(QString::fromStdString(edit_.name)));
  }

  void undo() override { setObsolete(!edit_.apply(true)); }
  void redo() override {
    if (!std::exchange(isNew_, false)) {
      setObsolete(!edit_.apply(false));
    }
  }

 private:
  UndoHistory::TextEdit edit_;
  bool isNew_ = true;
};

/// A change of the camera, the clip, the colours, the questions asked in the background or the measures.
class ViewChange : public QUndoCommand {
 public:
  ViewChange(UndoHistory& history, const ViewState& before, const ViewState& after, bool jumped)
      : history_(history),
        before_(before),
        after_(after),
        isMotion_(!jumped && isCameraOnly(before, after)),
        isRename_(isRenaming(before, after)) {
    const bool colours = !sameColours(before, after);
    const bool asks = before.askMembers != after.askMembers;
    const bool measures = before.askSolver != after.askSolver;
    const bool clip = !sameClip(before.clip, after.clip);
    const QString measure = changeOfMeasures(before, after);
    setText(!measure.isEmpty() ? inListAndMenu(measure)
                               : inListAndMenu(colours    ? "change of colours"
                                               : asks     ? "asking of members"
                                               : measures ? "measuring of the solver's error"
                                               : clip     ? "change of the clip"
                                               : jumped   ? "jump of the view"
                                                          : "motion of the view"));
  }

  int id() const override { return kViewChange; }
  void undo() override { history_.show(before_); }
  void redo() override {
    if (!std::exchange(isNew_, false)) {
      history_.show(after_);
    }
  }
  bool mergeWith(const QUndoCommand* other) override {
    const auto& next = static_cast<const ViewChange&>(*other);
    if (!(isMotion_ && next.isMotion_) && !(isRename_ && next.isRename_)) {
      return false;
    }
    after_ = next.after_;
    return true;
  }

 private:
  static bool isCameraOnly(const ViewState& a, const ViewState& b) {
    return sameColours(a, b) && sameClip(a.clip, b.clip) && sameQuestions(a, b) && sameMeasures(a.measures, b.measures);
  }

  UndoHistory& history_;
  ViewState before_;
  ViewState after_;
  bool isMotion_;  ///< motion of the camera by hand; such changes in a row are merged
  bool isRename_;  ///< letters typed in the name of a measure; such changes in a row are merged
  bool isNew_ = true;
};

UndoHistory::UndoHistory(Simulation& simulation, ViewOptions& view, PanelMemory& memory, Hands hands)
    : simulation_(simulation), view_(view), memory_(memory), hands_(std::move(hands)) {
  stack_.setUndoLimit(kMostChanges);
}

void UndoHistory::clear() {
  stack_.clear();
  shown_.reset();
}

void UndoHistory::noteAdded(AddedBody added) {
  refreshWanted();
  stack_.push(new BodyChange(*this, std::move(added), settingsOf(wanted_)));
}

void UndoHistory::noteText(TextEdit edit) { stack_.push(new TextChange(std::move(edit))); }

void UndoHistory::refreshWanted() {
  const Snapshot& now = *simulation_.snapshot();
  if (now.run.lastCommand < lastSequence_) {
    return;  // the snapshot lacks the last posted command
  }
  wanted_.parameters = now.scene.parameters;
  wanted_.sensors.clear();
  for (const SnapshotSensor& sensor : now.scene.sensors) {
    wanted_.sensors.push_back(sensor.sensor);
  }
  wanted_.bodies.resize(now.scene.bodies.size());
  for (std::size_t i = 0; i < now.scene.bodies.size(); ++i) {
    wanted_.bodies[i].name = now.scene.bodies[i].name;
    wanted_.bodies[i].drives = now.scene.bodies[i].drives;
    wanted_.bodies[i].shapes = now.scene.bodies[i].shapes ? *now.scene.bodies[i].shapes : std::vector<ShapeInstance>();
    wanted_.bodies[i].mass.mass = now.scene.bodies[i].mass;
  }
  wanted_.joints = now.scene.joints;
  wanted_.materials = *now.scene.materials;
  wanted_.granulation.laws = now.matter.laws;
  const auto take = [](const std::vector<SnapshotZone>& from, std::vector<MatterZone>& to) {
    to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      to[i].name = from[i].name;
      to[i].rate = from[i].rate;
    }
  };
  take(now.matter.fines, wanted_.granulation.fines);
  take(now.matter.sprays, wanted_.granulation.sprays);
}

std::uint64_t UndoHistory::post(Command command) {
  std::optional<WorldCommand> change;
  std::visit(
      [&change](const auto& one) {
        if constexpr (kChangesWorld<std::decay_t<decltype(one)>>) {
          change = one;
        }
      },
      command);
  if (!change || !changesSettings(*change)) {
    return simulation_.post(std::move(command));
  }
  refreshWanted();
  WorldSettings before = settingsOf(wanted_);
  const bool isGood = applySettings(wanted_, *change).empty();
  lastSequence_ = simulation_.post(std::move(command));
  WorldSettings after = settingsOf(wanted_);
  if (isGood && !commandsBetween(before, after).empty()) {
    stack_.push(
        new SettingsChange(*this, std::move(before), std::move(after), subjectOf(*change), describe(*change, wanted_)));
  }
  return lastSequence_;
}

bool UndoHistory::change(const WorldSettings& from, const WorldSettings& to) {
  refreshWanted();
  const auto commands = commandsBetween(from, to, settingsOf(wanted_));
  if (!commands) {
    hands_.notify("The split sensor is not there at this time of the run: nothing was changed");
    return false;
  }
  for (const WorldCommand& command : *commands) {
    applySettings(wanted_, command);
    lastSequence_ = std::visit([this](const auto& one) { return simulation_.post(one); }, command);
    notePending(command, lastSequence_);
  }
  return true;
}

void UndoHistory::notePending(const WorldCommand& command, std::uint64_t sequence) {
  SensorMemory& sensors = memory_.sensors;
  std::optional<std::uint32_t>& selected = view_.selectedSensor;
  const auto markValue = [&](std::string_view name, double value) {
    memory_.pending.insert_or_assign(std::string(name), PendingValue{sequence, value});
  };
  if (const auto* set = std::get_if<SetParameter>(&command)) {
    markValue(infoOf(set->key).name, set->value);
  } else if (const auto* choose = std::get_if<SetChoice>(&command)) {
    markValue(infoOf(choose->key).name, choose->value);
  } else if (const auto* law = std::get_if<SetPairLaw>(&command)) {
    markValue(lawRowName(wanted_.materials, law->a, law->b, law->key), law->value);
  } else if (const auto* granulation = std::get_if<SetGranulationLaw>(&command)) {
    markValue(granulationRowName(granulation->key), granulation->value);
  } else if (const auto* feed = std::get_if<SetFeed>(&command)) {
    markValue(feedRowName(feed->isSpray, feed->zone), feed->rate);
  } else if (const auto* modulus = std::get_if<SetYoungsModulus>(&command)) {
    markValue(modulusRowName(wanted_.materials, modulus->material), modulus->value);
  } else if (const auto* change = std::get_if<ChangeSensor>(&command)) {
    sensors.changes.insert_or_assign(change->index, PendingSensor{sequence, change->sensor});
    selected = change->index;
  } else if (const auto* add = std::get_if<AddSensor>(&command)) {
    sensors.listSequence = sequence;
    sensors.changes.clear();
    selected = add->place;
  } else if (const auto* remove = std::get_if<RemoveSensor>(&command)) {
    sensors.listSequence = sequence;
    sensors.changes.clear();
    if (selected && *selected >= remove->index) {
      selected = *selected > remove->index ? std::optional(*selected - 1) : std::nullopt;
    }
  }
}

void UndoHistory::noteView(const ViewState& view, bool jumped) {
  if (!shown_) {
    shown_ = view;
    return;
  }
  if (sameCamera(shown_->camera, view.camera) && sameClip(shown_->clip, view.clip) && sameColours(*shown_, view) &&
      sameQuestions(*shown_, view) && sameMeasures(shown_->measures, view.measures)) {
    return;
  }
  const ViewState before = *std::exchange(shown_, view);
  stack_.push(new ViewChange(*this, before, view, jumped));
}

void UndoHistory::show(const ViewState& view) {
  shown_ = view;
  hands_.showView(view);
}

}  // namespace scree
