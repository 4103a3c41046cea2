#include "app/scene_text/scene_text_dock.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "app/scene_text/part_list.h"
#include "app/scene_text/scene_edit.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "engine/scene_file/scene_edit.h"

namespace scree {

namespace {

constexpr int kPauseBeforeCheck = 400;  // [ms]
constexpr int kPollEvery = 50;          // [ms]
constexpr int kMessageLines = 5;        // lines of text in the place of the messages
constexpr int kHelpLines = 3;           // lines for the meaning of a key

QString shortText(const SceneError& error) {
  const QString what = QString::fromStdString(error.what + ": " + error.remedy);
  return error.line > 0 ? QString("line %1: %2").arg(error.line).arg(what) : what;
}

/// Name of a file for a scene: letters and digits in lower case, one _ for all else.
QString stemOf(const QString& name) {
  QString stem = name.toLower();
  stem.replace(QRegularExpression("[^\\p{L}\\p{N}.-]+"), "_");
  stem.remove(QRegularExpression("^[_.-]+|[_.-]+$"));
  return stem.isEmpty() ? "scene" : stem;
}

}  // namespace

SceneTextDock::SceneTextDock(Calls calls, QMainWindow& window)
    : QDockWidget("Scene text", &window),
      calls_(std::move(calls)),
      edit_(new SceneEdit),
      parts_(new PartEditing(calls_.parts, *edit_)),
      list_(new QListWidget),
      messages_(new QStackedWidget),
      state_(new QLabel),
      help_(new QLabel) {
  parts_->setParent(this);
  setObjectName("scene_text_dock");  // names the dock in the stored state of the window
  setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
  build();
  waiting_.setSingleShot(true);
  waiting_.setInterval(kPauseBeforeCheck);
  polling_.setInterval(kPollEvery);
  connect(&waiting_, &QTimer::timeout, this, &SceneTextDock::check);
  connect(&polling_, &QTimer::timeout, this, &SceneTextDock::poll);
  connect(edit_, &QPlainTextEdit::textChanged, this, &SceneTextDock::textChanged);
  connect(edit_->document(), &QTextDocument::modificationChanged, this, &SceneTextDock::showState);
  connect(edit_, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    help_->setText(edit_->meaning());
    help_->setToolTip(help_->text());
  });
  connect(list_, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    const auto& error = found_[static_cast<std::size_t>(list_->row(item))];
    edit_->goTo(error.line, error.column);
  });
  connect(list_, &QListWidget::itemClicked, list_, &QListWidget::itemActivated);
  window.addDockWidget(Qt::LeftDockWidgetArea, this);
  hide();
}

SceneTextDock::~SceneTextDock() = default;

void SceneTextDock::build() {
  auto* body = new QWidget;
  auto* rows = new QVBoxLayout(body);
  rows->setContentsMargins(6, 4, 6, 6);
  auto* buttons = new QHBoxLayout;
  auto* run = new QPushButton("Save and run");
  run->setObjectName("scene_text_run");
  run->setShortcut(QKeySequence("Ctrl+Return"));
  run->setToolTip("Saves the text and runs it; camera and panels stay (Ctrl+Return).");
  auto* saveOther = new QPushButton("Save as…");
  saveOther->setObjectName("scene_text_save_as");
  auto* insert = new QPushButton("Add");
  insert->setObjectName("scene_text_add");
  insert->setToolTip("Puts a part into the scene, in the middle of the view.");
  auto* menu = new QMenu(insert);
  fillAddMenu(*menu);
  insert->setMenu(menu);
  for (QPushButton* button : {run, saveOther, insert}) {
    button->setFocusPolicy(Qt::TabFocus);
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  connect(run, &QPushButton::clicked, this, [this] { saveAndRun(); });
  connect(saveOther, &QPushButton::clicked, this, [this] { saveAs(); });
  buildMessages();
  rows->addLayout(buttons);
  rows->addWidget(state_);
  auto* halves = new QSplitter(Qt::Vertical);
  halves->addWidget(new PartList(*parts_));
  halves->addWidget(edit_);
  halves->setStretchFactor(0, 2);
  halves->setStretchFactor(1, 5);
  halves->setChildrenCollapsible(false);
  rows->addWidget(halves, 1);
  rows->addWidget(help_);
  rows->addWidget(messages_);
  setWidget(body);
}

/// Sets up state, help and messages with sizes of their own, so that nothing moves under the user when they change.
void SceneTextDock::buildMessages() {
  state_->setObjectName("scene_text_state");
  state_->setWordWrap(true);
  help_->setWordWrap(true);
  help_->setAlignment(Qt::AlignTop);
  list_->setObjectName("scene_text_errors");
  list_->setAccessibleName("Mistakes in the scene");
  list_->setWordWrap(true);
  auto* none = new QLabel("Mistakes in the text are told here.");
  none->setAlignment(Qt::AlignCenter);
  none->setForegroundRole(QPalette::PlaceholderText);
  messages_->addWidget(none);
  messages_->addWidget(list_);
  sizeMessages();
}

void SceneTextDock::sizeMessages() {
  const int line = fontMetrics().lineSpacing();
  help_->setFixedHeight(kHelpLines * line);
  messages_->setFixedHeight(kMessageLines * line);
}

void SceneTextDock::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) {
    sizeMessages();
  }
  QDockWidget::changeEvent(event);
}

