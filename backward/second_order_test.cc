// Gradients of gradients through operators that own blocks, run by the
// executor: against central differences, and against the same numbers without
// blocks.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/tensor/lod.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::backward {
namespace {

using framework::LoDTensor;
using layer::DataType;
using layer::Variable;
using ::testing::DoubleNear;
using ::testing::Pointwise;
using Values = std::vector<double>;
using Function = std::function<Variable(const Variable& x, const Variable& w)>;

LoDTensor TensorOf(const std::vector<int64_t>& dims, const Values& values) {
  LoDTensor tensor;
  tensor.Allocate(layer::Dims(dims), DataType::kFloat64);
  std::copy(values.begin(), values.end(), tensor.mutable_data<double>());
  return tensor;
}

const Values kX = {0.3, -0.7, 0.5, 1.1, -0.2, 0.4};
const Values kW = {0.8, -0.6};

class SecondOrderTest : public ProgramFixture {
 protected:
  static Variable Number(int64_t value) {
    return layer::fill_constant({1}, DataType::kInt64, value);
  }
  static Variable Bool(bool value) {
    return layer::less_than(Number(0), Number(value ? 1 : 0));
  }

  // body(body(body(init))), by a loop.
  static Variable Thrice(const Variable& init,
                         const std::function<Variable(const Variable&)>& body) {
    const Variable i = Number(0);
    layer::WhileLoop loop(layer::less_than(i, Number(3)));
    loop.BeginBlock();
    const Variable state = loop.Carry(init), count = loop.Carry(i);
    loop.Update(state, body(state));
    const Variable next = layer::increment(count);
    loop.Update(count, next);
    loop.Condition(layer::less_than(next, Number(3)));
    loop.EndBlock();
    return loop()[0];
  }

  // f(x, w), x [3, 2], or sequences of 2, 0 and 1 rows, and w [2], then its
  // gradients for both, and a loss of all three.
  void Build(const Function& f) {
    x_ = ragged_ ? layer::data("x", {-1, 2}, DataType::kFloat64, 1)
                 : layer::data("x", {3, 2}, DataType::kFloat64);
    w_ = layer::data("w", {2}, DataType::kFloat64);
    const Variable y = f(x_, w_);
    const std::vector<Variable> first =
        Gradients({layer::reduce_sum(layer::square(y))}, {x_, w_});
    loss_ = layer::reduce_sum(y);
    for (const Variable& grad : first) {
      ASSERT_TRUE(grad.is_valid());
      loss_ = loss_ + layer::reduce_sum(layer::square(grad));
    }
    second_ = Gradients({loss_}, {x_, w_});
    executor_.Run(startup_, {}, {}, scope_.get());
  }

  Values Eval(const Variable& fetch, const Values& x, const Values& w) {
    LoDTensor rows = TensorOf({3, 2}, x);
    if (ragged_) rows.set_lod(framework::LoD::FromLengths({{2, 0, 1}}));
    const auto values =
        executor_.Eval(main_, {{"x", rows}, {"w", TensorOf({2}, w)}},
                       {fetch.name()}, scope_.get());
    const auto& tensor = absl::get<LoDTensor>(values[0]);
    const double* data = tensor.data<double>();
    return Values(data, data + tensor.numel());
  }

  // The gradients of the loss against central differences.
  void Check(const Function& f) {
    Build(f);
    Values expected[2];
    for (int input = 0; input < 2; ++input) {
      for (size_t i = 0; i < (input == 0 ? kX : kW).size(); ++i) {
        double sides[2];
        for (int side = 0; side < 2; ++side) {
          Values x = kX, w = kW;
          (input == 0 ? x : w)[i] += side == 0 ? kStep : -kStep;
          sides[side] = Eval(loss_, x, w)[0];
        }
        expected[input].push_back((sides[0] - sides[1]) / (2 * kStep));
      }
      ASSERT_TRUE(second_[input].is_valid());
      const Values got = Eval(second_[input], kX, kW);
      ASSERT_EQ(got.size(), expected[input].size());
      for (size_t i = 0; i < got.size(); ++i) {
        const double scale = std::max(1.0, std::abs(expected[input][i]));
        EXPECT_NEAR(got[i], expected[input][i], 1e-7 * scale);
      }
    }
  }

