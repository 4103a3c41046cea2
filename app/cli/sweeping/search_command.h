#pragma once

#include <filesystem>

#include "app/sweep/search/search_study.h"

namespace scree {

enum class SearchTask : unsigned char { run, status, dryRun, list, collect };

/// How `ndem sweep` goes through a search.
struct SearchOptions {
  std::filesystem::path out;
  int jobs = 0;  ///< 0: processors over threads of a run
  SearchTask task = SearchTask::run;
  bool retryFailed = false;
};

/// Goes through the stages of a search: runs what is undone, and writes tables and report. Returns an ExitCode. Throws
/// OutputError.
int searchCommand(const SearchStudy& study, const SearchOptions& options);

}  // namespace scree
