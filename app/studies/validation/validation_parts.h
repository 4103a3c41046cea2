#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/studies/validation/validation_row.h"

// Parts of the study that validates the whole program.
namespace scree {

struct ValidationSettings {
  bool isQuick = false;  ///< fewer runs and systems, of the same sizes: numbers agree with the full study's by seed
  int seeds = 3;
  int firstSeed = 1;
  int jobs = 1;  ///< runs side by side, where nothing is timed
};

struct ValidationPart {
  std::string_view name;
  std::string_view title;
  std::string_view text;  ///< systems, sources and what is learnt
  /// Measures all rows. Rows of runs that a signal prevented are left out.
  std::function<std::vector<ValidationRow>(const ValidationSettings&)> measure;
};

/// All parts in the order of the page.
std::span<const ValidationPart> validationParts();

std::vector<ValidationRow> measureGrains(const ValidationSettings& settings);
std::vector<ValidationRow> measureFlows(const ValidationSettings& settings);
std::vector<ValidationRow> measureTriaxial(const ValidationSettings& settings);
std::vector<ValidationRow> measureWarmStarts(const ValidationSettings& settings);
std::vector<ValidationRow> measureTruth(const ValidationSettings& settings);
std::vector<ValidationRow> measureGallery(const ValidationSettings& settings);
std::vector<ValidationRow> measureIterations(const ValidationSettings& settings);
std::vector<ValidationRow> measureCollisions(const ValidationSettings& settings);
std::vector<ValidationRow> measurePublicBenchmark(const ValidationSettings& settings);
std::vector<ValidationRow> measureAngles(const ValidationSettings& settings);
std::vector<ValidationRow> measureSilo(const ValidationSettings& settings);
std::vector<ValidationRow> measurePellets(const ValidationSettings& settings);

}  // namespace scree
