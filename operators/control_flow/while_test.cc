// Loops against the same mathematics written out, gradients against
// differences, and programs that lie.
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/branch_fixture.h"
#include "paddle/operators/control_flow/tampering.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::WhileLoop;
using layer::WhileOptions;
using layer::operator*;
using layer::operator+;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class WhileTest : public BranchFixture {
 protected:
  using Body = std::function<std::vector<Variable>(
      const std::vector<Variable>& carried)>;

  // As often as `times` (data, one int64) says: the carried values become what
  // the body makes of them.
  std::vector<Variable> Repeat(const Variable& times,
                               const std::vector<Variable>& carried,
                               const Body& body, WhileOptions options = {}) {
    const Variable i = layer::fill_constant({1}, DataType::kInt64, 0);
    WhileLoop loop(layer::less_than(i, times), options);
    loop.BeginBlock();
    std::vector<Variable> current;
    for (const Variable& one : carried) current.push_back(loop.Carry(one));
    const Variable count = loop.Carry(i);
    const std::vector<Variable> next = body(current);
    for (size_t k = 0; k < next.size(); ++k) loop.Update(current[k], next[k]);
    const Variable counted = layer::increment(count);
    loop.Update(count, counted);
    loop.Condition(layer::less_than(counted, times));
    loop.EndBlock();
    return loop();
  }

  Variable Times(int64_t times, const std::string& name = "times") {
    const Variable variable = layer::data(name, {1}, DataType::kInt64);
    Feed(variable, Array({1}, static_cast<double>(times)));
    return variable;
  }
};

TEST_F(WhileTest, RunsAsLongAsTheConditionHolds) {
  const Variable times = Times(0);
  const Variable h = Random("h", {2, 3}), w = Random("w", {3, 3});
  const Variable end = Repeat(times, {h}, [&](const auto& carried) {
    return std::vector<Variable>{layer::tanh(layer::matmul(carried[0], w))};
  })[0];
  Variable expected = h;
  for (int64_t n = 0; n < 4; ++n) {
    Feed(times, Array({1}, static_cast<double>(n)));
    EXPECT_EQ(testing::Difference(Eval(expected), Eval(end), 0), "") << n;
    ExpectNumericGradients(end, {h, w});
    expected = layer::tanh(layer::matmul(expected, w));
  }
}

TEST_F(WhileTest, IsCancelledBetweenTwoSteps) {
  const Variable times = Times(int64_t{1} << 50);
  const Variable h = Random("h", {2, 3});
  const Variable end = Repeat(times, {h}, [&](const auto& carried) {
    return std::vector<Variable>{carried[0] * 1.0};
  })[0];
  platform::CancellationToken token;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    token.Cancel();
  });
  const auto run = [&] {
    executor_.Eval(main_, {feeds_.begin(), feeds_.end()}, {end.name()},
                   scope_.get(), &token);
  };
  EXPECT_ERROR(run(), Cancelled, "when running operator while");
  canceller.join();
  Feed(times, Array({1}, 3));
  EXPECT_EQ(Eval(end).values, Eval(h).values);
}

TEST_F(WhileTest, CarriedValuesMayChangePlaces) {
  const Variable times = Times(3);
  const Variable a = Random("a", {2}), b = Random("b", {2});
  const auto ends = Repeat(times, {a, b}, [](const auto& carried) {
    return std::vector<Variable>{carried[1], carried[0]};
  });
  EXPECT_EQ(Eval(ends[0]).values, Eval(b).values);
  EXPECT_EQ(Eval(ends[1]).values, Eval(a).values);
  ExpectNumericGradients(ends[0], {a, b});
}

TEST_F(WhileTest, OneResultMayBeSeveralCarriedValues) {
  const Variable times = Times(2);
  const Variable a = Random("a", {2}), b = Random("b", {2});
  const auto ends = Repeat(times, {a, b}, [](const auto& carried) {
    const Variable sum = layer::tanh(carried[0] + carried[1] * 2);
    return std::vector<Variable>{sum, sum};
  });
  ExpectNumericGradients(ends[0] * ends[1] + ends[0], {a, b});
}

TEST_F(WhileTest, AnOuterVariableMayBeTheNextValue) {
  const Variable times = Times(2);
  const Variable a = Random("a", {2}), b = Random("b", {2});
  const auto ends =
      Repeat(times, {a}, [&](const auto&) { return std::vector<Variable>{b}; });
  EXPECT_EQ(Eval(ends[0]).values, Eval(b).values);
  const auto grads = backward::Gradients({layer::reduce_sum(ends[0])}, {a, b});
  EXPECT_THAT(Eval(grads[0]).values, Each(0.0));
  EXPECT_THAT(Eval(grads[1]).values, Each(1.0));
}

