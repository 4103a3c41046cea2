#include "app/scene_text/part_editing.h"

#include <QTextBlock>
#include <QTextCursor>
#include <algorithm>
#include <chrono>
#include <set>

#include "app/scene_text/scene_edit.h"
#include "app/scene_text/text_change.h"
#include "engine/base/units.h"
#include "engine/scene_parts/free_place.h"

namespace scree {

namespace {

constexpr std::size_t kMostGrains = 20000;    // grains shown
constexpr int kPauseBeforePlacing = 150;      // [ms]
constexpr double kSightOfNew = 1.8;           // distance from the middle of the view that is in sight, in new sizes
constexpr int kPollPlacingEvery = 30;         // [ms]
constexpr qsizetype kQuickText = 200 * 1000;  // longer texts are read when the user pauses

/// Index of the first part of a text whose entry was not there before.
std::optional<std::uint32_t> newAmong(const std::vector<ScenePart>& parts, const std::vector<TextPath>& before) {
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    if (std::ranges::find(before, parts[i].keys.entry) == before.end()) {
      return i;
    }
  }
  return std::nullopt;
}

std::vector<TextPath> entriesOf(const std::vector<ScenePart>& parts) {
  std::vector<TextPath> entries;
  for (const ScenePart& part : parts) {
    entries.push_back(part.keys.entry);
  }
  return entries;
}

QString withSpaces(std::uint64_t number) {
  QString text = QString::number(number);
  for (qsizetype at = text.size() - 3; at > 0; at -= 3) {
    text.insert(at, QChar(0x202f));
  }
  return text;
}

}  // namespace

PartEditing::PartEditing(Calls calls, SceneEdit& edit) : calls_(std::move(calls)), edit_(edit) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseBeforePlacing);
  polling_.setInterval(kPollPlacingEvery);
  connect(&pause_, &QTimer::timeout, this, &PartEditing::place);
  connect(&polling_, &QTimer::timeout, this, &PartEditing::poll);
  connect(&edit_, &QPlainTextEdit::textChanged, this, &PartEditing::textChanged);
  connect(&edit_, &QPlainTextEdit::cursorPositionChanged, this, &PartEditing::cursorMoved);
  connect(edit_.document(), &QTextDocument::modificationChanged, this, [this] { showPreview(); });
}

PartEditing::~PartEditing() {
  setShown(false);
  watch_->cancel();
  if (placing_.valid()) {
    placing_.wait();
  }
}

void PartEditing::setShown(bool shown) {
  PartMemory& memory = calls_.memory;
  if (shown == (memory.editor != nullptr)) {
    return;
  }
  memory.editor = shown ? this : nullptr;
  if (shown) {
    textChanged();
    readParts();
  } else {
    memory.selected.reset();
    memory.preview.clear();
  }
  calls_.requestFrame();
}

void PartEditing::setRun(TextRun run) {
  if (run != calls_.memory.run) {
    calls_.memory.run = run;
    calls_.requestFrame();
  }
}

void PartEditing::setFile(const std::string& file) {
  if (file != file_) {
    file_ = file;
    meshes_.clear();
  }
}

void PartEditing::setPreviewed(bool previewed) {
  isPreviewed_ = previewed;
  showPreview();
}

void PartEditing::textChanged() {
  if (calls_.memory.editor == nullptr) {
    return;
  }
  if (edit_.document()->characterCount() < kQuickText) {
    readParts();
  }
  watch_->cancel();
  pause_.start();
}

void PartEditing::readParts() {
  PartMemory& memory = calls_.memory;
  auto read = partsOf(edit_.toPlainText().toStdString(), meshes_);
  const bool wasStale = std::exchange(memory.isStale, !read);
  bool isOther = wasStale != memory.isStale;
  if (read) {
    const auto isSame = [](const ScenePart& a, const ScenePart& b) { return a.name == b.name && a.form == b.form; };
    isOther = isOther || !std::ranges::equal(memory.parts, *read, isSame);
    memory.parts = std::move(*read);
    if (memory.selected && *memory.selected >= memory.parts.size()) {
      memory.selected.reset();
    }
  }
  if (isOther) {
    Q_EMIT listed();
  }
  showSelected();
  calls_.requestFrame();
}

