#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/video/film_settings.h"
#include "app/view/view_options.h"
#include "engine/snapshot/twin_choice.h"

// Options of films, with the same names and messages in `ndem render` and `scree`.
namespace scree {

/// Values of the options of a film.
struct FilmArguments {
  RecordChoices film;              ///< its length is RecordChoices::stopAfter
  std::optional<ColourBy> colour;  ///< quantity that colours the grains
  std::optional<TwinChoice> twin;  ///< twin beside the run
  std::string cameraPath;          ///< file with a camera path; empty: none
  bool hasLimit = false;           ///< a largest size was given, which only a GIF has
};

/// Option of a film: its name, the type of its value, its allowed values if they are names, and its help.
struct FilmOption {
  std::string_view name;
  std::string_view type;
  std::vector<std::string> names;
  std::string_view meaning;
  /// Sets the value. Returns a complaint, empty when it was set.
  std::string (*take)(FilmArguments& film, std::string_view value);
};
const std::vector<FilmOption>& filmOptions();

/// Sets the format of the film from the ending of its file. Returns a complaint.
std::string takeFilmFile(RecordChoices& film, std::string_view file);
/// Complaint on a largest size that is given for a film which is no GIF; empty: none.
std::string complaintOnLimit(const FilmArguments& all);
/// Names of the quantities that can colour the grains, such as "split-cause".
std::vector<std::string> colourNames();
/// Reads the name of such a quantity. Returns a complaint.
std::string takeColour(std::optional<ColourBy>& colour, std::string_view name);
/// Reads a size such as "1280x800". Returns a complaint.
std::string takeSize(std::optional<PixelSize>& size, std::string_view text);

}  // namespace scree
