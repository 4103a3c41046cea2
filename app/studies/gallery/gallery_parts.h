#pragma once

#include "app/studies/gallery/gallery_builder.h"

// The classes of the gallery, one function each: it draws the dimensions and returns the scene.
namespace scree {

GalleryScene boxScene(GalleryBuilder& builder);
GalleryScene siloScene(GalleryBuilder& builder);
GalleryScene hopperScene(GalleryBuilder& builder);
GalleryScene hourglassScene(GalleryBuilder& builder);
GalleryScene drumScene(GalleryBuilder& builder);
GalleryScene tiltScene(GalleryBuilder& builder);
GalleryScene shakeScene(GalleryBuilder& builder);
GalleryScene retainingScene(GalleryBuilder& builder);
GalleryScene pressScene(GalleryBuilder& builder);
GalleryScene pullOutScene(GalleryBuilder& builder);
GalleryScene bridgeScene(GalleryBuilder& builder);
GalleryScene undercutScene(GalleryBuilder& builder);
GalleryScene transferScene(GalleryBuilder& builder);
GalleryScene mixerScene(GalleryBuilder& builder);
GalleryScene bumpScene(GalleryBuilder& builder);
GalleryScene obstacleScene(GalleryBuilder& builder);
GalleryScene floorScene(GalleryBuilder& builder);

}  // namespace scree