  static constexpr double kStep = 1e-5;
  bool ragged_ = false;
  framework::Executor executor_;
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  Variable x_, w_, loss_;
  std::vector<Variable> second_;
};

// Something nonlinear in both.
Variable Mixed(const Variable& x, const Variable& w) {
  return layer::tanh(layer::square(x) * w) + x;
}

TEST_F(SecondOrderTest, WithoutBlocks) { Check(Mixed); }

// x, which is printed.
Variable Printed(const Variable& x) {
  const std::string name = x.name() + ".printed";
  layer::Append(
      x.program().get(), x.block(),
      framework::MakeOp("print", {{"In", {x.name()}}}, {{"Out", {name}}}));
  return Variable(x.program(), x.block(), name);
}

class BothWays : public SecondOrderTest,
                 public ::testing::WithParamInterface<bool> {};

TEST_P(BothWays, Cond) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(GetParam()), [&] { return std::vector<Variable>{Mixed(x, w)}; },
        [&] { return std::vector<Variable>{layer::square(x) * w}; })[0];
  });
}

TEST_P(BothWays, CondWithoutElse) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(Bool(GetParam()),
                       [&] { return std::vector<Variable>{Mixed(x, w)}; },
                       nullptr, {layer::square(x * w)})[0];
  });
}

TEST_P(BothWays, Switch) {
  Check([](const Variable& x, const Variable& w) {
    layer::Switch choice;
    choice.BeginCase(Bool(false));
    choice.Output({x});
    choice.EndBlock();
    choice.BeginCase(Bool(GetParam()));
    choice.Output({Mixed(x, w)});
    choice.EndBlock();
    choice.BeginDefault();
    choice.Output({layer::square(w * x)});
    choice.EndBlock();
    return choice()[0];
  });
}

INSTANTIATE_TEST_SUITE_P(SecondOrder, BothWays, ::testing::Bool());

// A gradient that was not wanted the first time may be wanted the second time.
TEST_F(SecondOrderTest, OfOtherCaptures) {
  const Variable x = layer::data("x", {3, 2}, DataType::kFloat64);
  const Variable w = layer::data("w", {2}, DataType::kFloat64);
  const Variable y = layer::cond(
      Bool(true),
      [&] { return std::vector<Variable>{layer::square(x) * (w + 1)}; },
      [&] { return std::vector<Variable>{x}; })[0];
  const Variable first = Gradients({y}, {x})[0];
  const Variable second = Gradients({first}, {w})[0];
  // d/dw of 2 x (w + 1), summed over the rows.
  EXPECT_THAT(Eval(second, kX, kW),
              Pointwise(DoubleNear(1e-12), Values{2 * 0.6, 2 * 0.8}));
}

TEST_F(SecondOrderTest, While) {
  Check([](const Variable& x, const Variable& w) {
    return Thrice(x, [&](const Variable& state) { return Mixed(state, w); });
  });
}

TEST_F(SecondOrderTest, Ifelse) {
  Check([](const Variable& x, const Variable& w) {
    layer::IfElse choice;
    choice.BeginTrueBlock();
    choice.Output({Mixed(x, w)});
    choice.EndBlock();
    choice.BeginFalseBlock();
    choice.Output({layer::square(x) * w});
    choice.EndBlock();
    const Variable sums = layer::reduce_sum(x, {1});
    return choice(layer::less_than(
        sums, layer::fill_constant({1}, DataType::kFloat64, 0)))[0];
  });
}

