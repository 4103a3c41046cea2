#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "engine/formats/columns.h"

// Reader of the points of VTK files, with their radii and velocities.
namespace scree {

namespace {

constexpr const char* kSaveAgain = "save it again with arrays as text (ASCII)";

/// Arrays of a point set, by name in lower case; numbers one after the other.
struct PointArrays {
  std::vector<double> points;
  std::map<std::string, std::vector<double>> arrays;
};

const std::vector<double>* findArray(const PointArrays& set, std::initializer_list<const char*> names,
                                     std::size_t size) {
  for (const char* name : names) {
    const auto found = set.arrays.find(name);
    if (found != set.arrays.end() && found->second.size() == size) {
      return &found->second;
    }
  }
  return nullptr;
}

ParticleFile particlesOf(const PointArrays& set) {
  ParticleFile result;
  const std::size_t count = set.points.size() / 3;
  const auto* radius = findArray(set, {"radius", "r"}, count);
  const auto* diameter = findArray(set, {"diameter", "d"}, count);
  const auto* velocity = findArray(set, {"velocity", "v"}, 3 * count);
  const auto* spin = findArray(set, {"angular_velocity", "omega", "w"}, 3 * count);
  const auto three = [](const std::vector<double>& numbers, std::size_t i) {
    return Vec3(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
  };
  for (std::size_t i = 0; i < count; ++i) {
    FileParticle particle;
    particle.position = three(set.points, i);
    particle.radius = radius != nullptr ? (*radius)[i] : diameter != nullptr ? 0.5 * (*diameter)[i] : 0.0;
    particle.velocity = velocity != nullptr ? three(*velocity, i) : Vec3(Vec3::Zero());
    particle.angularVelocity = spin != nullptr ? three(*spin, i) : Vec3(Vec3::Zero());
    if (!particle.position.allFinite() || !particle.velocity.allFinite() || !particle.angularVelocity.allFinite() ||
        !std::isfinite(particle.radius)) {
      return badFile(fmt::format("point {} has a number that is not finite", i), "take it out");
    }
    result.particles.push_back(particle);
  }
  return result;
}

/// Reads a number of a VTK type from memory.
template <typename T>
double valueAt(const char* at, bool swap) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swap) {
    std::reverse(bytes.begin(), bytes.end());
  }
  return static_cast<double>(std::bit_cast<T>(bytes));
}

struct NumberType {
  std::size_t size;
  double (*read)(const char*, bool);
};

template <typename T>
constexpr NumberType kTypeOf = {sizeof(T), &valueAt<T>};

/// Type by its name in either kind of file; size 0: unknown.
NumberType typeNamed(const std::string& name) {
  static const std::map<std::string, NumberType> types = {
      {"float", kTypeOf<float>},
      {"double", kTypeOf<double>},
      {"int", kTypeOf<std::int32_t>},
      {"unsigned_int", kTypeOf<std::uint32_t>},
      {"long", kTypeOf<std::int64_t>},
      {"vtkidtype", kTypeOf<std::int64_t>},
      {"vtktypeint64", kTypeOf<std::int64_t>},
      {"char", kTypeOf<std::int8_t>},
      {"unsigned_char", kTypeOf<std::uint8_t>},
      {"short", kTypeOf<std::int16_t>},
      {"unsigned_short", kTypeOf<std::uint16_t>},
      {"float32", kTypeOf<float>},
      {"float64", kTypeOf<double>},
      {"int8", kTypeOf<std::int8_t>},
      {"uint8", kTypeOf<std::uint8_t>},
      {"int16", kTypeOf<std::int16_t>},
      {"uint16", kTypeOf<std::uint16_t>},
      {"int32", kTypeOf<std::int32_t>},
      {"uint32", kTypeOf<std::uint32_t>},
      {"int64", kTypeOf<std::int64_t>},
      {"uint64", kTypeOf<std::uint64_t>},
  };
  const auto found = types.find(lowerCase(name));
  return found == types.end() ? NumberType{0, nullptr} : found->second;
}

/// Reads words and raw numbers of a legacy file, in the order of the file.
class LegacyText {
 public:
  explicit LegacyText(const std::string& content) : content_(content) {}

