#include "paddle/framework/layers/recurrent.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/while_loop.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using ::testing::HasSubstr;

class RecurrentLayerTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  static Variable Sequences(const std::string& name, int64_t width,
                            int levels = 1) {
    return data(name, {-1, width}, DataType::kFloat32, levels);
  }
  std::string Ops() const {
    framework::PrintOptions print;
    print.variables = false;
    return PrintText(*main_, print);
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
};

TEST_F(RecurrentLayerTest, WritesOneOperatorAndItsBlock) {
  const Variable x = Sequences("x", 3), m = data("m", {-1, 2});
  const Variable w = parameter({3, 2}, DataType::kFloat32, "w");
  Rnn rnn(RnnOptions{/*reverse=*/true});
  rnn.BeginStep();
  const Variable h = rnn.Memory(m);
  EXPECT_EQ(rnn.PreviousMemory(h), h);
  const Variable next = tanh(matmul(x, w) + h);
  rnn.UpdateMemory(h, next);
  rnn.Output({next, h});
  rnn.EndStep();
  const std::vector<Variable> outs = rnn();
  ASSERT_EQ(outs.size(), 2u);
  EXPECT_EQ(outs[0].lod_level(), 1);
  EXPECT_EQ(outs[0].dims(), (Dims{x.dims()[0], 2}));
  EXPECT_EQ(outs[0].block(), 0);
  EXPECT_EQ(Ops(), R"(block 0 {
  {Out: [rnn_0.tmp_0, rnn_0.tmp_1], StepScopes: rnn_0.tmp_2} = recurrent(Inputs=x, InitialStates=m, Captures=w, step_net=block 1, reverse=true)
}
block 1 in 0 (x, memory_0) -> (tanh_0.tmp_0, memory_0, tanh_0.tmp_0) {
  matmul_0.tmp_0 = matmul(X=x, Y=w)
  elementwise_add_0.tmp_0 = elementwise_add(X=matmul_0.tmp_0, Y=memory_0)
  tanh_0.tmp_0 = tanh(X=elementwise_add_0.tmp_0)
}
)");
}

TEST_F(RecurrentLayerTest, DenseInputsAreTakenApart) {
  const Variable x = data("x", {5, 4, 3});
  Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(x);
  EXPECT_EQ(step.dims(), (Dims{4, 3}));
  EXPECT_EQ(rnn.StepInput(x), step);
  const Variable h = rnn.Memory({4, 3}, 0.5);
  EXPECT_EQ(h.dims(), (Dims{4, 3}));
  rnn.UpdateMemory(h, step + h);
  rnn.Output({step + h});
  rnn.EndStep();
  EXPECT_EQ(rnn()[0].dims(), (Dims{5, 4, 3}));
}

TEST_F(RecurrentLayerTest, SequencesStandForTheirSteps) {
  const Variable x = Sequences("x", 3), deep = Sequences("deep", 3, 2);
  const Variable memo = Sequences("memo", 3);
  Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(x);
  EXPECT_EQ(step.lod_level(), 0);
  EXPECT_EQ(exp(x).dims(), step.dims());
  EXPECT_EQ(rnn.StepInput(deep).lod_level(), 1);
  const Variable kept = rnn.StaticInput(memo);
  EXPECT_EQ(kept.lod_level(), 1);
  EXPECT_EQ(rnn.StaticInput(memo), kept);
  EXPECT_EQ(exp(memo).lod_level(), 1);  // static for good
  const Variable row = rnn.Memory({7}, 1);
  EXPECT_EQ(row.dims(), (Dims{step.dims()[0], 7}));
  rnn.Output({step, row});
  rnn.EndStep();
  EXPECT_EQ(rnn()[1].dims(), (Dims{x.dims()[0], 7}));
}

TEST_F(RecurrentLayerTest, Nests) {
  const Variable x = Sequences("x", 3, 2);
  Rnn outer;
  outer.BeginStep();
  EXPECT_EQ(&CurrentRnn(), &outer);
  Rnn inner;
  inner.BeginStep();
  EXPECT_EQ(&CurrentRnn(), &inner);
  const Variable word = tanh(x);  // a step of a step
  EXPECT_EQ(word.lod_level(), 0);
  inner.Output({word});
  inner.EndStep();
  EXPECT_EQ(&CurrentRnn(), &outer);
  const Variable sentence = inner()[0];
  EXPECT_EQ(sentence.lod_level(), 1);
  outer.Output({sentence});
  outer.EndStep();
  EXPECT_EQ(outer()[0].lod_level(), 2);
  EXPECT_ERROR(CurrentRnn(), FailedPrecondition,
               "a step input belongs inside the block of an rnn");
}

