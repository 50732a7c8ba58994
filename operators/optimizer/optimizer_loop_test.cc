// Steps whose outputs are not their inputs; operators/optimizer tests the
// numbers in place.
#include "paddle/operators/optimizer/optimizer_loop.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/operators/optimizer/adam.h"
#include "paddle/operators/optimizer/functor_rule.h"
#include "paddle/operators/optimizer/momentum.h"
#include "paddle/operators/optimizer/sgd.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using ::testing::ElementsAre;
using ::testing::FloatNear;

const platform::CPUDeviceContext kCpu;

Tensor Make(const std::vector<float>& values) {
  Tensor tensor(Dims({static_cast<int64_t>(values.size()), 1}),
                DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

std::vector<float> Elements(const Tensor& tensor) {
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

// Row 1 of three has the gradient 2.
class OptimizerLoopTest : public ::testing::Test {
 protected:
  ParamGrad<float> Grad(bool lazy) const {
    ParamGrad<float> grad;
    grad.rows = {absl::MakeConstSpan(rows_), &gradient_, 1};
    grad.lazy = lazy;
    return grad;
  }

  ParamStep<platform::CPUDeviceContext, float> Step(bool lazy) {
    return {kCpu, Grad(lazy), &rate_, {&param_, &param_out_}};
  }
  Updated State() { return {&state_, &state_out_}; }
  FunctorRule<float, MomentumFunctor> Momentum(bool nesterov) const {
    return {{0.5, nesterov}, &rate_, {}};
  }

  const std::vector<int64_t> rows_ = {1};
  const float gradient_ = 2;
  const float rate_ = 0.5;
  const Tensor param_ = Make({1, 2, 3});
  const Tensor state_ = Make({4, 4, 4});
  Tensor param_out_ = Make({0, 0, 0});
  Tensor state_out_ = Make({0, 0, 0});
};

TEST_F(OptimizerLoopTest, SgdCopiesOtherRows) {
  UpdateParam(Step(false), FunctorRule<float, SgdFunctor>{{}, &rate_, {}});
  EXPECT_THAT(Elements(param_out_), ElementsAre(1, 1, 3));
  EXPECT_THAT(Elements(param_), ElementsAre(1, 2, 3));
}

TEST_F(OptimizerLoopTest, MomentumOfOtherRows) {
  UpdateParam(Step(false), Momentum(false), State());
  EXPECT_THAT(Elements(state_out_), ElementsAre(2, 4, 2));
  EXPECT_THAT(Elements(param_out_), ElementsAre(0, 0, 2));
  UpdateParam(Step(true), Momentum(false), State());
  EXPECT_THAT(Elements(state_out_), ElementsAre(4, 4, 4));
  EXPECT_THAT(Elements(param_out_), ElementsAre(1, 0, 3));
}

TEST_F(OptimizerLoopTest, NesterovLooksAhead) {
  UpdateParam(Step(false), Momentum(true), State());
  EXPECT_THAT(Elements(param_out_), ElementsAre(0.5, 0, 2.5));
}

TEST_F(OptimizerLoopTest, AdamOfOtherRows) {
  const float power1 = 0.5, power2 = 0;
  const FunctorRule<float, AdamFunctor> rule = {
      {0.5, 0.25, 0, false}, &rate_, {{&power1, &power2}}};
  Tensor v_out = Make({0, 0, 0});
  const Updated v = {&state_, &v_out};
  UpdateParam(Step(false), rule, State(), v);
  EXPECT_THAT(Elements(state_out_), ElementsAre(2, 3, 2));
  EXPECT_THAT(Elements(v_out), ElementsAre(1, 4, 1));
  EXPECT_THAT(Elements(param_out_),
              ElementsAre(FloatNear(-1, 1e-6), FloatNear(0.5, 1e-6),
                          FloatNear(1, 1e-6)));
  UpdateParam(Step(true), rule, State(), v);
  EXPECT_THAT(Elements(param_out_), ElementsAre(1, FloatNear(0.5, 1e-6), 3));
  EXPECT_THAT(Elements(v_out), ElementsAre(4, 4, 4));
}

}  // namespace
}  // namespace paddle::operators::kernels
