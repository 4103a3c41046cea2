#pragma once

#include <string>

// Scenes that the study of the truth has for itself.
namespace scree {

/// 1500 pellets on a plate of 20 d by 6 d between smooth walls; both ends open at 1 s.
std::string truthPlateScene();
/// 2300 grains of 10 mm in a box with a flat floor; a slot of 5 d opens at 1 s.
std::string truthSiloScene();
/// 600 grains of 10 mm fall into a tube of 6 d; its floor is a body of its own.
std::string truthContainerScene();
/// 1200 pellets in a rough box of 23 d by 6 d.
std::string truthSlopeScene();
/// 300 grains of 8 mm in a box that swings up and down by 8 mm at 8 Hz.
std::string truthShakenScene();
/// 40 grains, none of which touches another, on their way down to a floor at 0.04 m/s, without gravity. Their gaps
/// differ evenly by up to 0.2 mm, so that they touch at all times in a step of 5 ms.
std::string truthReboundScene();
/// 400 pellets fall into a box.
std::string truthSettlingScene();

}  // namespace scree
