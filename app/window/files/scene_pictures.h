#pragma once

#include "app/film/stills.h"
#include "app/window/files/open_files.h"

namespace scree {

class Filming;

/// Saves pictures of the view.
class ScenePictures {
 public:
  /// `filming` converts choices of size into pixels.
  ScenePictures(const WindowHost& host, const OpenFiles& files, const Filming& filming);

  /// Saves the view with its panels in the user's folder of pictures.
  void save();
  /// Saves a picture without panels in the background, with the size and smoothing of the Record panel.
  void saveScene();
  /// Asks the user for a file and saves the view there.
  void saveAs();
  /// Saves the view and notifies the user. Returns false if it cannot be written.
  bool saveTo(const QString& file, bool withPanels);
  /// Notifies the user once a picture in the background is saved or has failed. Call it repeatedly.
  void poll();

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
  const Filming& filming_;
  Stills stills_;
};

}  // namespace scree