TEST_F(RecurrentLayerTest, ErrorsAtTheLineThatMakesThem) {
  const Variable x = Sequences("x", 3), dense = data("dense", {5, 3});
  const Variable number = data("number", {});
  Rnn rnn;
  EXPECT_ERROR(rnn.Memory(x), FailedPrecondition,
               "a memory belongs inside the block of rnn");
  EXPECT_ERROR(rnn.Output({x}), FailedPrecondition,
               "an output belongs inside the block of rnn");
  EXPECT_ERROR(rnn.EndStep(), FailedPrecondition,
               "the step of an rnn ends before it begins");
  rnn.BeginStep();
  EXPECT_ERROR(rnn.BeginStep(), FailedPrecondition,
               "the step of an rnn is written once");
  EXPECT_ERROR(rnn.StepInput(number), InvalidArgument,
               "'number' is one number: it has no steps");
  EXPECT_ERROR(rnn.StaticInput(number), InvalidArgument,
               "'number' is one number: it has no row for each sequence");
  const Variable step = rnn.StepInput(x);
  EXPECT_ERROR(rnn.StepInput(dense), InvalidArgument,
               "has no sequences, but the rnn has sequences");
  EXPECT_ERROR(rnn.StepInput(exp(step)), InvalidArgument,
               "is made inside the step: what a step input comes from must be "
               "computed before the block");
  EXPECT_ERROR(rnn.StaticInput(x), InvalidArgument,
               "'x' is read step by step already");
  EXPECT_ERROR(rnn.Memory({4, 3}, 0), InvalidArgument,
               "a memory by shape is one row, [width], of all sequences");
  const Variable h = rnn.Memory({3}, 0);
  EXPECT_ERROR(rnn.UpdateMemory(step, step), InvalidArgument,
               "'x' is no memory of this rnn");
  EXPECT_ERROR(rnn.UpdateMemory(h, fc(step, 2)), InvalidArgument,
               "shape, data type and sequences must stay the same");
  EXPECT_ERROR(rnn(), FailedPrecondition,
               "rnn is called once, behind its block, which is open");
  rnn.Output({step});
  rnn.EndStep();
  EXPECT_ERROR(rnn.StepInput(x), FailedPrecondition,
               "a step input belongs inside the block of rnn");
  EXPECT_ERROR(rnn.Output({h}), FailedPrecondition, "an output belongs inside");
  rnn();
  EXPECT_ERROR(rnn(), FailedPrecondition, "rnn is called once");
}

TEST_F(RecurrentLayerTest, AStepNeedsInputsAndOutputs) {
  const Variable x = Sequences("x", 3), dense = data("dense", {5, 3});
  {
    Rnn rnn;
    rnn.BeginStep();
    rnn.Output({exp(dense)});
    rnn.EndStep();
    EXPECT_ERROR(rnn(), InvalidArgument,
                 "the step of the rnn reads no sequence");
  }
  {
    Rnn rnn;
    rnn.BeginStep();
    exp(x);
    rnn.EndStep();
    EXPECT_ERROR(rnn(), InvalidArgument, "the rnn has no output");
  }
  {
    Rnn rnn;
    rnn.BeginStep();
    rnn.StepInput(dense);
    EXPECT_ERROR(rnn.StepInput(data("other", {4, 3})), InvalidArgument,
                 "have different numbers of steps");
    EXPECT_ERROR(rnn.StepInput(x), InvalidArgument,
                 "has sequences, but the rnn has dense inputs");
  }
}

TEST_F(RecurrentLayerTest, WhatIsNotFinishedLeavesTheProgramAsItWas) {
  const Variable x = Sequences("x", 3);
  const std::string before = PrintText(*main_) + PrintText(*startup_);
  const auto text = [&] { return PrintText(*main_) + PrintText(*startup_); };
  {
    Rnn rnn;
    rnn.BeginStep();
    const Variable h = rnn.Memory({2}, 0);
    rnn.UpdateMemory(h, fc(x, 2));
  }
  EXPECT_EQ(text(), before);
  {
    Rnn rnn;
    rnn.BeginStep();
    rnn.Output({fc(x, 2)});
    rnn.EndStep();  // and never called
  }
  EXPECT_EQ(text(), before);
  Rnn rnn;
  rnn.BeginStep();
  fc(x, 2);
  rnn.Abandon();
  EXPECT_EQ(text(), before);
  EXPECT_ERROR(rnn(), FailedPrecondition, "rnn is called once");
  EXPECT_ERROR(CurrentRnn(), FailedPrecondition, "a step input");
}

}  // namespace
}  // namespace paddle::layer