void PartEditing::cursorMoved() {
  PartMemory& memory = calls_.memory;
  if (setting_ || memory.editor == nullptr || memory.isStale) {
    return;
  }
  const int line = edit_.textCursor().blockNumber() + 1;
  std::optional<std::uint32_t> best;
  for (std::uint32_t i = 0; i < memory.parts.size(); ++i) {
    const ScenePart& part = memory.parts[i];
    const bool isIn = part.line <= line && line <= part.lastLine;
    // A shape of a body before the body, which has more lines.
    const auto lines = [&](std::uint32_t one) { return memory.parts[one].lastLine - memory.parts[one].line; };
    best = isIn && (!best || lines(i) < lines(*best)) ? std::optional(i) : best;
  }
  const bool isIn = best && memory.selected && memory.parts[*memory.selected].line == memory.parts[*best].line;
  if (!isIn && best != memory.selected) {
    memory.selected = best;
    showSelected();
    Q_EMIT selectionChanged();
    calls_.requestFrame();
  }
}

void PartEditing::select(std::optional<std::uint32_t> index) {
  PartMemory& memory = calls_.memory;
  memory.selected = index && *index < memory.parts.size() ? index : std::nullopt;
  if (memory.selected) {
    const ScenePart& part = memory.parts[*memory.selected];
    const int line = edit_.textCursor().blockNumber() + 1;
    if (line < part.line || line > part.lastLine) {
      setting_ = true;
      edit_.showLine(part.line);
      setting_ = false;
    }
  }
  showSelected();
  Q_EMIT selectionChanged();
  calls_.requestFrame();
}

void PartEditing::showSelected() {
  const PartMemory& memory = calls_.memory;
  if (memory.editor != nullptr && memory.selected) {
    const ScenePart& part = memory.parts[*memory.selected];
    edit_.markLines(part.line, part.lastLine);
  } else {
    edit_.markLines(0, -1);
  }
}

void PartEditing::apply(const TextDifference& difference, bool back, bool joins) {
  QTextCursor cursor(edit_.document());
  joins ? cursor.joinPreviousEditBlock() : cursor.beginEditBlock();
  cursor.setPosition(static_cast<int>(difference.place()));
  const QString& removed = back ? difference.added() : difference.removed();
  cursor.setPosition(static_cast<int>(difference.place() + removed.size()), QTextCursor::KeepAnchor);
  setting_ = true;
  cursor.insertText(back ? difference.removed() : difference.added());
  cursor.endEditBlock();
  setting_ = false;
}

void PartEditing::noteChange(const std::string& name, const QString& before) {
  const TextDifference difference(before, edit_.toPlainText());
  if (difference.isEmpty()) {
    return;
  }
  calls_.note(name, [this, difference](bool undo) {
    const QString now = edit_.toPlainText();
    if (undo ? !difference.isAfter(now) : !difference.isBefore(now)) {
      calls_.notify("The text was changed since: take that back first, by Ctrl+Z in the text");
      return false;
    }
    apply(difference, undo, false);
    return true;
  });
}

void PartEditing::beginChange(std::uint32_t index) {
  before_ = edit_.toPlainText();
  start_ = calls_.memory.parts[index];
  joins_ = false;
}

void PartEditing::change(const Pose& pose, const SensorShape& shape, double resolution) {
  const PartText changed = withPart(before_.toStdString(), start_, pose, shape, resolution);
  if (!changed.text) {
    calls_.notify(changed.problem);
    return;
  }
  const TextDifference difference(edit_.toPlainText(), QString::fromStdString(*changed.text));
  if (!difference.isEmpty()) {
    apply(difference, false, std::exchange(joins_, true));
  }
}

void PartEditing::endChange() {
  noteChange("change of " + start_.name, before_);
  joins_ = false;
}

void PartEditing::takeBack() {
  const TextDifference difference(edit_.toPlainText(), before_);
  if (!difference.isEmpty()) {
    apply(difference, false, joins_);
  }
  joins_ = false;
}

bool PartEditing::replaceText(const std::string& text, const std::string& name) {
  const QString before = edit_.toPlainText();
  const TextDifference difference(before, QString::fromStdString(text));
  if (difference.isEmpty()) {
    return false;
  }
  apply(difference, false, false);
  noteChange(name, before);
  return true;
}

bool PartEditing::write(const PartText& changed, const std::string& name) {
  if (!changed.text) {
    calls_.notify(changed.problem);
    return false;
  }
  return replaceText(*changed.text, name);
}

void PartEditing::remove(std::uint32_t index) {
  const ScenePart part = calls_.memory.parts[index];
  calls_.memory.selected.reset();
  write(withoutPart(edit_.toPlainText().toStdString(), part), "removal of " + part.name);
  Q_EMIT selectionChanged();
}

