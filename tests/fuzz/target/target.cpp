// The entry points of libFuzzer. SCREE_FUZZ_KIND names the kind of file (see readers.cpp); with SCREE_FUZZ_SEEDS the
// program writes seeds into that folder and ends. With SCREE_FUZZ_TELL it says what became of each input.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/readers.h"

namespace {

const scree::ReaderKind* kind = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* folder = std::getenv("SCREE_FUZZ_SEEDS")) {
    scree::writeMadeSeeds(folder);
    std::exit(0);
  }
  const char* name = std::getenv("SCREE_FUZZ_KIND");
  kind = scree::findReaderKind(name == nullptr ? "" : name);
  if (kind == nullptr) {
    std::fputs("set SCREE_FUZZ_KIND to one of:", stderr);
    for (const scree::ReaderKind& one : scree::readerKinds()) {
      std::fprintf(stderr, " %s", std::string(one.name).c_str());
    }
    std::fputs("\n", stderr);
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kind->longest) {
    return -1;
  }
  const scree::ReadOutcome outcome = kind->read({reinterpret_cast<const char*>(data), size});
  static const bool tells = std::getenv("SCREE_FUZZ_TELL") != nullptr;
  if (tells) {
    std::fprintf(stderr, "%s\n", outcome.isRead ? "read" : outcome.message.c_str());
  }
  if (!outcome.isRead && outcome.message.empty()) {
    std::fputs("refused without a message\n", stderr);
    std::abort();
  }
  return 0;
}
