#pragma once

#include <QMenu>
#include <QPushButton>
#include <filesystem>
#include <functional>
#include <vector>

// Studies to choose from, and the buttons of the pages that show one.
namespace scree {

QString textOfPath(const std::filesystem::path& path);

const std::vector<std::filesystem::path>& shippedStudies();
bool isShippedStudy(const std::filesystem::path& file);

/// Folder of the user's documents, or home.
std::filesystem::path documentsFolder();

/// Asks for a study, from the place of the present one on. Empty without an answer.
std::filesystem::path askedStudy(const std::filesystem::path& present, QWidget* parent);
/// Asks for the folder of a study, from the present one on, which need not be there yet.
std::filesystem::path askedFolder(const std::filesystem::path& present, QWidget* parent);

/// Ways to another study.
struct StudyChoices {
  std::function<void()> ask;                               ///< asks for a file
  std::function<void(const std::filesystem::path&)> open;  ///< opens a file
};
/// Adds the ways to another study to a menu.
void addStudies(QMenu& menu, const StudyChoices& choices);

QPushButton* namedButton(const char* name, const QString& text, const QString& tip = {});

}  // namespace scree
