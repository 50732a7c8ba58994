// Random programs with blocks against the same mathematics written out.
// PADDLE_RANDOM_PROGRAMS sets how many (default 200), PADDLE_RANDOM_SEED the
// first seed (default 0), PADDLE_RANDOM_ORDER which gradients are compared (1;
// 2: gradients of gradients, too).

#include <cstdlib>
#include <string>

#include "gtest/gtest.h"

#include "paddle/tools/random_programs/compare.h"
#include "paddle/tools/random_programs/generate.h"

namespace paddle::random_programs {
namespace {

int64_t FromEnvironment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoll(text);
}

// One mistake shows in many programs, so a few reports are enough.
constexpr int kMostReported = 5;

// Returns the beginning of an error, since the error of a smaller program may
// end differently.
std::string KindOf(const std::string& error) { return error.substr(0, 12); }

TEST(RandomProgramsTest, BlocksComputeWhatIsWrittenOut) {
  const int64_t count = FromEnvironment("PADDLE_RANDOM_PROGRAMS", 200);
  const int64_t first = FromEnvironment("PADDLE_RANDOM_SEED", 0);
  const auto order =
      static_cast<int>(FromEnvironment("PADDLE_RANDOM_ORDER", 1));
  int failed = 0;
  for (int64_t seed = first; seed < first + count; ++seed) {
    const Plan plan = Generate(seed);
    const std::string error = Compare(plan, order);
    if (error.empty() || ++failed > kMostReported) continue;
    const Plan smaller = Shrink(plan, [&](const Plan& one) {
      return KindOf(Compare(one, order)) == KindOf(error);
    });
    ADD_FAILURE() << "seed " << seed << ": " << Compare(smaller, order);
  }
  EXPECT_EQ(failed, 0) << "of " << count << " programs from seed " << first;
}

}  // namespace
}  // namespace paddle::random_programs
