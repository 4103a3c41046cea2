#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "engine/state/state.h"

// One description of the state serves writing and reading: archive(ar, x) visits every field of x, and `ar` is either
// of the two below. Fields go one by one, so that no padding reaches the bytes.
namespace scree {

struct Mesh;

struct StateWriter {
  static constexpr bool kReading = false;
  std::vector<std::byte> bytes;
  bool withMeasurements = true;  ///< reactions, budget and other results that the next step does not read
  std::vector<std::shared_ptr<const Mesh>> meshes;  ///< written already

  void raw(const void* data, std::size_t size) {
    if (size > 0) {
      const std::size_t begin = bytes.size();
      bytes.resize(begin + size);
      std::memcpy(bytes.data() + begin, data, size);
    }
  }
};

struct StateReader {
  static constexpr bool kReading = true;
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  std::uint32_t version = 0;  ///< of the state
  bool withMeasurements = true;
  std::vector<std::shared_ptr<const Mesh>> meshes;  ///< read already

  std::size_t left() const { return bytes.size() - at; }
  void raw(void* data, std::size_t size) {
    if (size > left()) {
      throw StateError("the state is cut short");
    }
    if (size > 0) {
      std::memcpy(data, bytes.data() + at, size);  // an empty list's place may be null
    }
    at += size;
  }
};

template <class Ar, class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void archive(Ar& ar, T& value) { ar.raw(&value, sizeof value); }

/// Any other byte in place of a truth value would be undefined behaviour.
template <class Ar>
void archive(Ar& ar, bool& value) {
  auto byte = static_cast<std::uint8_t>(value ? 1 : 0);
  ar.raw(&byte, sizeof byte);
  if (byte > 1) {
    throw StateError("a truth value is neither 0 nor 1");
  }
  if constexpr (Ar::kReading) {
    value = byte == 1;
  }
}

template <class Ar, class T, int N>
void archive(Ar& ar, Eigen::Matrix<T, N, 1>& vector) {
  ar.raw(vector.data(), sizeof(T) * N);
}

template <class Ar>
void archive(Ar& ar, Mat3& matrix) {
  ar.raw(matrix.data(), sizeof(double) * 9);
}

template <class Ar>
void archive(Ar& ar, Quat& quaternion) {
  ar.raw(quaternion.coeffs().data(), sizeof(double) * 4);
}

template <class Ar, class T, std::size_t N>
void archive(Ar& ar, std::array<T, N>& values) {
  for (T& value : values) {
    archive(ar, value);
  }
}

/// The length of a list; what is left of the bytes bounds it, so that a damaged length cannot exhaust memory.
template <class Ar>
std::size_t archiveLength(Ar& ar, std::size_t length) {
  std::uint64_t stored = length;
  archive(ar, stored);
  if constexpr (Ar::kReading) {
    if (stored > ar.left()) {
      throw StateError("the state is damaged: a list is longer than the file");
    }
  }
  return static_cast<std::size_t>(stored);
}

template <class Ar>
void archive(Ar& ar, std::string& text) {
  text.resize(archiveLength(ar, text.size()));
  ar.raw(text.data(), text.size());
}

/// Types whose fields, in the order that archive() visits them, are their bytes: lists of them are copied in one go.
template <class T>
struct IsPlain : std::is_arithmetic<T> {};
template <class T, int N>
struct IsPlain<Eigen::Matrix<T, N, 1>> : std::bool_constant<sizeof(Eigen::Matrix<T, N, 1>) == sizeof(T) * N> {};
template <class T, std::size_t N>
struct IsPlain<std::array<T, N>> : std::is_arithmetic<T> {};
template <>
struct IsPlain<Quat> : std::bool_constant<sizeof(Quat) == sizeof(double) * 4> {};

template <class Ar, class T>
void archive(Ar& ar, std::vector<T>& values) {
  const std::size_t length = archiveLength(ar, values.size());
  if constexpr (IsPlain<T>::value) {
    values.resize(length);
    ar.raw(values.data(), values.size() * sizeof(T));
  } else if constexpr (Ar::kReading) {
    // One by one: a damaged length ends with the bytes, not with the memory.
    values.clear();
    for (std::size_t i = 0; i < length; ++i) {
      archive(ar, values.emplace_back());
    }
  } else {
    for (T& value : values) {
      archive(ar, value);
    }
  }
}

/// Makes the alternative with the given index, default-constructed.
template <class Variant, std::size_t I = 0>
Variant alternative(std::size_t index) {
  if constexpr (I < std::variant_size_v<Variant>) {
    return index == I ? Variant(std::in_place_index<I>) : alternative<Variant, I + 1>(index);
  } else {
    throw StateError("the state is damaged: unknown kind");
  }
}

template <class Ar, class... T>
void archive(Ar& ar, std::variant<T...>& value) {
  auto index = static_cast<std::uint8_t>(value.index());
  archive(ar, index);
  if constexpr (Ar::kReading) {
    value = alternative<std::variant<T...>>(index);
  }
  std::visit([&](auto& chosen) { archive(ar, chosen); }, value);
}

/// Several fields in a row.
template <class Ar, class... Fields>
requires(sizeof...(Fields) > 1) void archive(Ar& ar, Fields&... fields) { (archive(ar, fields), ...); }

}  // namespace scree
