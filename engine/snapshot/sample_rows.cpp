#include "engine/snapshot/sample_rows.h"

#include <utility>

namespace scree {

void SampleRows::begin(std::vector<SampleColumn> columns) {
  const std::uint64_t next = open_.end();
  chunks_.clear();
  open_ = SampleChunk{.first = next};
  columns_ = std::make_shared<const std::vector<SampleColumn>>(std::move(columns));
  shared_.reset();
}

void SampleRows::open(std::uint64_t step, double time, std::uint64_t branch) {
  if (open_.step.size() >= kChunk) {
    seal();
  }
  open_.step.push_back(step);
  open_.time.push_back(time);
  open_.branch.push_back(branch);
  shared_.reset();
}

void SampleRows::set(std::uint64_t step, std::size_t column, double value) {
  if (open_.step.empty() || open_.step.back() != step) {
    return;
  }
  open_.values[open_.values.size() - columns_->size() + column] = static_cast<float>(value);
  shared_.reset();
}

void SampleRows::seal() {
  const std::uint64_t next = open_.end();
  chunks_.push_back(std::make_shared<const SampleChunk>(std::move(open_)));
  open_ = SampleChunk{.first = next};
  if (chunks_.size() > kMost / kChunk) {
    chunks_.erase(chunks_.begin());
  }
}

std::shared_ptr<const RunSamples> SampleRows::share() {
  if (shared_ == nullptr) {
    auto all = std::make_shared<RunSamples>(RunSamples{columns_, chunks_});
    if (!open_.step.empty()) {
      all->chunks.push_back(std::make_shared<const SampleChunk>(open_));
    }
    shared_ = std::move(all);
  }
  return shared_;
}

}  // namespace scree