Variable Recurrent(const Variable& x, const Variable& w, bool reverse) {
  const Variable start = layer::square(w);
  layer::Rnn rnn({reverse});
  rnn.BeginStep();
  const Variable step = rnn.StepInput(x);
  const Variable memory = rnn.Memory(start);
  const Variable next = layer::tanh(Mixed(step, memory) * w);
  rnn.UpdateMemory(memory, next);
  rnn.Output({next * step});
  rnn.EndStep();
  return rnn()[0];
}

TEST_P(BothWays, Recurrent) {
  Check([](const Variable& x, const Variable& w) {
    return Recurrent(x, w, GetParam());
  });
}

TEST_P(BothWays, RecurrentOverSequences) {
  ragged_ = true;
  Check([](const Variable& x, const Variable& w) {
    const Variable start = layer::square(w);
    layer::Rnn rnn({GetParam()});
    rnn.BeginStep();
    const Variable step = rnn.StepInput(x);
    const Variable memory = rnn.Memory(start);
    const Variable next = layer::tanh(step * memory + layer::square(step) * w);
    rnn.UpdateMemory(memory, next);
    rnn.Output({next * step});
    rnn.EndStep();
    return rnn()[0];
  });
}

// The states of a loop in a tensor array.
TEST_F(SecondOrderTest, WhileWithArrays) {
  Check([](const Variable& x, const Variable& w) {
    const Variable i = Number(0);
    const Variable written = layer::array_write(x, i);
    layer::WhileLoop loop(layer::less_than(i, Number(2)));
    loop.BeginBlock();
    const Variable count = loop.Carry(i);
    const Variable array = loop.Carry(written);
    const Variable next = layer::increment(count);
    const Variable state = Mixed(layer::array_read(array, count), w);
    loop.Update(array, layer::array_write(state, next, array));
    loop.Update(count, next);
    loop.Condition(layer::less_than(next, Number(2)));
    loop.EndBlock();
    return layer::reduce_sum(layer::array_to_tensor(loop()[1]), {0});
  });
}

// Dropout must drop the same elements when its block runs once more.
Variable Drop(const Variable& x, double probability) {
  return layer::dropout(x, probability, /*is_test=*/false, /*seed=*/7);
}

Variable Dropped(const Variable& x, const Variable& w) {
  return Drop(Mixed(x, w), 0.4) * x;
}

TEST_P(BothWays, DropoutInBranch) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(GetParam()), [&] { return std::vector<Variable>{Dropped(x, w)}; },
        [&] { return std::vector<Variable>{Dropped(w, w) + x}; })[0];
  });
}

TEST_P(BothWays, DropoutInRecurrent) {
  Check([](const Variable& x, const Variable& w) {
    const Variable start = layer::square(w);
    layer::Rnn rnn({GetParam()});
    rnn.BeginStep();
    const Variable step = rnn.StepInput(x);
    const Variable memory = rnn.Memory(start);
    const Variable next = layer::cond(
        Bool(true),
        [&] { return std::vector<Variable>{Dropped(step, memory)}; },
        [&] { return std::vector<Variable>{memory}; })[0];
    rnn.UpdateMemory(memory, next);
    rnn.Output({Drop(next * step, 0.3)});
    rnn.EndStep();
    return rnn()[0];
  });
}

TEST_F(SecondOrderTest, DropoutInWhile) {
  Check([](const Variable& x, const Variable& w) {
    return Thrice(x, [&](const Variable& state) { return Dropped(state, w); });
  });
}

TEST_F(SecondOrderTest, DropoutInRecurrentThrice) {
  Check([](const Variable& x, const Variable& w) {
    const Variable start = layer::square(w);
    layer::Rnn rnn;
    rnn.BeginStep();
    const Variable step = rnn.StepInput(x);
    const Variable memory = rnn.Memory(start);
    const Variable next = Dropped(step, memory);
    rnn.UpdateMemory(memory, next);
    rnn.Output({layer::scale(next, 0.1)});
    rnn.EndStep();
    return Gradients({layer::reduce_sum(layer::square(rnn()[0]))}, {x})[0] * w;
  });
}

