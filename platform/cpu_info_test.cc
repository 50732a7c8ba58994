#include "paddle/platform/cpu_info.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(CPUInfo, HasANameAndProcessors) {
  EXPECT_FALSE(CPUName().empty());
  EXPECT_NE(CPUName().front(), ' ');
  EXPECT_GE(CPUCount(), 1);
}

TEST(CPUInfo, ThisTestRunsSoTheLevelSuffices) {
  EXPECT_GE(CPULevel(), RequiredCPULevel());
  EXPECT_EQ(InstructionSetProblem(), nullptr);
  CheckInstructionSet();
}

TEST(CPUInfo, SaysWhatIsMissing) {
  EXPECT_EQ(InstructionSetProblem(3, 3), nullptr);
  EXPECT_EQ(InstructionSetProblem(2, 4), nullptr);
  EXPECT_THAT(InstructionSetProblem(4, 3), testing::HasSubstr("AVX-512"));
  EXPECT_THAT(InstructionSetProblem(3, 2), testing::HasSubstr("AVX2"));
  EXPECT_THAT(InstructionSetProblem(3, 1), testing::HasSubstr("--config="));
  EXPECT_THAT(InstructionSetProblem(2, 1), testing::HasSubstr("SSE4.2"));
}

}  // namespace
}  // namespace paddle::platform
