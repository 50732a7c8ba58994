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
#include "paddle/tools/fuzz/given_values.h"
#include "paddle/tools/fuzz/mutate.h"
#include "paddle/tools/fuzz/run_program.h"
#include "paddle/tools/fuzz/seeds.h"

namespace paddle::fuzz {
namespace {

void ExpectRun(const std::vector<std::string>& seeds,
               const RunOptions& options) {
  int i = 0;
  for (const std::string& seed : seeds) {
    std::string error;
    EXPECT_EQ(RunProgram(seed, &error, options), Outcome::kRan)
        << "seed " << i << ": " << error;
    ++i;
  }
}

TEST(ProgramFuzzTest, SeedsRun) {
  ExpectRun(SeedPrograms(), {});
  RunOptions options;
  options.level = framework::kReassociates;
  ExpectRun(SeedNets(), options);
}

// Returns the types of the operators that passes write into the seeds.
std::set<std::string> TypesAfterPasses(const std::vector<std::string>& seeds,
                                       framework::PassLevel level) {
  framework::PassContext context;
  context.keep_all = false;
  context.few_elements = 0;
  context.place = platform::PlaceKind::kCPU;
  framework::OptimizeOptions options;
  options.level = level;
  std::set<std::string> types;
  for (const std::string& seed : seeds) {
    framework::proto::ProgramDesc desc;
    EXPECT_TRUE(desc.ParseFromString(seed));
    const framework::Program plain(framework::OpInfoMap::Instance(),
                                   std::move(desc));
    const GivenValues given = ValuesFor(plain, /*fetches=*/true);
    const auto program = framework::Optimize(
        framework::WithInterface(plain, {}, given.fetches), context, options);
    for (const auto& op : program->global_block().desc().ops()) {
      types.insert(op.type());
    }
  }
  return types;
}

// Or nothing of them is tried.
TEST(ProgramFuzzTest, PassesJoinOperatorsOfSeeds) {
  const auto exact = TypesAfterPasses(SeedPrograms(), framework::kExact);
  EXPECT_EQ(exact.count("fused_elementwise"), 1);
  EXPECT_EQ(exact.count("fused_update"), 1);
  const auto near = TypesAfterPasses(SeedNets(), framework::kReassociates);
  EXPECT_EQ(near.count("fused_conv2d"), 1);
  EXPECT_EQ(near.count("fused_fc"), 1);
  EXPECT_EQ(near.count("map_rows"), 1);
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

// Mutates the seeds, one after another, and runs them with passes of a level.
void RunMutated(const char* what, const std::vector<std::string>& seeds,
                framework::PassLevel level) {
  std::map<Outcome, int> outcomes;
  RunOptions options;
  options.level = level;
  FuzzLoop(what, [&](uint64_t i) {
    std::string error;
    const Outcome outcome =
        RunProgram(Mutate(seeds[i % seeds.size()], i), &error, options);
    EXPECT_NE(outcome, Outcome::kDiffers) << i << ": " << error;
    ++outcomes[outcome];
  });
  Print(outcomes);
  // All stages are reached, or the fuzzer is of no use.
  EXPECT_GT(outcomes[Outcome::kRefused], 0);
  EXPECT_GT(outcomes[Outcome::kFailed], 0);
  EXPECT_GT(outcomes[Outcome::kRan], 0);
}

TEST(ProgramFuzzTest, MutatedProgramsNeverEndTheProcess) {
  RunMutated("program", SeedPrograms(), framework::kExact);
}

TEST(ProgramFuzzTest, MutatedNetsStayNearWithPassesOfLevel2) {
  RunMutated("net", SeedNets(), framework::kReassociates);
}

TEST(ProgramFuzzTest, TrainingTakesAnyFeeds) {
  const std::vector<std::string> seeds = SeedPrograms();
  std::map<Outcome, int> outcomes;
  FuzzLoop("feed of training", [&](uint64_t i) {
    std::mt19937_64 random(i);
    std::string error;
    const Outcome outcome =
        RunProgram(seeds[i % seeds.size()], &error, {&random});
    EXPECT_NE(outcome, Outcome::kDiffers) << i << ": " << error;
    ++outcomes[outcome];
  });
  Print(outcomes);
  EXPECT_GT(outcomes[Outcome::kFailed], 0);
  EXPECT_GT(outcomes[Outcome::kRan], 0);
}

}  // namespace
}  // namespace paddle::fuzz