// A block prints when it runs, and not once more.
TEST_F(SecondOrderTest, PrintsOnce) {
  Build([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(true),
        [&] {
          const Variable square = layer::square(x);
          return std::vector<Variable>{Printed(square) * w};
        },
        [&] { return std::vector<Variable>{x}; })[0];
  });
  ::testing::internal::CaptureStderr();
  Eval(second_[0], kX, kW);
  const std::string printed = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'), 1) << printed;
}

Variable Norm(const Variable& x, bool is_test) {
  layer::BatchNormOptions options;
  options.is_test = is_test;
  options.mean_name = "mean";
  options.variance_name = "variance";
  return layer::batch_norm(x, options);
}

// In training or not.
TEST_P(BothWays, BatchNormInBranch) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(true),
        [&] {
          const Variable y = Norm(Mixed(x, w), GetParam());
          return std::vector<Variable>{layer::square(y) * x};
        },
        [&] { return std::vector<Variable>{x}; })[0];
  });
}

// Gradients of one variable in several places are added up once.
TEST_F(SecondOrderTest, OneVariableInTwoSlots) {
  Check([this](const Variable& x, const Variable& w) {
    const Variable zeros = layer::fill_constant({2}, DataType::kFloat64, 0);
    framework::SlotMap outputs;
    for (const char* slot :
         {"Y", "MeanOut", "VarianceOut", "SavedMean", "SavedVariance"}) {
      outputs.push_back({slot, {slot}});
    }
    layer::Append(main_.get(), 0,
                  framework::MakeOp("batch_norm",
                                    {{"X", {x.name()}},
                                     {"Scale", {w.name()}},
                                     {"Bias", {w.name()}},
                                     {"Mean", {zeros.name()}},
                                     {"Variance", {zeros.name()}}},
                                    outputs));
    return layer::square(Variable(main_, 0, "Y")) * x;
  });
}

TEST_P(BothWays, BatchNormInRecurrent) {
  Check([](const Variable& x, const Variable& w) {
    const Variable steps = layer::stack({x * w, x});
    layer::Rnn rnn;
    rnn.BeginStep();
    const Variable step = rnn.StepInput(steps);
    const Variable memory = rnn.Memory(x);
    const Variable next = Norm(Mixed(memory, w) * step, GetParam());
    rnn.UpdateMemory(memory, next);
    rnn.Output({layer::scale(next * step, 0.1)});
    rnn.EndStep();
    return rnn()[0];
  });
}

TEST_F(SecondOrderTest, UpdatesStatisticsOnce) {
  Build([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(true), [&] { return std::vector<Variable>{Norm(x, false) * w}; },
        [&] { return std::vector<Variable>{x}; })[0];
  });
  executor_.Run(main_, {{"x", TensorOf({3, 2}, kX)}, {"w", TensorOf({2}, kW)}},
                {second_[0].name()}, scope_.get());
  const auto& mean = scope_->FindVar("mean")->Get<LoDTensor>();
  EXPECT_NEAR(mean.data<double>()[0], 0.1 * (0.3 + 0.5 - 0.2) / 3, 1e-12);
}

TEST_F(SecondOrderTest, RefusesToReadStatisticsThatAreUpdated) {
  const Variable x = layer::data("x", {3, 2}, DataType::kFloat64);
  const Variable y = layer::cond(
      Bool(true),
      [&] {
        const Variable norm = Norm(layer::square(x), false);
        return std::vector<Variable>{Norm(norm, true)};
      },
      [&] { return std::vector<Variable>{x}; })[0];
  const Variable first = Gradients({y}, {x})[0];
  EXPECT_ERROR(Gradients({first}, {x}), Unimplemented,
               "operator batch_norm reads 'mean', which is updated");
}

