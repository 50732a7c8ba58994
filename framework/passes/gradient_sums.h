// Finds gradients that an optimizer adds up over several runs.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Sums of gradients that one block uses, in the last of the runs over which
// they go.
struct GradientSums {
  std::string
      counter;    // the persistable that counts runs: 0, 1, ..., 0, 1, ...
  int block = 0;  // uses the sums; a conditional_block owns it
  // The sum, a persistable, of each gradient.
  absl::flat_hash_map<std::string, std::string> of;
};

// Returns the sums of dense gradients that nothing but the optimizer reads, and
// it as backward/gradient_accumulation.h makes it: other gradients are left
// out.
std::vector<GradientSums> FindGradientSums(const Program& program);

// Makes the block exchange the sums by `exchange` before it uses them, with the
// raw variables `captured`, in place of summing gradients outside of it.
void ExchangeSums(const GradientSums& sums,
                  const std::vector<proto::OpDesc>& exchange,
                  const std::vector<std::string>& captured, Program* program);

}  // namespace paddle::framework
