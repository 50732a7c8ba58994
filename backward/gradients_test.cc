// Gradients of append_backward.h.
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using layer::data;
using layer::DataType;
using layer::Op;
using layer::Variable;

using GradientsTest = ProgramFixture;

TEST_F(GradientsTest, GradientsOfAnything) {
  const Variable x = data("x", {-1, 3});
  const Variable h = layer::exp(x);
  const Variable y = layer::relu(h);
  const int forward = NumOps();
  const std::vector<Variable> grads = Gradients({y}, {x, h});
  EXPECT_EQ(Ops(forward),
            R"(relu_0.tmp_0@GRAD_0 = fill_zeros_like(X=relu_0.tmp_0)
relu_0.tmp_0@GRAD = scale(X=relu_0.tmp_0@GRAD_0, bias=1.0)
exp_0.tmp_0@GRAD = relu_grad(X=exp_0.tmp_0, Out=relu_0.tmp_0, Out@GRAD=relu_0.tmp_0@GRAD)
x@GRAD = exp_grad(X=x, Out=exp_0.tmp_0, Out@GRAD=exp_0.tmp_0@GRAD)
)");
  ASSERT_EQ(grads.size(), 2u);
  EXPECT_EQ(grads[0].name(), "x@GRAD");
  EXPECT_EQ(grads[1].ToString(), "exp_0.tmp_0@GRAD [N, 3] float32");
}

TEST_F(GradientsTest, GradientsWithGivenWeights) {
  const Variable x = data("x", {3});
  const Variable weights = data("weights", {3});
  const Variable y = layer::exp(x);
  const int forward = NumOps();
  Gradients({y}, {x}, {weights});
  EXPECT_EQ(Ops(forward),
            R"(x@GRAD = exp_grad(X=x, Out=exp_0.tmp_0, Out@GRAD=weights)
)");
  EXPECT_ERROR(Gradients({y}, {x}, {data("narrow", {2})}), InvalidArgument,
               "target gradient narrow [2] float32 differs in shape");
  EXPECT_ERROR(Gradients({y}, {x}, {data("wide", {3, 1})}), InvalidArgument,
               "target gradient wide [3, 1] float32 differs in shape");
  EXPECT_ERROR(Gradients({y}, {x}, {weights, weights}), InvalidArgument,
               "2 target gradients for 1 targets");
}

// Each feed of sequences has a number of rows of its own.
TEST_F(GradientsTest, GradientsWithWeightsOfSequences) {
  const Variable x = data("x", {-1, 3}, DataType::kFloat32, 1);
  const Variable weights = data("weights", {-1, 3}, DataType::kFloat32, 1);
  const Variable y = layer::exp(x);
  ASSERT_NE(weights.dims(), y.dims());
  const int forward = NumOps();
  Gradients({y}, {x}, {weights});
  EXPECT_EQ(Ops(forward),
            R"(weights_0 = fill_zeros_like(X=exp_0.tmp_0)
weights_1 = sum(X=[weights_0, weights])
x@GRAD = exp_grad(X=x, Out=exp_0.tmp_0, Out@GRAD=weights_1)
)");
  const Variable batch = data("batch", {-1, 3});
  EXPECT_EQ(Gradients({y}, {x}, {batch})[0].dims(), x.dims());
  const Variable narrow = data("narrow", {-1, 2}, DataType::kFloat32, 1);
  EXPECT_ERROR(Gradients({y}, {x}, {narrow}), InvalidArgument,
               "narrow [s4, 2] float32 lod 1 differs in shape");
}

TEST_F(GradientsTest, GradientsOfSeveralTargets) {
  const Variable x = data("x", {3});
  const Variable a = layer::exp(x);
  const Variable b = layer::tanh(a);
  const int forward = NumOps();
  Gradients({a, b, b}, {x});
  EXPECT_EQ(Ops(forward),
            R"(exp_0.tmp_0@GRAD@0 = fill_constant(shape=[3], value=1.0)
tanh_0.tmp_0@GRAD@0 = fill_constant(shape=[3], value=1.0)
tanh_0.tmp_0@GRAD@1 = fill_constant(shape=[3], value=1.0)
tanh_0.tmp_0@GRAD = sum(X=[tanh_0.tmp_0@GRAD@0, tanh_0.tmp_0@GRAD@1])
exp_0.tmp_0@GRAD@1 = tanh_grad(X=exp_0.tmp_0, Out=tanh_0.tmp_0, Out@GRAD=tanh_0.tmp_0@GRAD)
exp_0.tmp_0@GRAD = sum(X=[exp_0.tmp_0@GRAD@0, exp_0.tmp_0@GRAD@1])
x@GRAD = exp_grad(X=x, Out=exp_0.tmp_0, Out@GRAD=exp_0.tmp_0@GRAD)
)");
}

TEST_F(GradientsTest, GradientsOfGradients) {
  const Variable x = data("x", {3});
  const Variable weights = data("weights", {3});
  const layer::Outputs both = layer::AppendOp("fork", {{"X", x}});
  const Variable grad = Gradients({both["Left"]}, {x}, {weights})[0];
  const int first_order = NumOps();
  EXPECT_EQ(Gradients({grad}, {weights})[0].name(), "weights@GRAD");
  EXPECT_EQ(Ops(first_order),
            "x@GRAD@GRAD = fill_constant(shape=[3], value=1.0)\n"
            "weights@GRAD = assign(X=x@GRAD@GRAD)\n");
}

TEST_F(GradientsTest, MissingGradientsOfGradientsAreNotZeros) {
  const Variable w = Parameter("w");
  layer::SetCallSiteProvider([] {
    framework::proto::CallSite site;
    site.set_file("net.py");
    site.set_line(3);
    site.set_text("y = opaque(w)");
    return std::vector<framework::proto::CallSite>{site};
  });
  const Variable y = Op("opaque", {{"X", w}});
  layer::SetCallSiteProvider(nullptr);
  Variable grad = Gradients({y}, {w})[0];
  const Variable loss = layer::mean(grad * w);
  EXPECT_ERROR(AppendBackward(loss), Unimplemented,
               "operator opaque_grad, a gradient itself, has no gradient; "
               "unless one through 'w@GRAD' is wanted, mark that variable "
               "stop_gradient (net.py, line 3: y = opaque(w))");
  grad.set_stop_gradient(true);
  EXPECT_EQ(AppendBackward(loss).size(), 1u);
}

TEST_F(GradientsTest, GradientsThatAreNotThere) {
  const Variable x = data("x", {3});
  const Variable other = data("other", {3});
  const Variable y = layer::exp(x);
  const std::vector<Variable> grads = Gradients({y}, {other, y});
  EXPECT_FALSE(grads[0].is_valid());
  EXPECT_EQ(grads[1].dims(), y.dims());
  EXPECT_ERROR(Gradients({}, {x}), InvalidArgument, "no target");
  EXPECT_ERROR(Gradients({y}, {data("n", {1}, DataType::kInt64)}),
               InvalidArgument, "does not hold floating point numbers");
}

}  // namespace
}  // namespace paddle::backward
