#include "app/window/manual_window.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "engine/scene_file/schema.h"

namespace scree {

namespace {

constexpr int kWidth = 980;
constexpr int kHeight = 720;
constexpr int kListWidth = 230;
constexpr int kTextMargin = 14;
constexpr int kPictureMargin = 2 * kTextMargin + 12;  // and the scroll bar

/// Text whose pictures are at most as wide as it is.
class ManualText : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;

  QVariant loadResource(int type, const QUrl& name) override {
    QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) {
      return resource;
    }
    const QImage picture = resource.canConvert<QImage>() && !resource.value<QImage>().isNull()
                               ? resource.value<QImage>()
                               : QImage::fromData(resource.toByteArray());
    const int width = viewport()->width() - kPictureMargin;
    return picture.width() > width && width > 0 ? picture.scaledToWidth(width, Qt::SmoothTransformation) : picture;
  }
};

}  // namespace

ManualWindow::ManualWindow(const std::vector<ManualPage>& pages, QWidget* parent)
    : QWidget(parent, Qt::Window), list_(new QListWidget), search_(new QLineEdit), text_(new ManualText) {
  setObjectName("manual_window");
  setWindowTitle("Manual of Scree");
  resize(kWidth, kHeight);
  for (const ManualPage& page : pages) {
    pages_.push_back(
        {QString::fromStdString(page.topic), QString::fromStdString(page.title), QString::fromStdString(textOf(page))});
    folder_ = QFileInfo(QString::fromStdString(page.file.string())).absolutePath();
  }
  if (pages_.empty()) {
    pages_.push_back({"index", "Manual",
                      "# Manual\n\nThe pages of the manual were not found beside the program. They belong in "
                      "`share/scree/manual` of the folder that the program's `bin` is in.\n"});
  }
  pages_.push_back({"reference", "Scene files: all keys", QString::fromStdString(schemaPage())});
  buildLists();
  show(0);
}

void ManualWindow::buildLists() {
  search_->setObjectName("manual_search");
  search_->setPlaceholderText("Search all pages");
  search_->setClearButtonEnabled(true);
  list_->setObjectName("manual_pages");
  text_->setObjectName("manual_text");
  text_->setOpenLinks(false);
  text_->setSearchPaths({folder_});
  text_->document()->setDocumentMargin(kTextMargin);
  for (const Page& page : pages_) {
    list_->addItem(page.title);
  }
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(search_);
  column->addWidget(list_);
  auto* splitter = new QSplitter;
  splitter->addWidget(left);
  splitter->addWidget(text_);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({kListWidth, kWidth - kListWidth});
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(splitter);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0 && row != page_) {
      show(row);
    }
  });
  connect(search_, &QLineEdit::textChanged, this, &ManualWindow::search);
  connect(search_, &QLineEdit::returnPressed, this, &ManualWindow::searchOn);
  connect(text_, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
  connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, search_,
          [this] { search_->setFocus(Qt::ShortcutFocusReason); });
  connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this, &QWidget::hide);
}

void ManualWindow::open(const QString& topic) {
  if (const int page = pageOf(topic); page >= 0) {
    show(page);
  }
  QWidget::show();
  raise();
  activateWindow();
}

QString ManualWindow::topic() const { return pages_[static_cast<std::size_t>(page_)].topic; }

void ManualWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    // The text has the colours of links from when it was read.
    const int place = text_->verticalScrollBar()->value();
    show(page_);
    text_->verticalScrollBar()->setValue(place);
  }
  QWidget::changeEvent(event);
}

void ManualWindow::show(int page) {
  page_ = page;
  text_->setMarkdown(pages_[static_cast<std::size_t>(page)].text);
  list_->setCurrentRow(page);
}

int ManualWindow::pageOf(const QString& topic) const {
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    if (pages_[i].topic == topic) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void ManualWindow::search(const QString& words) {
  int first = -1;
  for (int i = 0; i < list_->count(); ++i) {
    const bool isFound =
        words.isEmpty() || pages_[static_cast<std::size_t>(i)].text.contains(words, Qt::CaseInsensitive);
    list_->item(i)->setHidden(!isFound);
    first = isFound && (first < 0 || i == page_) ? i : first;
  }
  if (words.isEmpty() || first < 0) {
    return;
  }
  if (first != page_) {
    show(first);
  }
  text_->moveCursor(QTextCursor::Start);
  text_->find(words);
}

void ManualWindow::searchOn() {
  const QString words = search_->text();
  if (words.isEmpty() || text_->find(words)) {
    return;
  }
  for (int i = 1; i <= list_->count(); ++i) {
    const int next = (page_ + i) % list_->count();
    if (!list_->item(next)->isHidden()) {
      show(next);
      text_->moveCursor(QTextCursor::Start);
      text_->find(words);
      return;
    }
  }
}

void ManualWindow::follow(const QUrl& link) {
  const QString path = link.path();
  if (const int page = pageOf(QFileInfo(path).completeBaseName()); link.isRelative() && page >= 0) {
    show(page);
    return;
  }
  QDesktopServices::openUrl(link.isRelative() ? QUrl::fromLocalFile(folder_ + "/" + path) : link);
}

}  // namespace scree