void SceneTextDock::fillAddMenu(QMenu& menu) {
  for (const NewPart& part : newParts()) {
    QAction* action = menu.addAction(QString::fromUtf8(part.title.data(), static_cast<qsizetype>(part.title.size())));
    const std::string id(part.id);
    action->setObjectName(QString::fromStdString("add_part_" + id));
    connect(action, &QAction::triggered, this, [this, id] { addPart(id); });
  }
}

void SceneTextDock::addPart(const std::string& id) {
  std::string mesh;
  if (id == "mesh") {
    const QString chosen = QFileDialog::getOpenFileName(this, "Mesh of the part", {}, "Meshes (*.stl *.obj *.ply)");
    if (chosen.isEmpty()) {
      return;
    }
    mesh = file_.empty() ? chosen.toStdString() : pathFrom(file_.parent_path(), chosen.toStdString());
  }
  const auto [place, size] = calls_.place();
  parts_->add(id, place, size, mesh);
}

void SceneTextDock::showEvent(QShowEvent* event) {
  parts_->setShown(true);
  QDockWidget::showEvent(event);
}

void SceneTextDock::hideEvent(QHideEvent* event) {
  parts_->setShown(false);
  QDockWidget::hideEvent(event);
}

bool SceneTextDock::isModified() const { return edit_->document()->isModified(); }

void SceneTextDock::load(const std::filesystem::path& file) {
  if (isModified()) {
    showState();
    return;
  }
  std::string text;
  try {
    text = readFile(file);
  } catch (const std::runtime_error& error) {
    calls_.notify(error.what());
    return;
  }
  file_ = file;
  saved_.onDisk = text;
  parts_->setFile(file.string());
  name_.clear();
  saved_.hasCarriageReturns = text.find("\r\n") != std::string::npos;
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  saved_.text = QString::fromStdString(text);
  if (edit_->toPlainText().toStdString() != text) {
    edit_->setPlainText(QString::fromStdString(text));
  }
  edit_->document()->setModified(false);
  textChanged();
  parts_->setRun(TextRun::same);
}

void SceneTextDock::runOpened(const std::filesystem::path& file) {
  if (file == file_ && isModified()) {
    calls_.notify(file.filename().string() + " was read from disk: its text here is not saved and does not run");
  }
  parts_->setRun(file == file_ ? TextRun::same : TextRun::other);
}

void SceneTextDock::setNew(const std::string& text, const QString& name) {
  if (!mayClose()) {
    return;
  }
  file_.clear();
  parts_->setFile((QDir::homePath() + "/new.yaml").toStdString());
  saved_.hasCarriageReturns = false;
  name_ = name;
  edit_->setPlainText(QString::fromStdString(text));
  edit_->document()->setModified(true);
  parts_->setRun(TextRun::hidden);
  show();
  raise();
  textChanged();
}

void SceneTextDock::textChanged() {
  if (!file_.empty()) {
    // Undo may bring back what is saved, by the window's list or the editor's own.
    const bool isSaved =
        edit_->document()->characterCount() == saved_.text.size() + 1 && edit_->toPlainText() == saved_.text;
    edit_->document()->setModified(!isSaved);
  }
  if (parts_->memory().run == TextRun::other) {
    parts_->setRun(TextRun::hidden);  // the user goes on with the text
  }
  showState();
  waiting_.start();
}

