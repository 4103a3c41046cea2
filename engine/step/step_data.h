#pragma once

#include "engine/step/aggregate_sums.h"
#include "engine/step/batched_work.h"
#include "engine/step/contact_list.h"
#include "engine/step/detection_work.h"
#include "engine/step/history_edit.h"
#include "engine/step/merge_work.h"
#include "engine/step/reference_work.h"
#include "engine/step/split_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"

namespace scree {

/// What step() works with besides the world: one part for each room of the engine. A stage is given the parts that it
/// reads or makes, never all. Nothing in it is state: a fresh StepData gives the same next step.
struct StepData {
  StepContext context;
  StepReport report;
  DetectionWork detection;
  ContactList list;
  AggregateSums aggregates;
  BatchedWork batched;
  ReferenceWork reference;
  SplitWork splitting;
  MergeWork merging;
  HistoryEdit historyEdit;
};

}  // namespace scree