void PartEditing::duplicate(std::uint32_t index) {
  const ScenePart part = calls_.memory.parts[index];
  const std::vector<TextPath> before = entriesOf(calls_.memory.parts);
  const Vec3 half = halfExtentsOf(part.shape);
  const double way = std::isfinite(half.x()) ? 2.2 * (part.pose.orientation * Vec3(half.x(), 0, 0)).norm() : 0.1;
  const Vec3 shift(std::max(way, 1e-3), 0, 0);
  const std::string text = edit_.toPlainText().toStdString();
  const Vec3 more = shiftOfNew(withCopyOf(text, part, shift), before, 0.5 * shift.x(), 0.0);
  if (write(withCopyOf(text, part, shift + more), "copy of " + part.name)) {
    selectNew(before);
  }
}

Vec3 PartEditing::shiftOfNew(const PartText& made, const std::vector<TextPath>& before, double size,
                             double reach) const {
  const auto parts = made.text ? partsOf(*made.text, meshes_) : std::nullopt;
  const auto index = parts ? newAmong(*parts, before) : std::nullopt;
  return index ? shiftToFreePlace(*parts, *index, size, reach) : Vec3(Vec3::Zero());
}

void PartEditing::rename(std::uint32_t index, const std::string& name) {
  const ScenePart part = calls_.memory.parts[index];
  write(withNameOf(edit_.toPlainText().toStdString(), part, name), "renaming of " + part.name);
}

void PartEditing::add(const std::string& kind, const Vec3& place, double size, const std::string& mesh) {
  const std::vector<TextPath> before = entriesOf(calls_.memory.parts);
  const std::string text = edit_.toPlainText().toStdString();
  const double grain = calls_.memory.grain;
  const double reach = kSightOfNew * size;
  const Vec3 shift = shiftOfNew(withNewPart(text, kind, place, size, grain, mesh), before, size, reach);
  if (!write(withNewPart(text, kind, place + shift, size, grain, mesh), "new " + kind)) {
    return;
  }
  selectNew(before);
  if (shift.norm() > reach) {
    calls_.frameParts();
  }
}

void PartEditing::selectNew(const std::vector<TextPath>& before) {
  if (const auto index = newAmong(calls_.memory.parts, before)) {
    select(index);
  }
}

void PartEditing::place() {
  if (placing_.valid()) {
    return;  // poll() starts anew
  }
  if (edit_.document()->characterCount() >= kQuickText) {
    readParts();
  }
  watch_ = std::make_shared<WorkWatch>();
  placing_ = std::async(std::launch::async, [watch = watch_, text = edit_.toPlainText().toStdString(), file = file_,
                                             meshes = meshes_]() mutable {
    Placing made;
    try {
      made.preview = previewStart(text, file, kMostGrains, meshes, *watch);
    } catch (const WorkCancelled&) {
      made.preview = {};  // poll() starts anew
    }
    made.meshes = std::move(meshes);
    return made;
  });
  polling_.start();
}

void PartEditing::poll() {
  if (!placing_.valid() || placing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  Placing made = placing_.get();
  polling_.stop();
  const bool hasMore = made.meshes.size() != meshes_.size();
  meshes_ = std::move(made.meshes);
  if (watch_->isCancelled()) {
    if (!pause_.isActive()) {
      place();
    }
    return;
  }
  preview_ = std::move(made.preview);
  if (hasMore) {
    readParts();
  }
  showPreview();
}

void PartEditing::showPreview() {
  PartMemory& memory = calls_.memory;
  double sum = 0.0;
  for (const PlacedSphere& grain : preview_.grains) {
    sum += grain.diameter;
  }
  memory.grain = preview_.grains.empty() ? 0.01 : sum / static_cast<double>(preview_.grains.size());
  // Grains of the file as it runs are in the picture themselves.
  const bool isWanted = isPreviewed_ && memory.editor != nullptr && edit_.document()->isModified();
  memory.preview = isWanted ? preview_.grains : std::vector<PlacedSphere>();
  previewText_.clear();
  if (preview_.wanted > 0) {
    previewText_ = QString("Start: %1 grains, %2")
                       .arg(withSpaces(preview_.count), QString::fromStdString(massText(preview_.mass)));
    if (preview_.count < preview_.wanted) {
      previewText_ += QString("; %1 find no place").arg(withSpaces(preview_.wanted - preview_.count));
    } else if (preview_.isCut) {
      previewText_ += QString("; the first %1 are shown").arg(withSpaces(preview_.grains.size()));
    }
  }
  Q_EMIT previewed();
  calls_.requestFrame();
}

}  // namespace scree