void SceneTextDock::showState() {
  const QString name = file_.empty() ? name_ : QString::fromStdString(file_.filename().string());
  QString state = isModified() ? name + ", not saved" : name;
  if (!file_.empty() && calls_.isShipped(file_)) {
    state += " (shipped: changes are saved as a file of your own)";
  }
  state_->setText(state);
  const bool mayWrap = state.contains('(');
  state_->setMinimumHeight((mayWrap ? 2 : 1) * fontMetrics().lineSpacing());
}

void SceneTextDock::check() {
  if (checking_.valid()) {
    again_ = true;
    return;
  }
  const std::string name = file_.empty() ? (QDir::homePath() + "/new.yaml").toStdString() : file_.string();
  checking_ = std::async(std::launch::async, [text = edit_->toPlainText().toStdString(), name] {
    return loadSceneText(text, name).errors;
  });
  polling_.start();
}

void SceneTextDock::poll() {
  if (!checking_.valid() || checking_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  found_ = checking_.get();
  polling_.stop();
  showErrors();
  if (std::exchange(again_, false)) {
    check();
  }
}

void SceneTextDock::showErrors() {
  list_->clear();
  for (const SceneError& error : found_) {
    list_->addItem(shortText(error));
  }
  messages_->setCurrentIndex(found_.empty() ? 0 : 1);
  edit_->markErrors(found_);
}

bool SceneTextDock::saveAndRun() {
  const bool asks = file_.empty() || calls_.isShipped(file_);
  if (asks ? !saveAs() : !saveTo(file_)) {
    return false;
  }
  calls_.run(file_);
  return true;
}

bool SceneTextDock::saveAs() {
  const QString stem = file_.empty() ? stemOf(name_) : QString::fromStdString(file_.stem().string());
  const QString folder = file_.empty() || calls_.isShipped(file_)
                             ? QDir::homePath()
                             : QString::fromStdString(std::filesystem::absolute(file_).parent_path().string());
  QString chosen =
      QFileDialog::getSaveFileName(this, "Save scene", folder + "/" + stem + ".yaml", "Scenes (*.yaml *.yml)");
  if (chosen.isEmpty()) {
    return false;
  }
  if (!chosen.endsWith(".yaml") && !chosen.endsWith(".yml")) {
    chosen += ".yaml";
  }
  return saveTo(chosen.toStdString());
}

bool SceneTextDock::saveTo(const std::filesystem::path& file) {
  std::string text = edit_->toPlainText().toStdString();
  if (!file_.empty() && file.parent_path() != file_.parent_path()) {
    const SceneText moved = withPathsFrom(text, file_, file);
    text = moved.text.value_or(text);  // a text with errors is saved as it is
  }
  if (!mayReplace(file)) {
    return false;
  }
  std::string written = textForFile(text);
  try {
    writeFileAtomically(file, std::string_view(written));
  } catch (const std::runtime_error& error) {
    calls_.notify(error.what());
    return false;
  }
  calls_.wrote(file);
  file_ = file;
  saved_.text = QString::fromStdString(text);
  saved_.onDisk = std::move(written);
  parts_->setFile(file.string());
  if (edit_->toPlainText() != saved_.text) {
    edit_->setPlainText(saved_.text);
  }
  edit_->document()->setModified(false);
  showState();
  return true;
}

bool SceneTextDock::mayReplace(const std::filesystem::path& file) {
  if (file != file_) {
    return true;  // the dialog for a name has asked
  }
  std::string now;
  try {
    now = readFile(file);
  } catch (const std::runtime_error&) {
    return true;  // it is gone: there is nothing to lose
  }
  if (now == saved_.onDisk) {
    return true;
  }
  return QMessageBox::question(this, "Scree",
                               QString("%1 was changed on disk since it was read here. Replace it by this text? What "
                                       "the other program wrote is lost then.")
                                   .arg(QString::fromStdString(file.filename().string())),
                               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel) == QMessageBox::Yes;
}

std::string SceneTextDock::textForFile(const std::string& text) const {
  std::string written;
  for (const char c : text) {
    written += c == '\n' && saved_.hasCarriageReturns ? "\r\n" : std::string(1, c);
  }
  return written;
}

bool SceneTextDock::mayClose() {
  if (!isModified()) {
    return true;
  }
  const auto answer = QMessageBox::question(this, "Scree", "The text of the scene was changed and not saved. Save it?",
                                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  if (answer == QMessageBox::Save) {
    return file_.empty() || calls_.isShipped(file_) ? saveAs() : saveTo(file_);
  }
  return answer == QMessageBox::Discard;
}

}  // namespace scree