// A block cannot run once more if that changes something.
TEST_F(SecondOrderTest, RefusesBlocksThatCannotRunTwice) {
  const Variable x = layer::data("x", {3, 2}, DataType::kFloat64);
  const Variable w = layer::parameter({3, 2}, DataType::kFloat64, {});
  const Variable y = layer::cond(
      Bool(true),
      [&] {
        const Variable rate = layer::fill_constant({1}, DataType::kFloat64, 1);
        layer::Append(main_.get(), x.program()->num_blocks() - 1,
                      framework::MakeOp("sgd",
                                        {{"Param", {w.name()}},
                                         {"Grad", {w.name()}},
                                         {"LearningRate", {rate.name()}}},
                                        {{"ParamOut", {w.name()}}}));
        return std::vector<Variable>{layer::square(x) * x};
      },
      [&] { return std::vector<Variable>{x}; })[0];
  const Variable first = Gradients({y}, {x})[0];
  EXPECT_ERROR(Gradients({first}, {x}), Unimplemented,
               "operator sgd updates an outer variable in place");
}

// A loop in a branch.
TEST_F(SecondOrderTest, Nested) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(true),
        [&] { return std::vector<Variable>{Recurrent(x, w, false)}; },
        [&] { return std::vector<Variable>{x * w}; })[0];
  });
}

TEST_F(SecondOrderTest, Third) {
  Check([](const Variable& x, const Variable& w) {
    const Variable y = Recurrent(x, w, false);
    return Gradients({layer::reduce_sum(layer::square(y))}, {x})[0] * w;
  });
}

// Four columns, for the gates of a state of one number.
Variable Gates(const Variable& x) {
  return layer::concat({layer::tanh(x), layer::square(x)}, 1);
}

Variable GateWeight(const Variable& w) {
  return layer::reshape(layer::concat({w, layer::square(w)}), {1, 4});
}

Variable Lstm(const Variable& x, const Variable& w) {
  const layer::Outputs states =
      layer::AppendOp("lstm", {{"Input", Gates(x)}, {"Weight", GateWeight(w)}},
                      {{"use_peepholes", false}});
  return states["Hidden"] + layer::square(states["Cell"]);
}

// Nothing flows into the cell from outside.
Variable LstmWithPeepholes(const Variable& x, const Variable& w) {
  const Variable bias = layer::concat(
      {w, layer::square(w), layer::tanh(w), layer::slice(w, {0}, {1}, {2})});
  return layer::AppendOp("lstm",
                         {{"Input", Gates(x)},
                          {"Weight", GateWeight(w)},
                          {"Bias", layer::reshape(bias, {1, 7})}},
                         {{"is_reverse", true}})["Hidden"];
}

// As Lstm, by the operator of one step, whose gates are in another order.
Variable LstmInSteps(const Variable& x, const Variable& w) {
  const Variable gates = Gates(x), weight = GateWeight(w);
  layer::Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(gates);
  const Variable h = rnn.Memory({1}, 0, DataType::kFloat64);
  const Variable cell = rnn.Memory({1}, 0, DataType::kFloat64);
  const Variable a = step + h * weight;
  const Variable ordered = layer::concat(
      {layer::slice(a, {1}, {1}, {4}), layer::slice(a, {1}, {0}, {1})}, 1);
  const layer::Outputs next =
      layer::AppendOp("lstm_unit", {{"X", ordered}, {"C_prev", cell}});
  rnn.UpdateMemory(h, next["H"]);
  rnn.UpdateMemory(cell, next["C"]);
  rnn.Output({next["H"] + layer::square(next["C"])});
  rnn.EndStep();
  return rnn()[0];
}

Variable GruOf(const Variable& x, const Variable& w) {
  const Variable gates = layer::slice(Gates(x), {1}, {0}, {3});
  const Variable weight = layer::slice(GateWeight(w), {1}, {1}, {4});
  return layer::AppendOp("gru",
                         {{"Input", gates}, {"Weight", weight}})["Hidden"];
}

