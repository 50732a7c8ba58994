#include "paddle/operators/control_flow/recurrent_states.h"

#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::Tensor;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// {first, first + 1, ...}
LoDTensor Count(const Dims& dims, double first = 0,
                const LoD::Levels& lengths = {}) {
  LoDTensor x(dims, DataType::kFloat64);
  for (int64_t i = 0; i < x.numel(); ++i) x.mutable_data<double>()[i] = first++;
  if (!lengths.empty()) x.set_lod(LoD::FromLengths(lengths));
  return x;
}

std::vector<double> Values(const Tensor& x) {
  return {x.data<double>(), x.data<double>() + x.numel()};
}

class RecurrentStatesTest : public ::testing::Test {
 protected:
  RecurrentStatesTest() {
    state_.device = &platform::CPUContext();
    state_.allocator = &memory::AllocatorOf(platform::CPUPlace());
  }

  framework::RunState state_;
  const framework::KernelContext context_{nullptr, &state_, {}};
  // Ranks: sequence 3, 0, 2; sequence 1 is empty.
  const StepOrder order_{Count({7, 1}, 0, {{2, 0, 1, 4}}), false};
  const StepOrder empty_{Count({0, 1}, 0, {{0, 0}}), false};
  const StepOrder dense_{Count({3, 1}), false};
};

TEST_F(RecurrentStatesTest, InitialRowsAreThoseOfSequencesThatAreNotEmpty) {
  const LoDTensor state = InitialState(context_, order_, Count({4, 2}), 2);
  EXPECT_EQ(state.dims(), Dims({3, 2}));
  EXPECT_THAT(Values(state), ElementsAre(6, 7, 0, 1, 4, 5));
  EXPECT_EQ(InitialState(context_, empty_, Count({2, 2}), 2).dims(),
            Dims({0, 2}));
}

