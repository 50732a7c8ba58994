// Tests the appended operators; Python tests cover the values they compute.
#include "paddle/backward/moving_average.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

class MovingAverageTest : public ProgramFixture {};

TEST_F(MovingAverageTest, AveragesTrainableParameters) {
  Parameter("w", {3});
  layer::ParamAttr frozen = "frozen";
  frozen.trainable = false;
  Parameter(frozen);
  ExponentialMovingAverage average(0.75);
  average.Update();
  EXPECT_EQ(Ops(NumOps() - 1),
            "w_average_0 = moving_average(X=w, Average=w_average_0, "
            "Weight=cast_0.tmp_0)\n");
  EXPECT_EQ(Updates(), Ops());
  EXPECT_EQ(PrintText(*average.apply_program()), R"(block 0 {
  var averaged_0: [] float64, persistable
  var constant_0: [] float64
  var greater_than_0.tmp_0: [] bool
  var w: [3] float32, persistable
  var w_average_0: [3] float32, persistable
  var w_average_0_backup: [3] float32, persistable

  constant_0 = fill_constant(shape=[], dtype="float64")
  greater_than_0.tmp_0 = greater_than(X=averaged_0, Y=constant_0)
  w_average_0_backup = assign(X=w)
  w = where(Condition=greater_than_0.tmp_0, X=w_average_0, Y=w_average_0_backup)
}
)");
  EXPECT_EQ(PrintText(*average.restore_program()), R"(block 0 {
  var w: [3] float32, persistable
  var w_average_0_backup: [3] float32, persistable

  w = assign(X=w_average_0_backup)
}
)");
}

TEST_F(MovingAverageTest, SaysWhatIsWrong) {
  EXPECT_ERROR(ExponentialMovingAverage(1), InvalidArgument,
               "at least 0 and below 1, not 1");
  ExponentialMovingAverage average(0.5);
  EXPECT_ERROR(average.apply_program(), FailedPrecondition,
               "update() comes before");
  EXPECT_ERROR(average.Update(), InvalidArgument, "no trainable parameter");
  EXPECT_EQ(NumOps(), 0);
  Parameter("w");
  average.Update();
  EXPECT_ERROR(average.Update(), FailedPrecondition, "one program");
}

}  // namespace
}  // namespace paddle::backward
