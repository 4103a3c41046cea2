#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/base/types.h"

// LIGGGHTS as a program of the machine: its inputs are written, it runs in a folder, its tables are read.
namespace scree {

/// Share of the Rayleigh time that the step of LIGGGHTS takes, as its manual advises.
inline constexpr double kLiggghtsShare = 0.2;

/// Writes the input, runs the program `liggghts` with it in a folder on one core, and returns its processor time [s].
/// Nothing if it could not be started or failed, or after a signal, which ends it.
std::optional<double> runLiggghts(const std::filesystem::path& folder, const std::string& input);

/// Message that tells where to look after a failure, or that it was stopped.
std::string liggghtsFailure(const std::filesystem::path& folder);

/// Lines that each input begins with, up to the reading of particles.data: SI units, granular, on one core.
std::string liggghtsHead();

/// A facet of ASCII STL, its corners counter-clockwise as seen from the side of its normal [m].
std::string facetText(const Vec3& a, const Vec3& b, const Vec3& c);
/// ASCII STL of some facets.
std::string stlText(const std::string& facets);
/// Facets of the curved wall of a drum about y, which touch the circle from outside. Sizes in m.
std::string drumShell(double radius, double length);
/// Facets of both end walls of that drum.
std::string drumCaps(double radius, double length);

}  // namespace scree
