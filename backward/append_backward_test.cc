#include "paddle/backward/append_backward.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using layer::data;
using layer::DataType;
using layer::Op;
using layer::Variable;

using AppendBackwardTest = ProgramFixture;

TEST_F(AppendBackwardTest, FitALine) {
  const Variable x = data("x", {-1, 13});
  const Variable y = data("y", {-1, 1});
  const Variable cost =
      layer::mean(layer::square_error_cost(layer::fc(x, 1), y));
  const int forward = NumOps();
  const ParamsAndGrads pairs = AppendBackward(cost);
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
square_0.tmp_0@GRAD = mean_grad(X=square_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
elementwise_sub_0.tmp_0@GRAD = square_grad(X=elementwise_sub_0.tmp_0, Out@GRAD=square_0.tmp_0@GRAD)
fc_0.tmp_1@GRAD = elementwise_sub_grad(X=fc_0.tmp_1, Y=y, Out@GRAD=elementwise_sub_0.tmp_0@GRAD)
{X@GRAD: fc_0.tmp_0@GRAD, Y@GRAD: fc_0.b_0@GRAD} = elementwise_add_grad(X=fc_0.tmp_0, Y=fc_0.b_0, Out@GRAD=fc_0.tmp_1@GRAD, axis=1)
fc_0.w_0@GRAD = mul_grad(X=x, Y=fc_0.w_0, Out@GRAD=fc_0.tmp_0@GRAD)
)");
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].param.name(), "fc_0.w_0");
  EXPECT_EQ(pairs[0].grad.ToString(), "fc_0.w_0@GRAD [13, 1] float32");
  EXPECT_EQ(pairs[1].grad.ToString(), "fc_0.b_0@GRAD [1] float32");
  for (int i = forward; i < NumOps(); ++i) {
    EXPECT_EQ(main_->global_block().desc().ops(i).role(),
              framework::proto::BACKWARD);
  }
}

TEST_F(AppendBackwardTest, AddsUpWhatSharedParametersGet) {
  const Variable w = Parameter("w");
  const Variable y = layer::tanh(layer::sigmoid(w) * w);
  const int forward = NumOps() + 1;
  AppendBackward(layer::mean(y));
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
tanh_0.tmp_0@GRAD = mean_grad(X=tanh_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
elementwise_mul_0.tmp_0@GRAD = tanh_grad(X=elementwise_mul_0.tmp_0, Out=tanh_0.tmp_0, Out@GRAD=tanh_0.tmp_0@GRAD)
{X@GRAD: sigmoid_0.tmp_0@GRAD, Y@GRAD: w@GRAD@0} = elementwise_mul_grad(X=sigmoid_0.tmp_0, Y=w, Out@GRAD=elementwise_mul_0.tmp_0@GRAD)
w@GRAD@1 = sigmoid_grad(X=w, Out=sigmoid_0.tmp_0, Out@GRAD=sigmoid_0.tmp_0@GRAD)
w@GRAD = sum(X=[w@GRAD@0, w@GRAD@1])
)");
}

TEST_F(AppendBackwardTest, AddsUpBeforeTheFirstReader) {
  const Variable w = Parameter("w");
  const Variable h = layer::relu(w);
  // One after the other: the order of operands is the compiler's.
  const Variable tanh = layer::tanh(h);
  const Variable exp = layer::exp(h);
  const Variable y = (exp + tanh) * h;
  const int forward = NumOps() + 1;
  AppendBackward(layer::mean(y));
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
elementwise_mul_0.tmp_0@GRAD = mean_grad(X=elementwise_mul_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
{X@GRAD: elementwise_add_0.tmp_0@GRAD, Y@GRAD: relu_0.tmp_0@GRAD@0} = elementwise_mul_grad(X=elementwise_add_0.tmp_0, Y=relu_0.tmp_0, Out@GRAD=elementwise_mul_0.tmp_0@GRAD)
{X@GRAD: exp_0.tmp_0@GRAD, Y@GRAD: tanh_0.tmp_0@GRAD} = elementwise_add_grad(X=exp_0.tmp_0, Y=tanh_0.tmp_0, Out@GRAD=elementwise_add_0.tmp_0@GRAD)
relu_0.tmp_0@GRAD@1 = exp_grad(X=relu_0.tmp_0, Out=exp_0.tmp_0, Out@GRAD=exp_0.tmp_0@GRAD)
relu_0.tmp_0@GRAD@2 = tanh_grad(X=relu_0.tmp_0, Out=tanh_0.tmp_0, Out@GRAD=tanh_0.tmp_0@GRAD)
relu_0.tmp_0@GRAD = sum(X=[relu_0.tmp_0@GRAD@0, relu_0.tmp_0@GRAD@1, relu_0.tmp_0@GRAD@2])
w@GRAD = relu_grad(X=w, Out=relu_0.tmp_0, Out@GRAD=relu_0.tmp_0@GRAD)
)");
}