  std::string_view line() {
    const std::size_t end = std::min(content_.find('\n', at_), content_.size());
    const std::string_view text = std::string_view(content_).substr(at_, end - at_);
    at_ = std::min(end + 1, content_.size());
    return text;
  }
  bool atEnd() const { return at_ >= content_.size(); }
  std::string_view word() {
    at_ = std::min(content_.find_first_not_of(" \t\r\n", at_), content_.size());
    const std::size_t end = std::min(content_.find_first_of(" \t\r\n", at_), content_.size());
    const std::string_view text = std::string_view(content_).substr(at_, end - at_);
    at_ = end;
    return text;
  }
  /// Reads numbers; false when the file ends or a word is no number.
  bool numbers(std::size_t count, const NumberType& type, bool binary, std::vector<double>& values) {
    if (count > content_.size() || type.size == 0) {
      return false;
    }
    values.clear();
    if (binary) {
      at_ = std::min(content_.find('\n', at_), content_.size() - 1) + 1;
      if (count * type.size > content_.size() - at_) {
        return false;
      }
      for (std::size_t i = 0; i < count; ++i) {
        values.push_back(type.read(content_.data() + at_ + i * type.size, true));  // legacy files are big-endian
      }
      at_ += count * type.size;
      return true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<double> value = numberOf(word());
      if (!value) {
        return false;
      }
      values.push_back(*value);
    }
    return true;
  }

 private:
  const std::string& content_;
  std::size_t at_ = 0;
};

std::size_t countOf(std::string_view text) {
  const double value = numberOf(text).value_or(-1.0);
  return value >= 0.0 && value < 1e12 ? static_cast<std::size_t>(value) : SIZE_MAX / 16;
}

// Decodes inline base64; skips blanks. Empty on a character outside base64.
std::string bytesOf(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int filled = 0;
  for (const char c : text) {
    int value = -1;
    if (c >= 'A' && c <= 'Z') {
      value = c - 'A';
    } else if (c >= 'a' && c <= 'z') {
      value = c - 'a' + 26;
    } else if (c >= '0' && c <= '9') {
      value = c - '0' + 52;
    } else if (c == '+' || c == '/') {
      value = c == '+' ? 62 : 63;
    } else if (c == '=') {
      // After the padding a new group begins, as the header is encoded for itself.
      bits = 0;
      filled = 0;
      continue;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      continue;
    } else {
      return {};
    }
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    filled += 6;
    if (filled >= 8) {
      filled -= 8;
      bytes += static_cast<char>(bits >> filled & 0xffU);
    }
  }
  return bytes;
}

std::string attribute(std::string_view tag, std::string_view name) {
  const std::string wanted = fmt::format(" {}=\"", name);
  const std::size_t begin = tag.find(wanted);
  if (begin == std::string_view::npos) {
    return {};
  }
  const std::size_t from = begin + wanted.size();
  return std::string(tag.substr(from, tag.find('"', from) - from));
}

struct XmlFlags {
  bool swap = false;
  std::size_t headSize = 4;
};

/// Reads the numbers of one <DataArray>; false when they cannot be read.
bool arrayNumbers(std::string_view tag, std::string_view text, const XmlFlags& flags, std::vector<double>& values) {
  const std::string format = attribute(tag, "format");
  if (format == "ascii") {
    for (const std::string_view part : partsOfLine(text)) {
      for (std::size_t at = 0; at < part.size();) {
        const std::size_t end = std::min(part.find_first_of("\r\n", at), part.size());
        if (end > at) {
          const std::optional<double> value = numberOf(part.substr(at, end - at));
          if (!value) {
            return false;
          }
          values.push_back(*value);
        }
        at = end + 1;
      }
    }
    return true;
  }
  const NumberType type = typeNamed(attribute(tag, "type"));
  if (format != "binary" || type.size == 0) {
    return false;
  }
  const std::string bytes = bytesOf(text);
  if (bytes.size() < flags.headSize) {
    return false;
  }
  const double length = flags.headSize == 8 ? valueAt<std::uint64_t>(bytes.data(), flags.swap)
                                            : valueAt<std::uint32_t>(bytes.data(), flags.swap);
  if (!(length >= 0.0) || length > static_cast<double>(bytes.size() - flags.headSize)) {
    return false;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(length) / type.size; ++i) {
    values.push_back(type.read(bytes.data() + flags.headSize + i * type.size, flags.swap));
  }
  return true;
}

/// Text between an opening tag and its end; empty when there is none.
std::string_view inside(std::string_view text, std::string_view tag) {
  const std::size_t begin = text.find(fmt::format("<{}", tag));
  const std::size_t end = text.find(fmt::format("</{}>", tag), begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, end - begin);
}

/// Calls use(tag, text) for every <DataArray>; stops when it returns false.
template <typename Use>
bool forArrays(std::string_view text, Use use) {
  for (;;) {
    const std::size_t begin = text.find("<DataArray");
    if (begin == std::string_view::npos) {
      return true;
    }
    const std::size_t tagEnd = std::min(text.find('>', begin), text.size() - 1);
    const std::size_t end = std::min(text.find("</DataArray>", tagEnd), text.size());
    if (!use(text.substr(begin, tagEnd - begin), text.substr(tagEnd + 1, end - tagEnd - 1))) {
      return false;
    }
    text.remove_prefix(end);
  }
}

}  // namespace

