// All passes together: no two have one name, or this program does not start.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/passes/pass.h"

namespace paddle::framework {
namespace {

TEST(AllPasses, RunInTheOrderOfTheirStages) {
  std::vector<std::string> names;
  for (const PassInfo& pass : PassRegistry::Instance().passes()) {
    names.push_back(pass.name);
  }
  EXPECT_THAT(names,
              ::testing::ElementsAre(
                  "fold_constants", "prepare_weights", "cancel_squeezes",
                  "cancel_transposes", "common_subexpressions",
                  "hoist_invariants", "hoist_projections", "multiply_tables",
                  "fold_batch_norm", "fold_quantization", "fuse_convolutions",
                  "fuse_fc", "fuse_layer_norm", "channels_last",
                  "convolve_channels_last", "fuse_elementwise",
                  "fuse_optimizers", "tile_batch", "dead_operators"));
}

}  // namespace
}  // namespace paddle::framework