TEST_F(WhileTest, WhatIsUpdatedWithoutAGradientInTheWayGoesOn) {
  // The value is carried by moves: no gradient block keeps it.
  const Variable times = Times(5);
  const Variable a = Random("a", {2});
  const auto ends = Repeat(times, {a, a + 1}, [](const auto& carried) {
    return std::vector<Variable>{carried[0] + 1, carried[1]};
  });
  Array expected = Eval(a);
  for (double& value : expected.values) {
    for (int i = 0; i < 5; ++i) value += 1;
  }
  EXPECT_EQ(Eval(ends[0]).values, expected.values);
  EXPECT_EQ(Eval(ends[1]).values, Eval(a + 1).values);
  EXPECT_EQ(testing::ToArray(static_cast<const framework::Tensor&>(feeds_["a"]))
                .values,
            Eval(a).values);
}

TEST_F(WhileTest, ACarriedValueMayGrow) {
  const Variable times = Times(3);
  const Variable x = Random("x", {-1, 2}, 1), w = Random("w", {2, 2});
  const Variable end = Repeat(times, {x}, [&](const auto& carried) {
    const Variable next = layer::tanh(layer::matmul(carried[0], w));
    return std::vector<Variable>{layer::concat({carried[0], next}, 0)};
  })[0];
  EXPECT_EQ(Eval(end).dims, (layer::Dims{8, 2}));
  ExpectNumericGradients(end, {x, w});
}

TEST_F(WhileTest, SparseGradientsOfACaptureAddUp) {
  const Variable times = Times(3);
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  Feed(ids, Array({4, 1}, {1, 3, 1, 0}));
  const Variable table = Random("table", {5, 2});
  for (bool sparse : {false, true}) {
    const Variable end = Repeat(
        times, {Random(sparse ? "s" : "d", {4, 2})}, [&](const auto& carried) {
          const Variable rows =
              layer::Op("lookup_table", {{"W", table}, {"Ids", ids}},
                        {{"is_sparse", sparse}});
          return std::vector<Variable>{layer::tanh(carried[0] * rows + rows)};
        })[0];
    const Variable loss = Weighed(end);
    const Variable grad = backward::Gradients({loss}, {table})[0];
    auto fetched = executor_.Eval(main_, {feeds_.begin(), feeds_.end()},
                                  {grad.name()}, scope_.get());
    auto* held = scope_->Var("fetched " + grad.name());
    absl::visit(
        [&](const auto& value) {
          *held->GetMutable<std::decay_t<decltype(value)>>() = value;
        },
        fetched[0]);
    const Array got = testing::ToArray(*held);
    auto* data = feeds_["table"].mutable_data<double>();
    for (int64_t k = 0; k < 10; ++k) {
      constexpr double kStep = 1e-5;
      const double before = data[k];
      data[k] = before + kStep;
      const double above = Eval(loss)[0];
      data[k] = before - kStep;
      const double below = Eval(loss)[0];
      data[k] = before;
      EXPECT_NEAR(got[k], (above - below) / (2 * kStep), 1e-7) << sparse << k;
    }
    EXPECT_EQ(absl::holds_alternative<framework::SelectedRows>(fetched[0]),
              sparse);
  }
}

TEST_F(WhileTest, ALoopInsideALoop) {
  const Variable times = Times(2), inner = Times(3, "inner");
  const Variable h = Random("h", {2, 2}), w = Random("w", {2, 2});
  const Variable end = Repeat(times, {h}, [&](const auto& carried) {
    const Variable outer = layer::tanh(layer::matmul(carried[0], w));
    return std::vector<Variable>{Repeat(inner, {outer}, [&](const auto& again) {
      return std::vector<Variable>{
          layer::tanh(layer::matmul(again[0], w) + carried[0] * outer)};
    })[0]};
  })[0];
  ExpectNumericGradients(end, {h, w});
  Feed(inner, Array({1}, 0));
  ExpectNumericGradients(end, {h, w});
}

TEST_F(WhileTest, ARecurrentBlockInsideALoopAndALoopInsideThat) {
  const Variable times = Times(2);
  const Variable x = Random("x", {-1, 2}, 6, {{2, 0, 3, 1}});
  const Variable w = Random("w", {2, 2});
  const Variable end = Repeat(times, {x}, [&](const auto& carried) {
    layer::Rnn rnn;
    rnn.BeginStep();
    const Variable h = rnn.Memory({2}, 0.5, DataType::kFloat64);
    const Variable start = layer::matmul(rnn.StepInput(carried[0]) + h, w);
    const Variable next = Repeat(times, {start}, [&](const auto& inner) {
      return std::vector<Variable>{layer::tanh(inner[0] * h)};
    })[0];
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    return std::vector<Variable>{rnn()[0]};
  })[0];
  ExpectNumericGradients(end, {x, w});
}

TEST_F(WhileTest, ALimitIsAnErrorOfTheRun) {
  const Variable times = Times(3);
  WhileOptions options;
  options.max_iterations = 3;
  const Variable end = Repeat(
      times, {Random("h", {2})},
      [](const auto& carried) {
        return std::vector<Variable>{layer::tanh(carried[0])};
      },
      options)[0];
  const Array expected = Eval(end);
  Feed(times, Array({1}, 4));
  EXPECT_ERROR(Eval(end), OutOfRange, "still holds after 3 iterations");
  Feed(times, Array({1}, 3));
  EXPECT_EQ(Eval(end).values, expected.values);
}