ParticleFile readVtkLegacy(const std::string& content) {
  LegacyText text(content);
  text.line();
  text.line();
  const bool binary = lowerCase(text.word()) == "binary";
  PointArrays set;
  std::size_t perPoint = 0;
  const ParticleFile broken = badFile("its arrays cannot be read", kSaveAgain);
  while (!text.atEnd()) {
    const std::string word = lowerCase(text.word());
    if (word == "points") {
      const std::size_t count = countOf(text.word());
      if (!text.numbers(3 * count, typeNamed(std::string(text.word())), binary, set.points)) {
        return broken;
      }
    } else if (word == "point_data" || word == "cell_data") {
      perPoint = countOf(text.word());
      if (word == "cell_data") {
        break;
      }
    } else if ((word == "vectors" || word == "scalars") && perPoint > 0) {
      const std::string name = lowerCase(text.word());
      const NumberType type = typeNamed(std::string(text.word()));
      std::size_t parts = word == "vectors" ? 3 : 1;
      if (word == "scalars") {
        const std::vector<std::string_view> rest = partsOfLine(text.line());
        parts = rest.empty() ? 1 : countOf(rest[0]);
        text.word();  // LOOKUP_TABLE
        text.word();
      }
      if (!text.numbers(parts * perPoint, type, binary, set.arrays[name])) {
        return broken;
      }
    } else if (word == "field") {
      text.word();
      const std::size_t fields = countOf(text.word());
      for (std::size_t i = 0; i < fields && !text.atEnd(); ++i) {
        const std::string name = lowerCase(text.word());
        const std::size_t parts = countOf(text.word());
        const std::size_t count = countOf(text.word());
        if (parts > 64 || !text.numbers(parts * count, typeNamed(std::string(text.word())), binary, set.arrays[name])) {
          return broken;
        }
      }
    }
  }
  return particlesOf(set);
}

ParticleFile readVtkXml(const std::string& content) {
  const std::string_view text = content;
  const std::size_t begin = text.find("<VTKFile");
  if (begin == std::string_view::npos) {
    return badFile("an XML file that is not VTK", "use a .vtp or .vtu file");
  }
  const std::string_view head = text.substr(begin, text.find('>', begin) - begin);
  if (!attribute(head, "compressor").empty() || text.find("format=\"appended\"") != std::string_view::npos) {
    return badFile("its arrays are compressed or appended", kSaveAgain);
  }
  XmlFlags flags;
  flags.swap = attribute(head, "byte_order") == "BigEndian";
  flags.headSize = attribute(head, "header_type") == "UInt64" ? 8 : 4;
  PointArrays set;
  const bool sound = forArrays(inside(text, "Points"),
                               [&](auto tag, auto numbers) { return arrayNumbers(tag, numbers, flags, set.points); }) &&
                     forArrays(inside(text, "PointData"), [&](auto tag, auto numbers) {
                       return arrayNumbers(tag, numbers, flags, set.arrays[lowerCase(attribute(tag, "Name"))]);
                     });
  return sound ? particlesOf(set) : badFile("its arrays cannot be read", kSaveAgain);
}

}  // namespace scree
