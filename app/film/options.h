#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/arguments/film_arguments.h"
#include "engine/scene/scene.h"

namespace scree {

/// Options on the command line of scree.
struct Options {
  QString scene = "drum";
  bool sceneGiven = false;  ///< the command line names a scene
  QString screenshot;       ///< file for a picture of the window, after which the program quits; empty: none
  double after = 2.0;       ///< real time before the picture of the window is taken [s]
  std::optional<double> speed;
  std::optional<QSize> size;            ///< of the window
  std::optional<ColourBy> colour;       ///< quantity that colours the grains
  QString filmFile;                     ///< file for a film from the start of the scene, after which the program quits
  QString render;                       ///< file for a film without a window
  std::optional<TwinChoice> twin;       ///< twin beside the run in the film
  QString cameraPath;                   ///< file with the camera path of the film without a window
  RecordChoices film;                   ///< options of the film; its length is RecordChoices::stopAfter
  std::vector<SceneOverride> settings;  ///< changes of the scene
  QString caller = "scree";             ///< the command in messages
  bool paused = false;
  bool safe = false;  ///< safe mode: software OpenGL, no saved settings
  bool help = false;
  bool version = false;
  bool graphicsProbe = false;
  bool man = false;    ///< prints the man page and quits
  QString completion;  ///< shell whose completion script is printed, after which the program quits; empty: none
  QString problem;     ///< error in the command line; empty: none
};

/// Option as the help and the pages made of it tell it.
struct OptionText {
  QStringList names;         ///< such as --help and -h
  QString value;             ///< name of its value in the help, such as FILE; empty: it takes none
  QString help;              ///< what it does, what it is without it in parentheses
  QStringList choices = {};  ///< its values, where they are few
};

/// The texts of all options, in the order of the help.
QList<OptionText> optionTexts();

/// Reads the arguments after the program's name. Unknown options are errors, so options of Qt must be removed before;
/// `lenient` skips unknown options instead.
Options parseOptions(const QStringList& arguments, bool lenient);
/// Names of all options in the help.
std::vector<std::string> optionWords();

}  // namespace scree
