#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <pugixml.hpp>
#include <set>

#include "engine/formats/particles/particle_readers.h"
#include "engine/formats/particles/vtk_arrays.h"
#include "engine/formats/text/file_bytes.h"
#include "engine/formats/text/text_number.h"

// XML files of VTK: sets of points in pieces, with arrays as text, in base64 or appended, which zlib may have
// compressed; and files that list such files (https://docs.vtk.org, VTK XML File Formats).
namespace scree {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestPiece = std::uintmax_t{4} << 30;
constexpr int kDeepestList = 3;  // a collection lists parallel files, which list pieces

/// Problem inside the file; thrown and caught in this source only.
struct XmlProblem {
  std::string what;
  std::string remedy = kSaveAgain;
};

// Decodes base64 and skips blanks. Empty on a character outside base64.
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
      // After the padding a new group begins, as a head is encoded for itself.
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

/// Form of the binary arrays of a file, by its head.
struct XmlForm {
  bool swap = false;
  bool isCompressed = false;
  std::size_t wordSize = 4;    ///< bytes of a number in the head of an array
  bool isAppendedRaw = false;  ///< appended data are bytes, not base64
  std::string_view appended;   ///< appended data after their mark
};

/// Binary data of an array: a head with sizes, then the numbers, in blocks where they are compressed.
std::string dataOf(std::string_view bytes, const XmlForm& form) {
  const std::size_t word = form.wordSize;
  const auto countAt = [&](std::size_t i) {
    if ((i + 1) * word > bytes.size()) {
      throw XmlProblem{"an array ends before its head does"};
    }
    return vtkCount(bytes.substr(i * word), word, form.swap);
  };
  if (!form.isCompressed) {
    const double size = countAt(0);
    if (size > static_cast<double>(bytes.size() - word)) {
      throw XmlProblem{"an array is cut short", kCutRemedy};
    }
    return std::string(bytes.substr(word, static_cast<std::size_t>(size)));
  }
  const double blocks = countAt(0);
  if (blocks == 0.0) {
    return {};
  }
  const double blockSize = countAt(1);
  const double lastSize = countAt(2);
  std::string data;
  double at = (3.0 + blocks) * static_cast<double>(word);
  for (double i = 0.0; i < blocks; i += 1.0) {
    const double packed = countAt(3 + static_cast<std::size_t>(i));
    const double size = i + 1.0 == blocks && lastSize > 0.0 ? lastSize : blockSize;
    // No block grows more than a thousandfold: zlib's bound.
    if (at + packed > static_cast<double>(bytes.size()) || size > 1100.0 * (packed + 64.0)) {
      throw XmlProblem{"a compressed array is cut short", kCutRemedy};
    }
    const std::size_t before = data.size();
    data.resize(before + static_cast<std::size_t>(size));
    uLongf room = static_cast<uLongf>(size);
    const int state = uncompress(reinterpret_cast<Bytef*>(data.data() + before), &room,
                                 reinterpret_cast<const Bytef*>(bytes.data() + static_cast<std::size_t>(at)),
                                 static_cast<uLong>(packed));
    if (state != Z_OK || static_cast<double>(room) != size) {
      throw XmlProblem{"a compressed array is damaged", kCutRemedy};
    }
    at += packed;
  }
  return data;
}

void appendText(std::string_view text, std::vector<double>& values) {
  constexpr std::string_view kBetween = " \t\r\n";
  for (std::size_t begin = text.find_first_not_of(kBetween); begin != std::string_view::npos;
       begin = text.find_first_not_of(kBetween)) {
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBetween));
    const std::optional<double> value = numberOf(word);
    if (!value) {
      throw XmlProblem{quotedPart(word) + " where a number should be"};
    }
    values.push_back(*value);
    text.remove_prefix(word.size());
  }
}

/// Appends the numbers of an array to `values`.
void appendArray(const pugi::xml_node& array, const XmlForm& form, std::vector<double>& values) {
  const std::string format = array.attribute("format").as_string("ascii");
  const std::string_view text = array.text().get();
  if (format == "ascii") {
    appendText(text, values);
    return;
  }
  const NumberType type = vtkTypeNamed(array.attribute("type").value());
  if (type.size == 0) {
    throw XmlProblem{fmt::format("{} is no type of numbers", quotedPart(array.attribute("type").value()))};
  }
  std::string data;
  if (format == "binary") {
    data = dataOf(bytesOf(text), form);
  } else if (format == "appended") {
    const double offset = array.attribute("offset").as_double(-1.0);
    if (!(offset >= 0.0) || offset >= static_cast<double>(form.appended.size())) {
      throw XmlProblem{"an array lies outside the appended data"};
    }
    const std::string_view rest = form.appended.substr(static_cast<std::size_t>(offset));
    // Base64 of one array ends where the next one begins; what follows it is not looked at.
    data = form.isAppendedRaw ? dataOf(rest, form) : dataOf(bytesOf(rest.substr(0, rest.find('<'))), form);
  } else {
    throw XmlProblem{fmt::format("{} is no form of an array", quotedPart(format))};
  }
  for (std::size_t at = 0; at + type.size <= data.size(); at += type.size) {
    values.push_back(type.read(data.data() + at, form.swap));
  }
}

