#include "engine/io/hdf5_state.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "engine/io/hdf5_file.h"

// Names as in the HDF5 File Format Specification, version 1.1.
namespace scree {

namespace {

constexpr std::string_view kStateName = "state";

enum Message : std::uint16_t { kDatatype = 0x03, kLayout = 0x08, kContinuation = 0x10, kSymbolTable = 0x11 };

[[noreturn]] void fail(const char* what) { throw Hdf5Error(what); }

/// Reads numbers and bytes at addresses, which must lie in the file.
class FileBytes {
 public:
  explicit FileBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> at(std::uint64_t address, std::uint64_t size) const {
    if (address > bytes_.size() || size > bytes_.size() - address) {
      fail("it is cut short or damaged");
    }
    return bytes_.subspan(static_cast<std::size_t>(address), static_cast<std::size_t>(size));
  }
  template <typename T>
  T number(std::uint64_t address) const {
    T value;
    std::memcpy(&value, at(address, sizeof value).data(), sizeof value);
    return value;
  }
  bool holds(std::uint64_t address, std::string_view signature) const {
    return std::memcmp(at(address, signature.size()).data(), signature.data(), signature.size()) == 0;
  }
  /// True if `text` begins at `address` and ends with a zero.
  bool holdsText(std::uint64_t address, std::string_view text) const {
    return holds(address, text) && number<char>(address + text.size()) == '\0';
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Calls use(type, address, size) for each message of an object header of version 1.
template <typename Use>
void forMessages(const FileBytes& file, std::uint64_t header, Use use) {
  constexpr std::uint64_t kPrefix = 16;
  constexpr std::uint64_t kMessageHead = 8;
  constexpr int kMostBlocks = 16;
  if (file.number<std::uint8_t>(header) != 1) {
    fail("another program wrote it in a newer form");
  }
  std::uint64_t begin = header + kPrefix;
  std::uint64_t size = file.number<std::uint32_t>(header + 8);
  for (int block = 0; size > 0; ++block) {
    if (block == kMostBlocks) {
      fail("it is damaged");
    }
    (void)file.at(begin, size);
    std::uint64_t nextBegin = 0;
    std::uint64_t nextSize = 0;
    for (std::uint64_t at = begin; begin + size - at >= kMessageHead;) {
      const auto type = file.number<std::uint16_t>(at);
      const auto length = file.number<std::uint16_t>(at + 2);
      const std::uint64_t content = at + kMessageHead;
      (void)file.at(content, length);
      if (type == kContinuation) {
        nextBegin = file.number<std::uint64_t>(content);
        nextSize = file.number<std::uint64_t>(content + 8);
      } else {
        use(type, content, std::uint64_t{length});
      }
      if (length > begin + size - content) {
        fail("it is damaged");
      }
      at = content + length;
    }
    begin = nextBegin;
    size = nextSize;
  }
}

/// Group of an HDF5 file, whose names lie in a tree; finds the object header of a name.
class Group {
 public:
  Group(const FileBytes& file, std::uint64_t header) : file_(file) {
    bool isGroup = false;
    forMessages(file, header, [&](std::uint16_t type, std::uint64_t content, std::uint64_t) {
      if (type == kSymbolTable) {
        tree_ = file.number<std::uint64_t>(content);
        heap_ = file.number<std::uint64_t>(content + 8);
        isGroup = true;
      }
    });
    if (!isGroup || !file.holds(heap_, "HEAP")) {
      fail("another program wrote it in a newer form, or it is damaged");
    }
    names_ = file.number<std::uint64_t>(heap_ + 24);
  }

  std::optional<std::uint64_t> find(std::string_view name) { return findIn(tree_, name, kDeepest); }

 private:
  static constexpr int kDeepest = 8;
  static constexpr int kMostNodes = 1000;

  std::optional<std::uint64_t> findIn(std::uint64_t node, std::string_view name, int depth) {
    if (++nodes_ > kMostNodes || depth == 0) {
      fail("it is damaged");
    }
    if (file_.holds(node, "SNOD")) {
      return findAmong(node, name);
    }
    if (!file_.holds(node, "TREE")) {
      fail("it is damaged");
    }
    const auto children = file_.number<std::uint16_t>(node + 6);
    for (std::uint64_t i = 0; i < children; ++i) {
      // Keys and children follow in turn after the head of the node.
      const auto child = file_.number<std::uint64_t>(node + 24 + 8 + 16 * i);
      if (const auto found = findIn(child, name, depth - 1)) {
        return found;
      }
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> findAmong(std::uint64_t node, std::string_view name) const {
    constexpr std::uint64_t kEntry = 40;
    const auto count = file_.number<std::uint16_t>(node + 6);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t entry = node + 8 + kEntry * i;
      const auto offset = file_.number<std::uint64_t>(entry);
      (void)file_.at(names_, 0);
      (void)file_.at(offset, 0);
      if (file_.holdsText(names_ + offset, name)) {
        return file_.number<std::uint64_t>(entry + 8);
      }
    }
    return std::nullopt;
  }

  const FileBytes& file_;
  std::uint64_t tree_ = 0;
  std::uint64_t heap_ = 0;
  std::uint64_t names_ = 0;
  int nodes_ = 0;
};

}  // namespace

std::span<const std::byte> hdf5State(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kVersions = 8;
  constexpr std::uint64_t kSizesAt = 13;
  constexpr std::uint64_t kRootHeader = 64;
  const FileBytes file(bytes);
  if (file.number<std::uint8_t>(kVersions) != 0 || file.number<std::uint16_t>(kSizesAt) != 0x0808) {
    fail("another program wrote it in a newer form");
  }
  const auto header = Group(file, file.number<std::uint64_t>(kRootHeader)).find(kStateName);
  if (!header) {
    fail("it has no 'state'");
  }
  std::optional<std::span<const std::byte>> state;
  bool areBytes = false;
  forMessages(file, *header, [&](std::uint16_t type, std::uint64_t content, std::uint64_t length) {
    if (type == kDatatype && length >= 8) {
      constexpr unsigned kClass = 0x0f;  // mask of the class; class 0: whole numbers
      areBytes = (file.number<std::uint8_t>(content) & kClass) == 0 && file.number<std::uint32_t>(content + 4) == 1;
    } else if (type == kLayout && length >= 18 && file.number<std::uint8_t>(content) == 3 &&
               file.number<std::uint8_t>(content + 1) == 1) {
      state = file.at(file.number<std::uint64_t>(content + 2), file.number<std::uint64_t>(content + 10));
    }
  });
  if (!state || !areBytes) {
    fail("its 'state' is not stored as --hdf5 does");
  }
  return *state;
}

}  // namespace scree