TEST_F(AppendBackwardTest, TheSameVariableTwiceInOneOperator) {
  const Variable w = Parameter("w");
  const Variable y = w * w;
  const int forward = NumOps() + 1;
  AppendBackward(layer::mean(y));
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
elementwise_mul_0.tmp_0@GRAD = mean_grad(X=elementwise_mul_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
{X@GRAD: w@GRAD@0, Y@GRAD: w@GRAD@1} = elementwise_mul_grad(X=w, Y=w, Out@GRAD=elementwise_mul_0.tmp_0@GRAD)
w@GRAD = sum(X=[w@GRAD@0, w@GRAD@1])
)");
}

TEST_F(AppendBackwardTest, FillsMissingGradientsWithZeros) {
  const layer::Outputs both = layer::AppendOp("fork", {{"X", Parameter("w")}});
  const Variable loss = layer::mean(both["Right"]);
  const int forward = NumOps();
  AppendBackward(loss);
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
fork_0.tmp_1@GRAD = mean_grad(X=fork_0.tmp_1, Out@GRAD=mean_0.tmp_0@GRAD)
fork_0.tmp_0@GRAD = fill_zeros_like(X=fork_0.tmp_0)
w@GRAD = fork_grad(X=w, Left@GRAD=fork_0.tmp_0@GRAD, Right@GRAD=fork_0.tmp_1@GRAD)
)");
}

TEST_F(AppendBackwardTest, LeavesOutWhatIsNotOnThePath) {
  const Variable w = Parameter("w");
  const Variable unused = layer::exp(Parameter("unused"));
  const Variable aside = layer::exp(w);
  const Variable loss = layer::mean(layer::relu(w));
  const int forward = NumOps();
  const ParamsAndGrads pairs = AppendBackward(loss);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].param, w);
  EXPECT_EQ(NumOps() - forward, 3);
}

TEST_F(AppendBackwardTest, StopsAtNoGradientVariables) {
  const Variable a = layer::exp(Parameter("a"));
  const Variable b = layer::exp(Parameter("b"));
  Variable c = layer::exp(Parameter("c"));
  const Variable d = Parameter("d");
  const Variable loss = layer::mean(a * b * c * d);
  c.set_stop_gradient(true);
  BackwardOptions options;
  options.no_grad_set = {b.name(), "d"};
  const ParamsAndGrads pairs = AppendBackward(loss, options);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].param.name(), "a");
  for (const char* name : {"b", "c", "d"}) {
    EXPECT_EQ(main_->global_block().FindVar(std::string(name) + "@GRAD"),
              nullptr);
  }
}

TEST_F(AppendBackwardTest, ParameterListChooses) {
  const Variable loss = layer::mean(Parameter("a") * Parameter("b"));
  BackwardOptions options;
  options.parameter_list = {"b", "b"};
  const ParamsAndGrads pairs = AppendBackward(loss, options);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].param.name(), "b");
  options.parameter_list = {"c"};
  EXPECT_ERROR(AppendBackward(loss, options), NotFound, "'c'");
}

TEST_F(AppendBackwardTest, OnlyContributionIsRenamed) {
  const Variable w = Parameter("w");
  const Variable y = Op("shy", {{"X", w}, {"Y", w}});
  const int forward = NumOps() + 1;
  AppendBackward(layer::mean(y));
  EXPECT_EQ(Ops(forward),
            R"(mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
shy_0.tmp_0@GRAD = mean_grad(X=shy_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
w@GRAD = scale(X=shy_0.tmp_0@GRAD)
)");
}

TEST_F(AppendBackwardTest, SparseTablesGetSelectedRows) {
  layer::EmbeddingOptions options;
  options.is_sparse = true;
  const Variable ids = data("ids", {-1, 1}, DataType::kInt64);
  const ParamsAndGrads pairs =
      AppendBackward(layer::mean(layer::embedding(ids, 10, 4, options)));
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].grad.kind(), framework::proto::SELECTED_ROWS);
  EXPECT_EQ(pairs[0].grad.dims(), layer::Dims({10, 4}));
}

