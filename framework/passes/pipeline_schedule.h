// Says in which order a stage of a pipeline computes its micro-batches.
#pragma once

#include <string>
#include <vector>

namespace paddle::framework {

// A stage's forward or backward operators for one micro-batch.
struct PipelineUnit {
  bool backward = false;
  int part = 0;  // the micro-batch

  friend bool operator==(const PipelineUnit& a, const PipelineUnit& b) {
    return a.backward == b.backward && a.part == b.part;
  }
};

// Returns the units of stage `stage` of `stages`. Both schedules do the forward
// units, and the backward units, in the order of micro-batches.
//
// "gpipe": all forward units, then all backward ones (Huang et al. 2019).
// "1f1b": backward units as soon as they can begin, so that a stage keeps what
// it has computed for at most as many micro-batches as there are stages from it
// on (PipeDream-flush, Narayanan et al. 2021). InvalidArgument, quoting the
// name, for another one.
std::vector<PipelineUnit> PipelineOrder(const std::string& schedule, int stage,
                                        int stages, int parts);

}  // namespace paddle::framework
