// Makes the values that a program is given, and runs it on them.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::fuzz {

// The values that all runs of a program are given, and the names of those that
// all are asked for.
struct GivenValues {
  framework::Feeds feeds;
  std::vector<std::pair<std::string, framework::LoDTensor>> state;
  framework::NameList fetches;
};

// Returns small values for data variables and persistables. Fetches, if any,
// are what no operator reads, so that passes may do away with the rest.
// `random` changes what is fed, unless it is null (mutate_feed.h).
GivenValues ValuesFor(const framework::Program& program, bool fetches,
                      std::mt19937_64* random = nullptr);

// Returns values whose real numbers are, each by itself, up to 2^-20 larger or
// smaller.
GivenValues Perturbed(const GivenValues& given, std::mt19937_64* random);

// Returns the tensors that two runs fetch, and the state after them; the second
// run uses the frames and plans of the first. The given values stay as they
// are. Throws what a run throws.
std::vector<framework::Tensor> Execute(
    const std::shared_ptr<const framework::Program>& program,
    const GivenValues& given, const framework::ExecutorOptions& options);

}  // namespace paddle::fuzz
