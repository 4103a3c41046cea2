#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Reads a number whatever the locale; nothing when the text is none.
std::optional<double> numberOf(std::string_view text);
/// True if bytes are sound UTF-8.
bool isUtf8(std::string_view bytes);
/// Shortens a part of a file for a message: cuts a long one, and puts '?' in place of what cannot be printed.
std::string shortened(std::string_view text);
/// Shortens a part of a file and puts it between quotation marks.
std::string quotedPart(std::string_view text);
std::string lowerCase(std::string_view text);
/// The text without blanks at its ends.
std::string_view trimmedText(std::string_view text);
/// Number with a comma in place of its point, as text with a point, with what follows it: "0,5 mm" gives "0.5 mm".
/// Other text is given back as it is.
std::string withPoint(std::string_view text);
/// Words of a line between blanks and tabs.
std::vector<std::string_view> wordsOf(std::string_view line);

}  // namespace scree
