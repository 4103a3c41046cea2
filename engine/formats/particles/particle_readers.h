#pragma once

#include <string>
#include <string_view>

#include "engine/formats/particles/particle_columns.h"
#include "engine/formats/particles/particle_file.h"
#include "engine/formats/text/text_table.h"

// Readers of the kinds of particle files, and parts that they share. Every count in a file is checked against the bytes
// left before memory is reserved for it.
namespace scree {

/// Readers of text made plain (plain_text.h).
ParticleFile readParticleTable(std::string_view text);
ParticleFile readDump(std::string_view text, const ParticleChoice& choice);
ParticleFile readLammpsData(std::string_view text);
ParticleFile readXyz(std::string_view text, const ParticleChoice& choice);
/// Readers of bytes: VTK holds binary parts.
ParticleFile readVtkLegacy(std::string_view bytes);
ParticleFile readVtkXml(std::string_view bytes, const ParticleChoice& choice, const std::filesystem::path& folder);

/// True if the text is a data file of LAMMPS, or XYZ.
bool isLammpsData(std::string_view text);
bool isXyz(std::string_view text);

/// System of units of LAMMPS (https://docs.lammps.org/units.html).
struct UnitSystem {
  std::string_view name;
  double length;   ///< m
  double time;     ///< s
  double density;  ///< kg/m³
};
/// The system of that name; nothing for lj, electron and unknown ones.
std::optional<UnitSystem> unitSystem(std::string_view name);

/// Note on the kinds of particles that become one; empty: there is one kind.
std::string noteOfTypes(std::size_t types);

ParticleFile badFile(std::string what, std::string remedy, int line = 0);
/// Problem of a frame that does not exist, or nothing. `most` counts the frames.
std::optional<ParticleFile> badFrame(const ParticleChoice& choice, std::size_t most);

/// Reads a particle from the words of a row, which has all columns. A problem without a remedy is one of the file's
/// kind, for which the caller has one.
TextProblem readParticleRow(const ParticleColumns& columns, std::span<const std::string_view> words,
                            FileParticle& particle);

constexpr const char* kNoSize = "a radius or diameter is not above 0";
constexpr const char* kSizeWanted = "give the particle a size, or take it out";
constexpr const char* kCutInLine = "the file ends in the middle of a line";
constexpr const char* kCutRemedy = "it is cut short: write or copy it again";

/// Lines of a plain text one by one.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  /// Takes the next line; false at the end.
  bool next(std::string_view& line);
  /// True if the line that was taken last has no end: the file may be cut short.
  bool isCut() const { return isCut_; }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
  bool isCut_ = false;
};

}  // namespace scree
