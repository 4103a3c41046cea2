#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// Building blocks of VTK XML files. Arrays are inline base64 ("binary"), so that a file is well-formed XML; numbers
// keep this machine's byte order, which the file names.
namespace scree {

std::string base64(std::span<const std::byte> bytes);
/// Escapes text for XML content and attributes; control characters, which XML cannot hold, become spaces.
std::string escapedXml(std::string_view text);

/// Opening tag of a <VTKFile> of `type`, with the XML declaration before it.
std::string vtkFileHead(std::string_view type);

template <typename T>
constexpr std::string_view vtkTypeName();
template <>
constexpr std::string_view vtkTypeName<float>() {
  return "Float32";
}
template <>
constexpr std::string_view vtkTypeName<double>() {
  return "Float64";
}
template <>
constexpr std::string_view vtkTypeName<std::uint8_t>() {
  return "UInt8";
}
template <>
constexpr std::string_view vtkTypeName<std::uint16_t>() {
  return "UInt16";
}
template <>
constexpr std::string_view vtkTypeName<std::uint32_t>() {
  return "UInt32";
}
template <>
constexpr std::string_view vtkTypeName<std::int64_t>() {
  return "Int64";
}

/// Element <DataArray> from raw bytes; `type` must name their type.
std::string dataArray(std::string_view type, std::string_view name, int components, std::span<const std::byte> bytes);
template <typename T>
std::string dataArray(std::string_view name, int components, std::span<const T> values) {
  return dataArray(vtkTypeName<T>(), name, components, std::as_bytes(values));
}

/// Element <DataArray> of strings, for field data.
std::string stringArray(std::string_view name, std::span<const std::string> values);

}  // namespace scree