TEST_F(RecurrentStatesTest, OneInitialRowIsForAll) {
  const LoDTensor state = InitialState(context_, order_, Count({2}), 2);
  EXPECT_EQ(state.dims(), Dims({3, 2}));
  EXPECT_THAT(Values(state), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_THAT(Values(InitialState(context_, order_, Count({}, 5), 1)),
              ElementsAre(5, 5, 5));
}

TEST_F(RecurrentStatesTest, OfDenseInputsTheStateIsTakenAsItIs) {
  const LoDTensor init = Count({5, 2});
  EXPECT_TRUE(InitialState(context_, dense_, init, 2).SharesMemoryWith(init));
}

TEST_F(RecurrentStatesTest, InitialStatesThatDoNotFit) {
  EXPECT_ERROR(InitialState(context_, order_, Count({3, 2}), 2),
               InvalidArgument,
               "the initial state of a memory has [3, 2], not a row for each "
               "of the 4 sequences");
  EXPECT_ERROR(InitialState(context_, order_, Count({4, 2, 1}), 2),
               InvalidArgument, "[4, 2, 1]");
  EXPECT_ERROR(InitialState(context_, order_, Count({4, 2}, 0, {{2, 2}}), 2),
               InvalidArgument, "has sequences");
  EXPECT_ERROR(InitialState(context_, empty_, Count({}), 0), InvalidArgument,
               "not a row for each of the 2 sequences");
}

TEST_F(RecurrentStatesTest, GradientsOfInitialRows) {
  Tensor grad(Dims{4, 2}, DataType::kFloat64);
  const Tensor first = Count({3, 2}, 1);
  InitialStateGrad(context_, order_, &first, 2, &grad);
  EXPECT_THAT(Values(grad), ElementsAre(3, 4, 0, 0, 5, 6, 1, 2));
  InitialStateGrad(context_, order_, nullptr, 2, &grad);
  EXPECT_THAT(Values(grad), Each(0.0));
}

TEST_F(RecurrentStatesTest, GradientsOfOneRowAddUp) {
  Tensor grad(Dims{2}, DataType::kFloat64);
  const Tensor first = Count({3, 2}, 1);
  InitialStateGrad(context_, order_, &first, 2, &grad);
  EXPECT_THAT(Values(grad), ElementsAre(9, 12));
}

TEST_F(RecurrentStatesTest, GradientsOfDenseStates) {
  Tensor grad(Dims{3}, DataType::kFloat64);
  const Tensor first = Count({3}, 1);
  InitialStateGrad(context_, dense_, &first, 1, &grad);
  EXPECT_THAT(Values(grad), ElementsAre(1, 2, 3));
  InitialStateGrad(context_, dense_, nullptr, 1, &grad);
  EXPECT_THAT(Values(grad), Each(0.0));
}

TEST_F(RecurrentStatesTest, GradientsThatDoNotFit) {
  Tensor grad(Dims{4, 2}, DataType::kFloat64);
  const Tensor small = Count({2, 2});
  EXPECT_ERROR(InitialStateGrad(context_, order_, &small, 2, &grad),
               InvalidArgument, "the gradient of a memory");
  Tensor few(Dims{1, 2}, DataType::kFloat64);
  const Tensor first = Count({3, 2});
  EXPECT_ERROR(InitialStateGrad(context_, order_, &first, 2, &few),
               InvalidArgument, "[1, 2], not a row for each of the 4");
  Tensor number(Dims{}, DataType::kFloat64);
  EXPECT_ERROR(InitialStateGrad(context_, order_, &number, 0, &number),
               InvalidArgument, "not a row for each of the 4");
}

TEST_F(RecurrentStatesTest, StaticRowsBelongToTheirSequences) {
  PairedInputs inputs(context_, order_);
  inputs.Add(Count({4, 2}));
  EXPECT_EQ(inputs.size(), 1);
  EXPECT_THAT(Values(inputs.StepOf(0, 0)), ElementsAre(6, 7, 0, 1, 4, 5));
  EXPECT_THAT(Values(inputs.StepOf(0, 1)), ElementsAre(6, 7, 0, 1));
  EXPECT_THAT(Values(inputs.StepOf(0, 3)), ElementsAre(6, 7));
}

TEST_F(RecurrentStatesTest, StaticSequencesBelongToTheirSequences) {
  PairedInputs inputs(context_, order_);
  inputs.Add(Count({6, 1}, 0, {{1, 2, 0, 3}}));
  const LoDTensor all = inputs.StepOf(0, 0);
  EXPECT_THAT(Values(all), ElementsAre(3, 4, 5, 0));
  EXPECT_EQ(all.lod()->lengths(), (LoD::Levels{{3, 1, 0}}));
  const LoDTensor last = inputs.StepOf(0, 2);
  EXPECT_THAT(Values(last), ElementsAre(3, 4, 5));
  EXPECT_EQ(last.lod()->lengths(), (LoD::Levels{{3}}));
}

TEST_F(RecurrentStatesTest, StaticGradientsAddUpOverSteps) {
  PairedInputs inputs(context_, order_);
  inputs.AddShape(Count({4, 1}));
  inputs.AddShape(Count({6, 1}, 0, {{1, 2, 0, 3}}));
  inputs.AddGrad(0, 1, Count({2, 1}, 1));
  inputs.AddGrad(0, 0, Count({3, 1}, 10));
  Tensor grad(Dims{4, 1}, DataType::kFloat64);
  inputs.FinishGrad(0, &grad);
  EXPECT_THAT(Values(grad), ElementsAre(13, 0, 12, 11));
  Tensor none(Dims{6, 1}, DataType::kFloat64);
  inputs.FinishGrad(1, &none);
  EXPECT_THAT(Values(none), Each(0.0));
  EXPECT_ERROR(inputs.AddGrad(0, 1, Count({3, 1})), InvalidArgument,
               "gradients that are added up");
}

TEST_F(RecurrentStatesTest, DenseStaticInputsAreReadWhole) {
  PairedInputs inputs(context_, dense_);
  const LoDTensor x = Count({2, 2});
  inputs.Add(x);
  EXPECT_TRUE(inputs.StepOf(0, 2).SharesMemoryWith(x));
  inputs.AddGrad(0, 1, Count({2, 2}, 1));
  inputs.AddGrad(0, 0, Count({2, 2}, 1));
  Tensor grad(Dims{2, 2}, DataType::kFloat64);
  inputs.FinishGrad(0, &grad);
  EXPECT_THAT(Values(grad), ElementsAre(2, 4, 6, 8));
}

TEST_F(RecurrentStatesTest, StaticInputsThatDoNotFit) {
  PairedInputs inputs(context_, order_);
  EXPECT_ERROR(inputs.Add(Count({3, 1})), InvalidArgument,
               "a static input has 3 rows, but the inputs have 4 sequences");
  EXPECT_ERROR(inputs.Add(Count({3, 1}, 0, {{1, 2}})), InvalidArgument,
               "a static input has 2 sequences");
  EXPECT_ERROR(inputs.AddShape(Count({})), InvalidArgument, "has 0 rows");
  EXPECT_ERROR(inputs.Add(Count({2, 1}, 0, {{1, 0, 1, 0}, {1, 1}})),
               Unimplemented, "a static input of nested sequences");
}

}  // namespace
}  // namespace paddle::operators
