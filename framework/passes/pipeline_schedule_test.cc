#include "paddle/framework/passes/pipeline_schedule.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

// Returns "F0 F1 B0 ...".
std::string Order(const std::string& schedule, int stage, int stages,
                  int parts) {
  std::string text;
  for (const PipelineUnit& unit :
       PipelineOrder(schedule, stage, stages, parts)) {
    text += (unit.backward ? "B" : "F") + std::to_string(unit.part) + " ";
  }
  return text;
}

TEST(PipelineScheduleTest, GPipeDoesAllForwardUnitsFirst) {
  for (int stage : {0, 1, 2}) {
    EXPECT_EQ(Order("gpipe", stage, 3, 3), "F0 F1 F2 B0 B1 B2 ");
  }
}

TEST(PipelineScheduleTest, OneForwardOneBackward) {
  EXPECT_EQ(Order("1f1b", 0, 3, 4), "F0 F1 F2 B0 F3 B1 B2 B3 ");
  EXPECT_EQ(Order("1f1b", 1, 3, 4), "F0 F1 B0 F2 B1 F3 B2 B3 ");
  EXPECT_EQ(Order("1f1b", 2, 3, 4), "F0 B0 F1 B1 F2 B2 F3 B3 ");
}

TEST(PipelineScheduleTest, FewerMicroBatchesThanStages) {
  EXPECT_EQ(Order("1f1b", 0, 4, 2), "F0 F1 B0 B1 ");
  EXPECT_EQ(Order("1f1b", 3, 4, 2), "F0 B0 F1 B1 ");
  EXPECT_EQ(Order("1f1b", 0, 1, 1), "F0 B0 ");
}

TEST(PipelineScheduleTest, RefusesOtherSchedules) {
  EXPECT_ERROR(PipelineOrder("2f2b", 0, 2, 2), InvalidArgument,
               "gpipe or 1f1b, not '2f2b'");
}

}  // namespace
}  // namespace paddle::framework
