// Mutated programs through load, verify, compile and run: whatever they hold,
// the process goes on. PADDLE_FUZZ_SECONDS sets for how long (default 5).

#include <chrono>
#include <cstdlib>
#include <map>
#include <string>

#include "gtest/gtest.h"

#include "paddle/tools/fuzz/mutate.h"
#include "paddle/tools/fuzz/run_program.h"
#include "paddle/tools/fuzz/seeds.h"

namespace paddle::fuzz {
namespace {

double Seconds() {
  const char* text = std::getenv("PADDLE_FUZZ_SECONDS");
  return text == nullptr ? 5 : std::atof(text);
}

TEST(ProgramFuzzTest, SeedsRun) {
  int i = 0;
  for (const std::string& seed : SeedPrograms()) {
    std::string error;
    EXPECT_EQ(RunProgram(seed, &error), Outcome::kRan)
        << "seed " << i++ << ": " << error;
  }
}

TEST(ProgramFuzzTest, MutationsAreReproducible) {
  const std::string seed = SeedPrograms()[0];
  EXPECT_EQ(Mutate(seed, 3), Mutate(seed, 3));
  EXPECT_NE(Mutate(seed, 3), Mutate(seed, 4));
}

TEST(ProgramFuzzTest, MutatedProgramsNeverEndTheProcess) {
  const std::vector<std::string> seeds = SeedPrograms();
  std::map<Outcome, int> outcomes;
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::duration<double>(Seconds());
  uint64_t i = 0;
  for (; std::chrono::steady_clock::now() < end; ++i) {
    SCOPED_TRACE("mutation " + std::to_string(i));
    ++outcomes[RunProgram(Mutate(seeds[i % seeds.size()], i))];
  }
  for (const auto& [outcome, count] : outcomes) {
    std::printf("outcome %d: %d\n", static_cast<int>(outcome), count);
  }
  // All stages are reached, or the fuzzer is of no use.
  EXPECT_GT(outcomes[Outcome::kRefused], 0);
  EXPECT_GT(outcomes[Outcome::kFailed], 0);
  EXPECT_GT(outcomes[Outcome::kRan], 0);
}

}  // namespace
}  // namespace paddle::fuzz