/// Adds points of further pieces to those before; every piece must have the same arrays.
class Pieces {
 public:
  void add(PointArrays piece) {
    if (piece.points.empty()) {
      return;
    }
    if (count_ > 0 && names(piece) != names(set_)) {
      throw XmlProblem{"its pieces have different arrays", "save it again as one piece"};
    }
    ++count_;
    const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    set_.polygons += piece.polygons;
    set_.vertices += piece.vertices;
    set_.lines += piece.lines;
    append(set_.points, piece.points);
    for (const auto& [name, numbers] : piece.arrays) {
      append(set_.arrays[name], numbers);
    }
    set_.ofCells = std::move(piece.ofCells);
  }

  ParticleFile particles() const {
    ParticleFile result = particlesOf(set_);
    if (result.what.empty() && count_ > 1) {
      result.notes.push_back(fmt::format("{} pieces", count_));
    }
    return result;
  }

 private:
  static std::set<std::string> names(const PointArrays& set) {
    std::set<std::string> names;
    for (const auto& [name, numbers] : set.arrays) {
      names.insert(name);
    }
    return names;
  }

  PointArrays set_;
  std::size_t count_ = 0;
};

class XmlReader {
 public:
  XmlReader(const ParticleChoice& choice, Pieces& pieces, std::vector<std::string>& notes)
      : choice_(choice), pieces_(pieces), notes_(notes) {}

  void read(std::string_view bytes, const fs::path& folder, int depth) {
    const auto [xml, form] = partsOf(bytes);
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(xml.data(), xml.size());
    if (!parsed) {
      throw XmlProblem{fmt::format("it is no sound XML ({}, byte {})", parsed.description(), parsed.offset),
                       kCutRemedy};
    }
    const pugi::xml_node file = document.child("VTKFile");
    if (!file) {
      throw XmlProblem{"an XML file that is not VTK", "use a .vtp, .vtu, .pvtp, .pvtu or .pvd file"};
    }
    const std::string kind = file.attribute("type").value();
    const pugi::xml_node set = file.child(kind.c_str());
    if (kind == "PolyData" || kind == "UnstructuredGrid") {
      readPieces(set, formOf(file, form));
    } else if (kind == "PPolyData" || kind == "PUnstructuredGrid") {
      for (const pugi::xml_node piece : set.children("Piece")) {
        readListed(piece.attribute("Source").value(), folder, depth);
      }
    } else if (kind == "Collection") {
      readCollection(set, folder, depth);
    } else {
      throw XmlProblem{fmt::format("it holds no points: a data set of kind {}", quotedPart(kind)),
                       "save points with their radii, as .vtp or .vtu"};
    }
  }

 private:
  /// Splits a file with appended data, which need not be XML: the XML, made whole again, and the data.
  static std::pair<std::string, XmlForm> partsOf(std::string_view bytes) {
    XmlForm form;
    const std::size_t begin = bytes.find("<AppendedData");
    if (begin == std::string_view::npos) {
      return {std::string(bytes), form};
    }
    const std::size_t end = bytes.find('>', begin);
    const std::size_t mark = bytes.find('_', std::min(end, bytes.size()));
    if (end == std::string_view::npos || mark == std::string_view::npos) {
      throw XmlProblem{"its appended data have no beginning", kCutRemedy};
    }
    form.isAppendedRaw = bytes.substr(begin, end - begin).find("\"raw\"") != std::string_view::npos;
    form.appended = bytes.substr(mark + 1);
    return {std::string(bytes.substr(0, begin)) + "</VTKFile>", form};
  }

  static XmlForm formOf(const pugi::xml_node& file, XmlForm form) {
    form.swap = std::string_view(file.attribute("byte_order").value()) == "BigEndian";
    form.wordSize = std::string_view(file.attribute("header_type").value()) == "UInt64" ? 8 : 4;
    const std::string compressor = file.attribute("compressor").value();
    form.isCompressed = !compressor.empty();
    if (form.isCompressed && compressor != "vtkZLibDataCompressor") {
      throw XmlProblem{fmt::format("its arrays are compressed by {}", quotedPart(compressor)),
                       "save it again with ZLib, or without compression"};
    }
    return form;
  }

