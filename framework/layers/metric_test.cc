#include "paddle/framework/layers/metric.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class MetricTest : public ::testing::Test {
 protected:
  // Each state is persistable, not trained, filled by the startup program, and
  // filled by `reset`, which does nothing else.
  void CheckStates(const std::vector<Variable>& states,
                   const framework::Program& reset) const {
    const auto& block = reset.global_block().desc();
    ASSERT_EQ(block.ops_size(), states.size());
    for (int i = 0; i < states.size(); ++i) {
      const std::string& name = states[i].name();
      EXPECT_TRUE(states[i].persistable());
      EXPECT_TRUE(states[i].stop_gradient());
      EXPECT_NE(startup_->global_block().FindVar(name), nullptr);
      const auto* var = reset.global_block().FindVar(name);
      ASSERT_NE(var, nullptr);
      EXPECT_TRUE(var->persistable());
      EXPECT_EQ(framework::Outputs(block.ops(i), "Out")[0], name);
    }
  }
  std::string Last() const {
    const auto& block = main_->global_block().desc();
    return PrintOp(block.ops(block.ops_size() - 1), main_->schemas());
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable label_ = data("label", {-1, 1}, DataType::kInt64);
};

TEST_F(MetricTest, AucKeepsTwoHistograms) {
  const Auc metric = auc(data("p", {-1, 2}), label_, {"PR", 100});
  EXPECT_EQ(metric.auc.dtype(), DataType::kFloat64);
  EXPECT_EQ(metric.auc.dims().rank(), 0);
  ASSERT_EQ(metric.states.size(), 2);
  EXPECT_EQ(metric.states[0].dims(), Dims({101}));
  CheckStates(metric.states, *metric.reset);
  EXPECT_EQ(Last(),
            "{AUC: auc_0.tmp_0, StatPosOut: auc.positives_0, StatNegOut: "
            "auc.negatives_0} = auc(Predict=p, Label=label, "
            "StatPos=auc.positives_0, StatNeg=auc.negatives_0, "
            "num_thresholds=100, curve=\"PR\")");
}

TEST_F(MetricTest, MetricsOfOneKindKeepTheirOwnCounts) {
  const Variable p = data("p", {-1, 1});
  const Auc first = auc(p, label_);
  const Auc second = auc(p, label_);
  EXPECT_NE(first.states[0].name(), second.states[0].name());
  EXPECT_EQ(second.reset->global_block().FindVar(first.states[0].name()),
            nullptr);
}

TEST_F(MetricTest, PrecisionRecallTakesTheBestClass) {
  const PrecisionRecall metric =
      precision_recall(data("x", {-1, 7}), label_, data("weights", {-1, 1}));
  EXPECT_EQ(metric.batch.dims(), Dims({6}));
  EXPECT_EQ(metric.total.dims(), Dims({6}));
  ASSERT_EQ(metric.states.size(), 1);
  EXPECT_EQ(metric.states[0].dims(), Dims({7, 4}));
  CheckStates(metric.states, *metric.reset);
  EXPECT_ERROR(precision_recall(data("y", {7, -1}), label_), InvalidArgument,
               "scores of [rows, classes]");
  EXPECT_ERROR(precision_recall(data("z", {}), label_), InvalidArgument,
               "not []");
}

TEST_F(MetricTest, MeanIouCountsByClass) {
  const MeanIou metric =
      mean_iou(data("said", {-1, 1}, DataType::kInt64), label_, 5);
  EXPECT_EQ(metric.mean_iou.dims().rank(), 0);
  ASSERT_EQ(metric.states.size(), 2);
  EXPECT_EQ(metric.states[1].dims(), Dims({5}));
  CheckStates(metric.states, *metric.reset);
}

}  // namespace
}  // namespace paddle::layer
