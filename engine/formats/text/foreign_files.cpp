#include "engine/formats/text/foreign_files.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/formats/text/text_number.h"

namespace scree {

namespace {

constexpr std::string_view kAsMesh = "save it as STL, OBJ or PLY in the program that made it";
constexpr std::string_view kAsTable = "save the particles as a table with columns x y z r";

/// Beginning of a file, in lower case and after blanks.
struct Beginning {
  std::string_view text;
  ForeignFile kind;
};
constexpr std::array<Beginning, 19> kBeginnings = {{
    {"iso-10303-21", {"it is a STEP file of CAD", kAsMesh}},
    {"dbrep_drawableshape", {"it is a BREP file of CAD", kAsMesh}},
    {"cascade topology", {"it is a BREP file of CAD", kAsMesh}},
    {"**this file is", {"it is a Parasolid file of CAD", kAsMesh}},
    {"**abcdef", {"it is a Parasolid file of CAD", kAsMesh}},
    {"blender", {"it is a file of Blender", kAsMesh}},
    {"off\n", {"it is a mesh of the OFF format", kAsMesh}},
    {"coff\n", {"it is a mesh of the OFF format", kAsMesh}},
    {"gltf", {"it is a binary glTF file", kAsMesh}},
    {"kaydara fbx", {"it is an FBX file", kAsMesh}},
    {"#vrml", {"it is a VRML file", kAsMesh}},
    {"#x3d", {"it is an X3D file", kAsMesh}},
    {"$meshformat", {"it is a mesh of Gmsh", kAsMesh}},
    {"$nodes", {"it is a mesh of Gmsh", kAsMesh}},
    {"autocad binary dxf", {"it is a DXF drawing", kAsMesh}},
    {"%pdf", {"it is a PDF document", "give the file of numbers or triangles itself"}},
    {"\x89png", {"it is a picture", "give the file of numbers or triangles itself"}},
    {"\x89hdf", {"it is an HDF5 file", kAsTable}},
    {"sqlite format", {"it is a database", kAsTable}},
}};

/// Word of XML or JSON near the beginning.
constexpr std::array<Beginning, 5> kWords = {{
    {"<collada", {"it is a COLLADA file", kAsMesh}},
    {"<x3d", {"it is an X3D file", kAsMesh}},
    {"<amf", {"it is an AMF file", kAsMesh}},
    {"<!doctype html", {"it is a web page", "download the file that the page shows"}},
    {"<html", {"it is a web page", "download the file that the page shows"}},
}};

/// First non-empty lines of a text without the blanks around them, at most `most`.
std::string_view nextLine(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = trimmedText(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// True for a drawing in DXF: pairs of lines, the first 0 and SECTION, perhaps after remarks (999).
bool isDxf(std::string_view text) {
  for (int pair = 0; pair < 8 && !text.empty(); ++pair) {
    const std::string_view code = nextLine(text);
    while (!text.empty() && text[0] == '\n') {
      text.remove_prefix(1);
    }
    const std::string_view value = nextLine(text);
    while (!text.empty() && text[0] == '\n') {
      text.remove_prefix(1);
    }
    if (code == "0") {
      return value == "SECTION";
    }
    if (code != "999") {
      return false;
    }
  }
  return false;
}

/// True for IGES: lines of 80 characters, of which the 73rd of the first is S and a number follows.
bool isIges(std::string_view text) {
  constexpr std::size_t kMark = 72;
  const std::string_view line = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
  return line.size() == kMark + 8 && line[kMark] == 'S' && trimmedText(line.substr(kMark + 1)) == "1";
}

}  // namespace

std::optional<ForeignFile> foreignFile(std::string_view bytes) {
  constexpr std::size_t kLookedAt = 4096;
  const std::string_view head = bytes.substr(0, kLookedAt);
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) {
    return std::nullopt;
  }
  std::string text = lowerCase(head.substr(begin));
  std::erase(text, '\r');
  for (const Beginning& one : kBeginnings) {
    if (text.starts_with(one.text)) {
      return one.kind;
    }
  }
  if (text[0] == '<') {
    for (const Beginning& one : kWords) {
      if (text.find(one.text) != std::string::npos) {
        return one.kind;
      }
    }
  }
  if (text[0] == '{' && text.find("\"file-series-version\"") != std::string::npos) {
    return ForeignFile{"it is a list of files of ParaView", "give one of the files that it lists"};
  }
  if (text[0] == '{' && text.find("\"asset\"") != std::string::npos) {
    return ForeignFile{"it is a glTF file", kAsMesh};
  }
  if (isDxf(head.substr(begin))) {
    return ForeignFile{"it is a DXF drawing", kAsMesh};
  }
  if (isIges(head)) {
    return ForeignFile{"it is an IGES file of CAD", kAsMesh};
  }
  return std::nullopt;
}

}  // namespace scree
