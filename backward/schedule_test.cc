// Tests the appended operators; Python tests compare their values with the
// formulas.
#include "paddle/backward/schedule.h"

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"

namespace paddle::backward::schedule {
namespace {

using layer::DataType;
using layer::Dims;
using layer::Variable;

class ScheduleTest : public ProgramFixture {};

TEST_F(ScheduleTest, IsWrittenAsOperators) {
  const Variable rate = Exponential(0.5, 10, 0.9);
  EXPECT_EQ(rate.dtype(), DataType::kFloat64);
  EXPECT_EQ(rate.dims(), Dims());
  EXPECT_EQ(Ops(3),
            R"(cast_0.tmp_0 = cast(X=schedule_step_now, out_dtype="float64")
constant_0 = fill_constant(shape=[], dtype="float64", value=10.0)
elementwise_div_0.tmp_0 = elementwise_div(X=cast_0.tmp_0, Y=constant_0)
constant_1 = fill_constant(shape=[], dtype="float64", value=0.9)
elementwise_pow_0.tmp_0 = elementwise_pow(X=constant_1, Y=elementwise_div_0.tmp_0)
scale_0.tmp_0 = scale(X=elementwise_pow_0.tmp_0, scale=0.5)
)");
  for (const auto& op : main_->global_block().desc().ops()) {
    EXPECT_EQ(op.role(), framework::proto::SCHEDULE) << op.type();
  }
}

TEST_F(ScheduleTest, ServesAnOptimizer) {
  const Variable rate = LinearWarmup(Noam(64, 10), 5, 0, 0.1);
  const int ops = NumOps();
  const Variable w = Parameter("w", {3}, DataType::kFloat64);
  SGDOptimizer(rate).Minimize(layer::mean(w));
  EXPECT_GT(NumOps(), ops);
  EXPECT_EQ(main_->global_block().WriterOf("w")->type(), "sgd");
  const auto clone = main_->InferenceClone();
  EXPECT_EQ(clone->global_block().desc().ops_size(), 1);  // mean
}

TEST_F(ScheduleTest, StandsInTheGlobalBlock) {
  const int block = main_->AddBlock(0);
  const layer::BlockGuard guard(main_, block);
  EXPECT_EQ(InverseTime(0.5, 10, 0.9).block(), 0);
}

}  // namespace
}  // namespace paddle::backward::schedule