TEST_F(AppendBackwardTest, CopiesCallSites) {
  framework::proto::CallSite site;
  site.set_file("model.py");
  site.set_line(7);
  layer::SetCallSiteProvider(
      [&] { return std::vector<framework::proto::CallSite>{site}; });
  const Variable loss = layer::mean(Parameter("w"));
  site.set_line(20);
  const int forward = NumOps();
  AppendBackward(loss);
  layer::SetCallSiteProvider(nullptr);
  for (int i = forward; i < NumOps(); ++i) {
    const auto& op = main_->global_block().desc().ops(i);
    ASSERT_EQ(op.call_site_size(), 1);
    EXPECT_EQ(op.call_site(0).line(), 7);
  }
}

TEST_F(AppendBackwardTest, ASecondPassHasNamesOfItsOwn) {
  const Variable w = Parameter("w");
  const Variable first = layer::mean(layer::relu(w));
  const Variable second = layer::mean(layer::exp(w));
  EXPECT_EQ(AppendBackward(first)[0].grad.name(), "w@GRAD");
  EXPECT_EQ(AppendBackward(second)[0].grad.name(), "w@GRAD_0");
}

TEST_F(AppendBackwardTest, LossMustBeOneNumber) {
  const Variable w = Parameter("w");
  EXPECT_ERROR(AppendBackward(layer::exp(w)), InvalidArgument,
               "the loss must be one number, but it is exp_0.tmp_0 [3] "
               "float32; reduce it, for instance with mean");
  EXPECT_ERROR(AppendBackward(layer::exp(data("x", {-1, 1}))), InvalidArgument,
               "[N, 1]");
  EXPECT_ERROR(AppendBackward(data("n", {1}, DataType::kInt64)),
               InvalidArgument, "is not a floating point number");
  EXPECT_ERROR(AppendBackward(Variable()), FailedPrecondition, "no variable");
}

TEST_F(AppendBackwardTest, SaysWhyThereIsNoGradient) {
  const Variable x = data("x", {2});
  EXPECT_ERROR(AppendBackward(layer::mean(x)), InvalidArgument,
               "has no trainable parameter");
  const Variable w = Parameter("w");
  EXPECT_ERROR(AppendBackward(layer::mean(x)), InvalidArgument,
               "it depends on none of them");
  EXPECT_ERROR(AppendBackward(layer::mean(
                   Op("elementwise_floordiv", {{"X", w}, {"Y", w}}))),
               InvalidArgument,
               "operator elementwise_floordiv, which makes "
               "'elementwise_floordiv_0.tmp_0', has no gradient");
  Variable stopped = layer::exp(w);
  const Variable loss = layer::mean(stopped);
  stopped.set_stop_gradient(true);
  EXPECT_ERROR(AppendBackward(loss), InvalidArgument,
               "gradients stop at 'exp_0.tmp_0'");
  Variable last = layer::mean(w);
  last.set_stop_gradient(true);
  EXPECT_ERROR(AppendBackward(last), InvalidArgument, "stops gradients");
}

TEST_F(AppendBackwardTest, RefusesUpdatesBetweenUses) {
  const Variable h = layer::exp(Parameter("w"));
  const Variable bumped = Op("bump", {{"X", h}});
  ASSERT_EQ(bumped, h);
  const int forward = NumOps() + 1;
  EXPECT_ERROR(AppendBackward(layer::mean(bumped)), Unimplemented,
               "operator bump updates 'exp_0.tmp_0' in place");
  EXPECT_EQ(NumOps(), forward);
}

TEST_F(AppendBackwardTest, RefusesToReadUpdatedValues) {
  const Variable w = Parameter("w");
  const Variable loss = layer::mean(layer::square(w));
  Op("bump", {{"X", w}});
  const std::string before = PrintText(*main_);
  EXPECT_ERROR(AppendBackward(loss), Unimplemented,
               "the gradient of operator square reads 'w', which operator "
               "bump has updated in place since");
  EXPECT_EQ(PrintText(*main_), before);
}

TEST_F(AppendBackwardTest, ShapesMayBeReadAfterUpdates) {
  const Variable w = Parameter("w");
  const Variable loss = layer::mean(w);
  Op("bump", {{"X", w}});
  EXPECT_EQ(AppendBackward(loss).size(), 1u);
}

}  // namespace
}  // namespace paddle::backward
