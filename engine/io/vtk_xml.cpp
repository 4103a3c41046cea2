#include "engine/io/vtk_xml.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

namespace scree {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

std::string escapedXml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

std::string vtkFileHead(std::string_view type) {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n", type,
      std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian");
}

std::string dataArray(std::string_view type, std::string_view name, int components, std::span<const std::byte> bytes) {
  // The length and the data are one base64 stream.
  const std::uint64_t length = bytes.size();
  std::vector<std::byte> block(sizeof length + bytes.size());
  std::memcpy(block.data(), &length, sizeof length);
  if (!bytes.empty()) {
    std::memcpy(block.data() + sizeof length, bytes.data(), bytes.size());
  }
  return fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">{}</DataArray>\n",
                     type, name, components, base64(block));
}

std::string stringArray(std::string_view name, std::span<const std::string> values) {
  std::string codes;
  for (const std::string& value : values) {
    for (const char c : value) {
      codes += fmt::format("{} ", static_cast<unsigned char>(c));
    }
    codes += "0 ";
  }
  return fmt::format("<DataArray type=\"String\" Name=\"{}\" NumberOfTuples=\"{}\" format=\"ascii\">{}</DataArray>\n",
                     name, values.size(), codes);
}

}  // namespace scree
