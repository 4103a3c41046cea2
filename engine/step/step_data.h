#pragma once

#include "engine/aggregates/aggregate_sums.h"
#include "engine/contacts/contact_list.h"
#include "engine/contacts/detection_work.h"
#include "engine/contacts/history_edit.h"
#include "engine/granulation/collisions.h"
#include "engine/granulation/granulation_events.h"
#include "engine/merging/merge_work.h"
#include "engine/solve/batched/batched_work.h"
#include "engine/solve/reference/reference_work.h"
#include "engine/solve/smooth/smooth_work.h"
#include "engine/splitting/split_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"

namespace scree {

/// Working storage of step(): one part for each room of the engine. A stage is given the parts that it
/// reads or makes, never all. Nothing in it is state: a fresh StepData gives the same next step.
struct StepData {
  StepContext context;
  StepReport report;
  DetectionWork detection;
  ContactList list;
  AggregateSums aggregates;
  BatchedWork batched;
  ReferenceWork reference;
  SmoothWork smooth;
  SplitWork splitting;
  MergeWork merging;
  std::vector<ComingContact> comingContacts;
  GranulationEvents granulation;  ///< of the step
  HistoryEdit historyEdit;
};

}  // namespace scree
