#pragma once

#include <filesystem>

#include "app/cli/sweeping/slurm_sweep.h"
#include "app/sweep/search/search_study.h"

namespace scree {

enum class SearchTask : unsigned char { run, status, dryRun, list, collect };

/// How `ndem sweep` goes through a search.
struct SearchOptions {
  std::filesystem::path out;
  int jobs = 0;  ///< 0: processors over threads of a run
  SearchTask task = SearchTask::run;
  bool retryFailed = false;
  SlurmOptions slurm;
};

/// Goes through the stages of a search: runs what is undone, and writes tables and report. With Slurm it submits the
/// points of the stage that is under way and a job that goes on after them. Returns an ExitCode. Throws OutputError.
int searchCommand(const SearchStudy& study, const SearchOptions& options);

}  // namespace scree
