#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/formats/particle_file.h"

// Parts shared by the readers of particle files.
namespace scree {

/// Reads a number whatever the locale; nothing when the text is none.
std::optional<double> numberOf(std::string_view text);
/// Shortens a part of a file for a message: cuts a long one, and puts '?' in place of bytes that are not printable
/// ASCII.
std::string shortened(std::string_view text);
/// Shortens a part of a file and puts it between quotation marks.
std::string quotedPart(std::string_view text);
std::string lowerCase(std::string_view text);
/// Parts of a line between separators (commas, semicolons, blanks), without quotes.
std::vector<std::string_view> partsOfLine(std::string_view line);

/// Index of the column of each quantity; -1: none.
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
