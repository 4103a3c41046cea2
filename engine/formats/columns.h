#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/particle_file.h"

// Parts of the readers of particle files.
namespace scree {

/// A number, in any locale; nothing when the text is none.
std::optional<double> numberOf(std::string_view text);
/// A part of a file for a message: cut where it is long, and signs in place of bytes that are no printable ASCII.
std::string shortened(std::string_view text);
/// The same between quotation marks.
std::string quotedPart(std::string_view text);
std::string lowerCase(std::string_view text);
/// The parts of a line between separators (commas, semicolons, blanks), quotes taken off.
std::vector<std::string_view> partsOfLine(std::string_view line);

/// Which columns hold what; -1: none.
struct Columns {
  int place[3] = {-1, -1, -1};
  int velocity[3] = {-1, -1, -1};
  int spin[3] = {-1, -1, -1};
  int size = -1;
  bool sizeIsDiameter = false;

  bool hasPlaces() const { return place[0] >= 0 && place[1] >= 0 && place[2] >= 0; }
};
Columns columnsOf(const std::vector<std::string_view>& names);

ParticleFile badFile(std::string what, std::string remedy, int line = 0);

ParticleFile readVtkLegacy(const std::string& content);
ParticleFile readVtkXml(const std::string& content);

}  // namespace scree
