// Parses the attribute "pooltype" of sequence_pool.
#pragma once

#include <string>

#include "paddle/operators/sequence/sequence_pool.h"

namespace paddle::operators {

// Returns the pooling that `type` names: SUM, SQRT, FIRST, LAST or AVERAGE. MAX
// is not among them: it also needs the indices, see SequenceMax. The schema has
// refused unknown names.
inline kernels::SequencePooling PoolingOf(const std::string& type) {
  using kernels::SequencePooling;
  if (type == "SUM") return SequencePooling::kSum;
  if (type == "SQRT") return SequencePooling::kSqrt;
  if (type == "FIRST") return SequencePooling::kFirst;
  if (type == "LAST") return SequencePooling::kLast;
  return SequencePooling::kAverage;
}

}  // namespace paddle::operators
