#pragma once

#include <QFrame>
#include <QString>
#include <filesystem>
#include <functional>
#include <vector>

class QCheckBox;
class QGridLayout;
class QVBoxLayout;

namespace scree {

/// Scene on the start page.
struct SceneCard {
  std::filesystem::path file;
  QString name;                   ///< name of the file without its ending
  QString description;            ///< one sentence; may be empty
  std::filesystem::path picture;  ///< may be missing
};

/// Cards of scene files, with their pictures from `pictures`, as far as they can be read.
std::vector<SceneCard> sceneCards(const std::vector<std::filesystem::path>& scenes,
                                  const std::filesystem::path& pictures);

/// Page over the view that offers shipped scenes, recent files and the first steps. It covers no button of the window.
class StartPage : public QFrame {
  Q_OBJECT

 public:
  struct Calls {
    std::function<void(const std::filesystem::path&)> open;         ///< opens a recent file
    std::function<void(const std::filesystem::path&)> openShipped;  ///< opens a scene of the gallery
    std::function<void(std::string_view)> trigger;                  ///< runs an action by its id
    std::function<void(bool)> setShownAtStart;
  };
  /// `view` is the widget over which the page lies.
  StartPage(QWidget& view, Calls calls);

  /// Shows the page with cards and recent files.
  void showPage(const std::vector<SceneCard>& cards, const QStringList& recent, bool shownAtStart);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const std::vector<SceneCard>& cards, const QStringList& recent, bool shownAtStart);
  QWidget* firstSteps(const QStringList& recent);
  /// The shipped scenes, in rows of `width` pixels.
  QWidget* gallery(const std::vector<SceneCard>& cards, int width);
  void addButton(QVBoxLayout& column, const QString& text, const QString& help, std::string_view action);
  void place();

  QWidget& view_;
  Calls calls_;
  QWidget* body_ = nullptr;
  std::function<void()> refill_;  ///< fills the page again with what it shows
};

}  // namespace scree