Variable GruResetAfter(const Variable& x, const Variable& w) {
  const Variable gates = layer::slice(Gates(x), {1}, {0}, {3});
  const Variable weight = GateWeight(w);
  return layer::AppendOp("gru",
                         {{"Input", gates},
                          {"Weight", layer::slice(weight, {1}, {1}, {4})},
                          {"Bias", weight}},
                         {{"reset_after", true}})["Hidden"];
}

// Scores two tags, of which the second must not follow the first.
Variable Crf(const Variable& x, const Variable& w) {
  const Variable tag =
      layer::Op("fill_constant_batch_size_like", {{"Input", x}},
                {{"shape", std::vector<int64_t>{-1, 1}},
                 {"dtype", std::string("int64")}});
  const Variable allowed = layer::Op(
      "log", {{"X", layer::Op("assign_value", {},
                              {{"shape", std::vector<int64_t>{4, 2}},
                               {"dtype", std::string("float64")},
                               {"values", Values{1, 2, 1, 1, 3, 0, 1, 2}}})}});
  return layer::AppendOp("linear_chain_crf", {{"Emission", layer::square(x)},
                                              {"Transition", allowed + w},
                                              {"Label", tag}})["LogLikelihood"];
}

class OverSequences : public SecondOrderTest,
                      public ::testing::WithParamInterface<Variable (*)(
                          const Variable&, const Variable&)> {
 protected:
  OverSequences() { ragged_ = true; }
};

TEST_P(OverSequences, IsRight) { Check(GetParam()); }

TEST_P(OverSequences, InABranch) {
  Check([](const Variable& x, const Variable& w) {
    return layer::cond(
        Bool(true), [&] { return std::vector<Variable>{GetParam()(x, w)}; },
        [&] { return std::vector<Variable>{GetParam()(x * w, w)}; })[0];
  });
}

TEST_P(OverSequences, Third) {
  Check([](const Variable& x, const Variable& w) {
    const Variable y = GetParam()(x, w);
    return Gradients({layer::reduce_sum(layer::square(y))}, {x})[0] * w;
  });
}

INSTANTIATE_TEST_SUITE_P(SecondOrder, OverSequences,
                         ::testing::Values(Lstm, LstmWithPeepholes, GruOf,
                                           GruResetAfter, Crf));

// The steps take their weights apart, which needs numbers.
TEST_F(SecondOrderTest, RefusesWeightsOfUnknownSize) {
  const Variable x = layer::data("x", {-1, -1}, DataType::kFloat64, 1);
  const Variable w = layer::data("w", {-1, -1}, DataType::kFloat64);
  const Variable y = layer::AppendOp("lstm", {{"Input", x}, {"Weight", w}},
                                     {{"use_peepholes", false}})["Hidden"];
  const Variable first = Gradients({y}, {x})[0];
  EXPECT_ERROR(Gradients({first}, {x}), Unimplemented,
               "lstm_grad has no gradient while the size of Weight");
}

TEST_F(SecondOrderTest, LstmIsLikeItsSteps) {
  ragged_ = true;
  Build(Lstm);
  const Variable y = LstmInSteps(x_, w_);
  Variable loss = layer::reduce_sum(y);
  for (const Variable& grad :
       Gradients({layer::reduce_sum(layer::square(y))}, {x_, w_})) {
    loss = loss + layer::reduce_sum(layer::square(grad));
  }
  const std::vector<Variable> second = Gradients({loss}, {x_, w_});
  for (int input = 0; input < 2; ++input) {
    EXPECT_THAT(Eval(second[input], kX, kW),
                Pointwise(DoubleNear(1e-12), Eval(second_[input], kX, kW)));
  }
}

}  // namespace
}  // namespace paddle::backward
