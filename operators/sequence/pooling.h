// What the kernels of sequence_pool and its gradient share.
#pragma once

#include <string>

#include "paddle/operators/sequence/sequence_pool.h"

namespace paddle::operators {

// Of a pooltype other than MAX.
inline kernels::SequencePooling PoolingOf(const std::string& type) {
  using kernels::SequencePooling;
  if (type == "SUM") return SequencePooling::kSum;
  if (type == "SQRT") return SequencePooling::kSqrt;
  if (type == "FIRST") return SequencePooling::kFirst;
  if (type == "LAST") return SequencePooling::kLast;
  return SequencePooling::kAverage;
}

}  // namespace paddle::operators