  void readPieces(const pugi::xml_node& set, const XmlForm& form) {
    for (const pugi::xml_node piece : set.children("Piece")) {
      PointArrays read;
      for (const pugi::xml_node array : piece.child("Points").children("DataArray")) {
        appendArray(array, form, read.points);
      }
      const double told = piece.attribute("NumberOfPoints").as_double(0.0);
      if (3.0 * told != static_cast<double>(read.points.size())) {
        throw XmlProblem{fmt::format("a piece of {} points has {} coordinates", told, read.points.size())};
      }
      for (const pugi::xml_node array : piece.child("PointData").children("DataArray")) {
        appendArray(array, form, read.arrays[array.attribute("Name").value()]);
      }
      read.polygons = static_cast<std::size_t>(std::max(0.0, piece.attribute("NumberOfPolys").as_double(0.0)) +
                                               std::max(0.0, piece.attribute("NumberOfStrips").as_double(0.0)));
      read.vertices = static_cast<std::size_t>(std::max(0.0, piece.attribute("NumberOfVerts").as_double(0.0)));
      read.lines = static_cast<std::size_t>(std::max(0.0, piece.attribute("NumberOfLines").as_double(0.0)));
      takeCellTypes(piece.child("Cells"), form, read);
      for (const pugi::xml_node array : piece.child("CellData").children("DataArray")) {
        read.ofCells.emplace_back(array.attribute("Name").value());
      }
      pieces_.add(std::move(read));
    }
  }

  /// Counts the cells of an unstructured grid: vertices (types 1 and 2), and all others.
  void takeCellTypes(const pugi::xml_node& cells, const XmlForm& form, PointArrays& read) {
    for (const pugi::xml_node array : cells.children("DataArray")) {
      if (std::string_view(array.attribute("Name").value()) != "types") {
        continue;
      }
      std::vector<double> types;
      appendArray(array, form, types);
      for (const double type : types) {
        (type == 1.0 || type == 2.0 ? read.vertices : read.lines) += 1;
      }
    }
  }

  /// Reads a file that this one lists.
  void readListed(const std::string& name, const fs::path& folder, int depth) {
    if (depth >= kDeepestList) {
      throw XmlProblem{"its list of files leads to lists again and again", "list files of points"};
    }
    if (name.empty()) {
      throw XmlProblem{"its list has a file without a name", "save it again"};
    }
    fs::path path = folder / name;
    if (std::error_code problem; !fs::exists(path, problem)) {
      // Paths of Windows.
      std::string slashed = name;
      std::ranges::replace(slashed, '\\', '/');
      path = folder / slashed;
    }
    const FileBytes listed = readBytes(path, kLargestPiece, "a .vtp or .vtu file");
    if (!listed.what.empty()) {
      throw XmlProblem{fmt::format("{}, which it lists: {}", name, listed.what),
                       "keep the files that it lists beside it"};
    }
    read(listed.bytes, path.parent_path(), depth + 1);
  }

  void readCollection(const pugi::xml_node& set, const fs::path& folder, int depth) {
    std::set<double> times;
    for (const pugi::xml_node file : set.children("DataSet")) {
      times.insert(file.attribute("timestep").as_double(0.0));
    }
    if (times.empty()) {
      throw XmlProblem{"it lists no files", "save it again"};
    }
    if (auto bad = badFrame(choice_, times.size())) {
      throw XmlProblem{bad->what, bad->remedy};
    }
    isCollection_ = true;
    const std::size_t frame = choice_.frame.value_or(times.size());
    const double time = *std::next(times.begin(), static_cast<std::ptrdiff_t>(frame - 1));
    notes_.push_back(fmt::format("frame {} of {}, at {} s", frame, times.size(), time));
    for (const pugi::xml_node file : set.children("DataSet")) {
      if (file.attribute("timestep").as_double(0.0) == time) {
        readListed(file.attribute("file").value(), folder, depth);
      }
    }
  }

 public:
  bool isCollection() const { return isCollection_; }

 private:
  ParticleChoice choice_;
  Pieces& pieces_;
  std::vector<std::string>& notes_;
  bool isCollection_ = false;
};

}  // namespace

ParticleFile readVtkXml(std::string_view bytes, const ParticleChoice& choice, const fs::path& folder) {
  Pieces pieces;
  std::vector<std::string> notes;
  XmlReader reader(choice, pieces, notes);
  try {
    reader.read(bytes, folder, 0);
    if (!reader.isCollection()) {
      if (auto bad = badFrame(choice, 1)) {
        return std::move(*bad);
      }
    }
    ParticleFile result = pieces.particles();
    result.notes.insert(result.notes.begin(), notes.begin(), notes.end());
    return result;
  } catch (const XmlProblem& problem) {
    return badFile(problem.what, problem.remedy);
  }
}

}  // namespace scree