TEST_F(WhileTest, AConditionOfAnotherSizeIsAnErrorOfTheRun) {
  const Variable i = Random("i", {-1}, 1);
  WhileLoop loop(layer::less_than(i, 0.0));
  loop.BeginBlock();
  const Variable now = loop.Carry(i);
  loop.Update(now, layer::increment(now));
  loop.Condition(layer::less_than(i, -5.0));
  loop.EndBlock();
  const Variable end = loop()[0];
  Eval(end);
  FeedRows(i, 2);
  EXPECT_ERROR(Eval(end), InvalidArgument, "a condition is one bool, not bool");
}

// Programs that no front end writes.
class HostileWhileTest : public WhileTest {
 protected:
  void SetUp() override {
    const Variable times = Times(3);
    const Variable h = Random("h", {2, 2}), w = Random("w", {2, 2});
    const Variable end = Repeat(times, {h}, [&](const auto& carried) {
      return std::vector<Variable>{layer::tanh(layer::matmul(carried[0], w))};
    })[0];
    fetches_ = {end.name(), backward::Gradients({Weighed(end)}, {w})[0].name()};
  }
  std::string ErrorOf(const Tampering& change) {
    return ErrorOfTampered(*main_, change, feeds_, fetches_);
  }
  framework::NameList fetches_;
};

TEST_F(HostileWhileTest, OnlyGradientsMayBeLeftOut) {
  for (const char* type : {"while", "while_grad"}) {
    for (const auto& [place, error] :
         ErrorsOfEmptyPlaces(*main_, type, feeds_, fetches_)) {
      const bool gradient = place.find("@GRAD") != std::string::npos;
      EXPECT_TRUE(gradient || !error.empty()) << place << " of " << type;
    }
  }
}

TEST_F(HostileWhileTest, UnchangedItRuns) {
  EXPECT_EQ(ErrorOf([](auto*) {}), "");
}

TEST_F(HostileWhileTest, BlocksWithWrongCounts) {
  for (int block : {1, 2}) {
    EXPECT_NE(
        ErrorOf([&](auto* program) {
          program->mutable_blocks(block)->mutable_arguments()->RemoveLast();
        }),
        "");
    EXPECT_THAT(
        ErrorOf([&](auto* program) {
          program->mutable_blocks(block)->mutable_results()->RemoveLast();
        }),
        HasSubstr("results, which do not fit its"));
    EXPECT_THAT(ErrorOf([&](auto* program) {
                  auto* desc = program->mutable_blocks(block);
                  *desc->add_results() = desc->results(0);
                }),
                HasSubstr("results, which do not fit its"));
  }
}

TEST_F(HostileWhileTest, ResultsInAnotherOrder) {
  EXPECT_NE(ErrorOf([&](auto* program) {
              program->mutable_blocks(1)->mutable_results()->SwapElements(0, 1);
            }),
            "");
}

TEST_F(HostileWhileTest, SlotsLeftOut) {
  for (const char* slot : {"Carried", "Captures", "Condition"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetInput(FindOp(program, "while"), slot, {});
              }),
              "")
        << slot;
  }
  for (const char* slot : {"Carried", "Out", "Wanted", "StepScopes"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetInput(FindOp(program, "while_grad"), slot, {});
              }),
              "")
        << slot;
  }
  for (const char* slot : {"Out", "StepScopes"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetOutput(FindOp(program, "while"), slot, {});
              }),
              "")
        << slot;
  }
}

TEST_F(HostileWhileTest, VariablesOfAnotherKindOrType) {
  for (int block : {1, 2}) {
    for (auto kind :
         {framework::proto::SELECTED_ROWS, framework::proto::TENSOR_ARRAY,
          framework::proto::RAW, framework::proto::STEP_SCOPES}) {
      for (int result : {0, 1}) {
        EXPECT_NE(ErrorOf([&](auto* program) {
                    auto* desc = program->mutable_blocks(block);
                    FindVar(desc, desc->results(result))->set_kind(kind);
                  }),
                  "")
            << block << " " << kind << " " << result;
      }
      EXPECT_NE(ErrorOf([&](auto* program) {
                  auto* desc = program->mutable_blocks(block);
                  FindVar(desc, desc->arguments(0))->set_kind(kind);
                }),
                "")
          << block << " " << kind;
    }
  }
}

TEST_F(HostileWhileTest, StepScopesOfAnotherKind) {
  for (const char* name : {"h", "w", "times"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetInput(FindOp(program, "while_grad"), "StepScopes",
                                    {name});
              }),
              "")
        << name;
  }
}

TEST_F(HostileWhileTest, AGradientBlockOfAnotherBlock) {
  for (int forward : {-1, 0}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                program->mutable_blocks(2)->set_forward_block(forward);
              }),
              "");
  }
}

}  // namespace
}  // namespace paddle::operators
