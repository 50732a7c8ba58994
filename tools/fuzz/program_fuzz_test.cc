// Mutated programs through load, verify, compile and run, and programs that
// train with mutated feeds: whatever they hold, the process goes on.

#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate.h"
#include "paddle/tools/fuzz/run_program.h"
#include "paddle/tools/fuzz/seeds.h"

namespace paddle::fuzz {
namespace {

TEST(ProgramFuzzTest, SeedsRun) {
  int i = 0;
  for (const std::string& seed : SeedPrograms()) {
    std::string error;
    EXPECT_EQ(RunProgram(seed, &error), Outcome::kRan)
        << "seed " << i++ << ": " << error;
  }
}

// Or nothing of them is tried.
TEST(ProgramFuzzTest, PassesJoinOperatorsOfSeeds) {
  framework::PassContext context;
  context.few_elements = 0;
  context.place = platform::PlaceKind::kCPU;
  std::set<std::string> types;
  for (const std::string& seed : SeedPrograms()) {
    framework::proto::ProgramDesc desc;
    ASSERT_TRUE(desc.ParseFromString(seed));
    const auto program = framework::Optimize(
        std::make_shared<framework::Program>(framework::OpInfoMap::Instance(),
                                             std::move(desc)),
        context);
    for (const auto& op : program->global_block().desc().ops()) {
      types.insert(op.type());
    }
  }
  EXPECT_EQ(types.count("fused_elementwise"), 1);
  EXPECT_EQ(types.count("fused_update"), 1);
}

TEST(ProgramFuzzTest, MutationsAreReproducible) {
  const std::string seed = SeedPrograms()[0];
  EXPECT_EQ(Mutate(seed, 3), Mutate(seed, 3));
  EXPECT_NE(Mutate(seed, 3), Mutate(seed, 4));
}

void Print(const std::map<Outcome, int>& outcomes) {
  for (const auto& [outcome, count] : outcomes) {
    std::printf("outcome %d: %d\n", static_cast<int>(outcome), count);
  }
}

TEST(ProgramFuzzTest, MutatedProgramsNeverEndTheProcess) {
  const std::vector<std::string> seeds = SeedPrograms();
  std::map<Outcome, int> outcomes;
  FuzzLoop("program", [&](uint64_t i) {
    std::string error;
    const Outcome outcome =
        RunProgram(Mutate(seeds[i % seeds.size()], i), &error);
    EXPECT_NE(outcome, Outcome::kDiffers) << i << ": " << error;
    ++outcomes[outcome];
  });
  Print(outcomes);
  // All stages are reached, or the fuzzer is of no use.
  EXPECT_GT(outcomes[Outcome::kRefused], 0);
  EXPECT_GT(outcomes[Outcome::kFailed], 0);
  EXPECT_GT(outcomes[Outcome::kRan], 0);
}

TEST(ProgramFuzzTest, TrainingTakesAnyFeeds) {
  const std::vector<std::string> seeds = SeedPrograms();
  std::map<Outcome, int> outcomes;
  FuzzLoop("feed of training", [&](uint64_t i) {
    std::mt19937_64 random(i);
    std::string error;
    const Outcome outcome =
        RunProgram(seeds[i % seeds.size()], &error, &random);
    EXPECT_NE(outcome, Outcome::kDiffers) << i << ": " << error;
    ++outcomes[outcome];
  });
  Print(outcomes);
  EXPECT_GT(outcomes[Outcome::kFailed], 0);
  EXPECT_GT(outcomes[Outcome::kRan], 0);
}

}  // namespace
}  // namespace paddle::fuzz
