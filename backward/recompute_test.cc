#include "paddle/backward/recompute.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/device_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using framework::Output;
using framework::proto::OpDesc;
using layer::data;
using layer::DataType;
using layer::Op;
using layer::Variable;

class RecomputeTest : public ProgramFixture {
 protected:
  // Returns the operators of the backward pass of this type.
  std::vector<OpDesc> Copies(const std::string& type) const {
    std::vector<OpDesc> found;
    for (const OpDesc& op : main_->global_block().desc().ops()) {
      const bool backward = op.role() == framework::proto::BACKWARD;
      if (backward && op.type() == type) found.push_back(op);
    }
    return found;
  }
  OpDesc Original(const std::string& type) const {
    for (const OpDesc& op : main_->global_block().desc().ops()) {
      if (op.type() == type) return op;
    }
    ADD_FAILURE() << "there is no " << type;
    return {};
  }
  static BackwardOptions Behind(const std::vector<Variable>& checkpoints) {
    BackwardOptions options;
    options.recompute = true;
    for (const Variable& one : checkpoints) {
      options.checkpoints.push_back(one.name());
    }
    return options;
  }
};

TEST_F(RecomputeTest, ComputesASegmentAgainBeforeItsGradients) {
  const Variable w = Parameter("w");
  const Variable kept = layer::exp(layer::tanh(layer::sigmoid(w)));
  const Variable loss = layer::mean(layer::exp(kept));
  const int forward = NumOps();
  AppendBackward(loss, Behind({kept}));
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
exp_1.tmp_0@GRAD = mean_grad(X=exp_1.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
exp_0.tmp_0@GRAD = exp_grad(X=exp_0.tmp_0, Out=exp_1.tmp_0, Out@GRAD=exp_1.tmp_0@GRAD)
tanh_0.tmp_0@GRAD = exp_grad(X=tanh_0.tmp_0, Out=exp_0.tmp_0, Out@GRAD=exp_0.tmp_0@GRAD)
sigmoid_0.tmp_0@RECOMPUTE = sigmoid(X=w)
tanh_0.tmp_0@RECOMPUTE = tanh(X=sigmoid_0.tmp_0@RECOMPUTE)
sigmoid_0.tmp_0@GRAD = tanh_grad(X=sigmoid_0.tmp_0, Out=tanh_0.tmp_0@RECOMPUTE, Out@GRAD=tanh_0.tmp_0@GRAD)
w@GRAD = sigmoid_grad(X=w, Out=sigmoid_0.tmp_0@RECOMPUTE, Out@GRAD=sigmoid_0.tmp_0@GRAD)
)");
}

TEST_F(RecomputeTest, WhatALaterSegmentReadsIsKept) {
  const Variable w = Parameter("w");
  const Variable shortcut = layer::tanh(w);
  const Variable middle = layer::exp(layer::sigmoid(shortcut));
  const Variable loss = layer::mean(layer::exp(middle * shortcut));
  AppendBackward(loss, Behind({middle}));
  EXPECT_EQ(Copies("tanh").size(), 0u);
  EXPECT_EQ(Copies("sigmoid").size(), 1u);
}

TEST_F(RecomputeTest, CopiesDrawTheNumbersOfTheirOriginals) {
  const Variable w = Parameter("w");
  const Variable dropped =
      Op("dropout", {{"X", layer::tanh(w)}}, {{"dropout_prob", .5}});
  const Variable middle = layer::exp(layer::sigmoid(dropped));
  AppendBackward(layer::mean(layer::exp(middle)), Behind({middle}));
  ASSERT_EQ(Copies("dropout").size(), 1u);
  const OpDesc copy = Copies("dropout")[0];
  EXPECT_EQ(framework::GetAttr<int64_t>(copy, "draws_as"),
            Original("dropout").id());
  EXPECT_NE(copy.id(), Original("dropout").id());
  EXPECT_EQ(Output(copy, "Mask"),
            Output(Original("dropout"), "Mask") + "@RECOMPUTE");
}

TEST_F(RecomputeTest, OtherDevicesKeepWhatTheyGet) {
  const Variable w = Parameter("w");
  Variable sent, middle;
  {
    const layer::DeviceGuard device("stage:0");
    sent = layer::exp(layer::sigmoid(w));
  }
  {
    const layer::DeviceGuard device("stage:1");
    middle = layer::exp(layer::tanh(sent));
    AppendBackward(layer::mean(layer::exp(middle)), Behind({middle}));
  }
  ASSERT_EQ(Copies("exp").size(), 0u);
  ASSERT_EQ(Copies("sigmoid").size(), 1u);
  EXPECT_EQ(Copies("sigmoid")[0].device(), "stage:0");
  EXPECT_EQ(Copies("tanh")[0].device(), "stage:1");
}

