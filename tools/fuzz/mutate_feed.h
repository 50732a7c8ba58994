// Makes values of data variables, right ones and wrong ones.
#pragma once

#include <random>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::fuzz {

// Returns the dims of a small value: each unknown size becomes 2, and the rows
// of sequences, of which there are two, 3.
framework::Dims SmallDims(const framework::proto::VarDesc& var);

// Returns a value with SmallDims of small positive numbers: legal labels,
// divisors and logarithms.
framework::LoDTensor SmallValue(const framework::proto::VarDesc& var);

// Returns feeds with changes: sizes, rank, data type, sequences, numbers
// (negative, huge, not finite), values without memory, missing, unknown or
// duplicate names. A third of them changes only the numbers.
framework::Feeds MutateFeeds(framework::Feeds feeds, std::mt19937_64* random);

}  // namespace paddle::fuzz
