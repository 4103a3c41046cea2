#pragma once

#include "app/film/stills.h"
#include "app/window/files/open_files.h"

namespace scree {

class Filming;

/// Saves pictures of the view.
class ScenePictures {
 public:
  /// `filming` knows the sizes of pictures.
  ScenePictures(const WindowHost& host, const OpenFiles& files, const Filming& filming);

  /// Saves the view in the pictures folder.
  void save();
  /// Saves a picture without panels in the background, as large and smooth as the Record panel says.
  void saveScene();
  /// Asks for a file and saves the view there.
  void saveAs();
  /// Saves the view and says so. False with a message when it can't be written.
  bool saveTo(const QString& file, bool withPanels);
  /// Says so when a picture in the background is saved. Call it now and then.
  void poll();

 private:
  const WindowHost& host_;
  const OpenFiles& files_;
  const Filming& filming_;
  Stills stills_;
};

}  // namespace scree
