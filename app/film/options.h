#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "app/video/film_settings.h"
#include "app/view/view_options.h"

namespace scree {

/// The command line of scree.
struct Options {
  QString scene = "drum";
  QString screenshot;  ///< file to save a picture of the window to, then quit
  double after = 2.0;  ///< s of running before the picture
  std::optional<double> speed;
  std::optional<QSize> size;
  std::optional<ColourBy> colour;  ///< what grains are coloured by
  QString record;                  ///< file to film to from the start of the scene, then quit
  QString render;                  ///< file to film to without a window
  QString cameraPath;              ///< file with the path of that film's camera
  RecordChoices film;              ///< what that film is like; its length is stopAfter
  bool paused = false;
  bool safe = false;  ///< software OpenGL, none of the saved settings
  bool help = false;
  bool version = false;
  bool graphicsProbe = false;
  QString problem;  ///< what is wrong with the command line, empty when nothing
};

/// Reads the arguments after the program's name; options of Qt itself must have been taken out already, or `lenient`
/// passes over what is unknown.
Options parseOptions(const QStringList& arguments, bool lenient);
QString helpText();

}  // namespace scree