TEST_F(RecomputeTest, WhatReadsAnOldValueIsNotRepeated) {
  const Variable w = Parameter("w");
  const Variable count =
      layer::global_variable({3}, DataType::kFloat32, 0, "count");
  const Variable sum = layer::tanh(w) + count;
  Op("sgd", {{"Param", count},
             {"Grad", Parameter("step")},
             {"LearningRate", Parameter("rate", {1})}});
  const Variable middle = layer::exp(layer::sigmoid(sum));
  AppendBackward(layer::mean(layer::exp(middle)), Behind({middle}));
  EXPECT_EQ(Copies("elementwise_add").size(), 0u);
  EXPECT_EQ(Copies("sigmoid").size(), 1u);
}

TEST_F(RecomputeTest, ALoopRunsAgainWithABlockOfItsOwn) {
  const Variable w = Parameter("w");
  const Variable scaled = layer::tanh(layer::sigmoid(w));
  const Variable zero = layer::fill_constant({1}, DataType::kInt64, 0);
  const Variable end = layer::fill_constant({1}, DataType::kInt64, 3);
  layer::WhileLoop loop(layer::less_than(zero, end));
  loop.BeginBlock();
  const Variable now = loop.Carry(zero);
  const Variable value = loop.Carry(w);
  const Variable next = layer::increment(now);
  loop.Update(now, next);
  loop.Update(value, layer::tanh(value * scaled));
  loop.Condition(layer::less_than(next, end));
  loop.EndBlock();
  const Variable middle = layer::exp(layer::sigmoid(loop()[1]));
  AppendBackward(layer::mean(layer::exp(middle)), Behind({middle}));
  ASSERT_EQ(Copies("while").size(), 1u);
  const int original = framework::BlocksOf(Original("while"))[0];
  const int copy = framework::BlocksOf(Copies("while")[0])[0];
  const int gradient = framework::BlocksOf(Copies("while_grad")[0])[0];
  EXPECT_NE(copy, original);
  EXPECT_EQ(main_->block(gradient).desc().forward_block(), copy);
  EXPECT_EQ(main_->block(copy).desc().ops_size(),
            main_->block(original).desc().ops_size());
  // It reads `scaled`, which is computed again, too.
  EXPECT_THAT(framework::InputNames(main_->block(copy).desc().ops(1)),
              ::testing::Contains(scaled.name() + "@RECOMPUTE"));
}

TEST_F(RecomputeTest, ChoosesSegmentsItself) {
  Variable x = Parameter("w");
  for (int i = 0; i < 64; ++i) x = layer::tanh(x);
  BackwardOptions options;
  options.recompute = true;
  AppendBackward(layer::mean(x), options);
  // About 8 of 64 values are kept, and about as many are of the last segment.
  EXPECT_GE(Copies("tanh").size(), 40u);
  EXPECT_LE(Copies("tanh").size(), 56u);
}

TEST_F(RecomputeTest, WithoutItNothingIsComputedAgain) {
  const Variable w = Parameter("w");
  AppendBackward(layer::mean(layer::tanh(layer::sigmoid(w))));
  EXPECT_EQ(Copies("sigmoid").size(), 0u);
}

TEST_F(RecomputeTest, CheckpointsLieBetweenParametersAndLoss) {
  const Variable x = data("x", {-1, 3});
  const Variable w = Parameter("w");
  const Variable apart = layer::sigmoid(x);
  const Variable h = layer::tanh(x * w);
  const Variable loss = layer::mean(h);
  const int ops = NumOps();
  EXPECT_ERROR(AppendBackward(loss, Behind({apart})), InvalidArgument,
               "checkpoint '" + apart.name() +
                   "' of recompute is not between the parameters and the loss "
                   "'" +
                   loss.name() + "'");
  EXPECT_ERROR(AppendBackward(loss, Behind({x})), InvalidArgument,
               "checkpoint 'x'");
  EXPECT_ERROR(AppendBackward(loss, Behind({w})), InvalidArgument,
               "checkpoint 'w'");
  EXPECT_ERROR(AppendBackward(loss, Behind({loss})), InvalidArgument,
               "is not between");
  BackwardOptions unknown;
  unknown.recompute = true;
  unknown.checkpoints = {"tahn_0.tmp_0"};
  EXPECT_ERROR(AppendBackward(loss, unknown), NotFound, "tanh_0.tmp_0");
  EXPECT_EQ(NumOps(), ops);
}

}  // namespace
}  // namespace paddle::backward
