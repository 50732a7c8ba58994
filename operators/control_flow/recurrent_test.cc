// Programs with recurrent blocks against the same mathematics written out for
// each sequence, gradients against differences, and programs that lie.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/branch_fixture.h"
#include "paddle/operators/control_flow/tampering.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::LoD;
using layer::Rnn;
using layer::RnnOptions;
using layer::operator*;
using layer::operator+;
using ::testing::HasSubstr;

using Lengths = std::vector<int64_t>;
constexpr int64_t kWidth = 3, kUnits = 2;
const Lengths kLengths = {2, 0, 4, 1, 4};

int64_t Sum(const Lengths& lengths) {
  int64_t sum = 0;
  for (int64_t length : lengths) sum += length;
  return sum;
}

class RecurrentTest : public BranchFixture {
 protected:
  Variable Sequences(const std::string& name, int64_t width,
                     const Lengths& lengths = kLengths) {
    return Random(name, {-1, width}, Sum(lengths), {lengths});
  }

  // tanh(x w + h u), with x, m, w and u fed.
  Variable Simple(bool reverse, const Lengths& lengths = kLengths) {
    const Variable x = Sequences("x", kWidth, lengths);
    const Variable m =
        Random("m", {-1, kUnits}, static_cast<int64_t>(lengths.size()));
    const Variable w = Random("w", {kWidth, kUnits});
    const Variable u = Random("u", {kUnits, kUnits});
    inputs_ = {x, m, w, u};
    Rnn rnn(RnnOptions{reverse});
    rnn.BeginStep();
    const Variable h = rnn.Memory(m);
    const Variable next =
        layer::tanh(layer::matmul(x, w) + layer::matmul(h, u));
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    return rnn()[0];
  }

  Array Fed(const std::string& name) const {
    Array array = testing::ToArray(
        static_cast<const framework::Tensor&>(feeds_.at(name)));
    array.lod = feeds_.at(name).lod();
    return array;
  }

  // Computes what Simple does.
  Array Expected(bool reverse) const {
    const Array x = Fed("x"), m = Fed("m"), w = Fed("w"), u = Fed("u");
    Array out(framework::Dims{x.dims[0], kUnits});
    out.lod = x.lod;
    const auto offsets = x.lod->offsets(0);
    for (size_t i = 0; i + 1 < offsets.size(); ++i) {
      std::vector<double> h(&m.values[i * kUnits], &m.values[i * kUnits + 2]);
      const int64_t length = offsets[i + 1] - offsets[i];
      for (int64_t t = 0; t < length; ++t) {
        const int64_t row = offsets[i] + (reverse ? length - 1 - t : t);
        h = Step(x, row, h, w, u);
        for (int64_t k = 0; k < kUnits; ++k) out[row * kUnits + k] = h[k];
      }
    }
    return out;
  }

  std::vector<Variable> inputs_;

 private:
  static std::vector<double> Step(const Array& x, int64_t row,
                                  const std::vector<double>& h, const Array& w,
                                  const Array& u) {
    std::vector<double> next;
    for (int64_t k = 0; k < kUnits; ++k) {
      double sum = 0;
      for (int64_t j = 0; j < kWidth; ++j) {
        sum += x[row * kWidth + j] * w[j * kUnits + k];
      }
      for (int64_t j = 0; j < kUnits; ++j) sum += h[j] * u[j * kUnits + k];
      next.push_back(std::tanh(sum));
    }
    return next;
  }
};

TEST_F(RecurrentTest, EachSequenceRunsByItself) {
  const Variable y = Simple(false);
  EXPECT_EQ(testing::Difference(Expected(false), Eval(y), 1e-12), "");
  ExpectNumericGradients(y, inputs_);
}

TEST_F(RecurrentTest, InReverse) {
  const Variable y = Simple(true);
  EXPECT_EQ(testing::Difference(Expected(true), Eval(y), 1e-12), "");
  ExpectNumericGradients(y, inputs_);
}

TEST_F(RecurrentTest, BatchesOfOtherLengthsRunTheSameProgram) {
  const Variable y = Simple(false);
  const auto grads = backward::Gradients({Weighed(y)}, inputs_);
  for (const Lengths& lengths : {Lengths{1},
                                 {3, 3},
                                 {0, 5, 0},
                                 {2, 0, 4, 1, 4},
                                 {0},
                                 {1, 1, 1, 1, 1, 1, 1}}) {
    auto x = testing::Random({Sum(lengths), kWidth}).Lengths({lengths});
    Feed(inputs_[0], x.Make("x", DataType::kFloat64).data);
    FeedRows(inputs_[1], static_cast<int64_t>(lengths.size()));
    EXPECT_EQ(testing::Difference(Expected(false), Eval(y), 1e-12), "");
    EXPECT_EQ(Eval(grads[0]).dims[0], Sum(lengths));
    EXPECT_EQ(Eval(grads[1]).dims[0], lengths.size());
  }
}

TEST_F(RecurrentTest, EmptySequencesGiveNoRowsAndNoGradients) {
  const Variable y = Simple(false, {0, 0});
  const auto grads = backward::Gradients({Weighed(y)}, inputs_);
  EXPECT_EQ(Eval(y).dims, (layer::Dims{0, kUnits}));
  EXPECT_THAT(Eval(grads[1]).values, ::testing::Each(0.0));
  EXPECT_THAT(Eval(grads[2]).values, ::testing::Each(0.0));
}

TEST_F(RecurrentTest, OneRowStartsAllSequences) {
  const Variable x = Sequences("x", kUnits);
  const Variable m = Random("m", {kUnits});
  Rnn rnn;
  rnn.BeginStep();
  const Variable h = rnn.Memory(m);
  const Variable next = layer::tanh(rnn.StepInput(x) * h);
  rnn.UpdateMemory(h, next);
  rnn.Output({next, h});
  rnn.EndStep();
  const auto outs = rnn();
  const Array before = Eval(outs[1]), start = Fed("m");
  const auto offsets = Fed("x").lod->offsets(0);
  for (size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] == offsets[i + 1]) continue;
    for (int64_t k = 0; k < kUnits; ++k) {
      EXPECT_EQ(before[offsets[i] * kUnits + k], start[k]);
    }
  }
  ExpectNumericGradients(outs[0], {x, m});
}

TEST_F(RecurrentTest, TwoMemoriesOneOfWhichIsTheOther) {
  const Variable x = Sequences("x", kUnits);
  const Variable m = Random("m", {-1, kUnits});
  Rnn rnn;
  rnn.BeginStep();
  const Variable a = rnn.Memory(m);
  const Variable b = rnn.Memory({kUnits}, 0.5, DataType::kFloat64);
  rnn.UpdateMemory(a, layer::tanh(rnn.StepInput(x) + b));
  rnn.UpdateMemory(b, a);  // a result that is an argument
  rnn.Output({a * b});
  rnn.EndStep();
  ExpectNumericGradients(rnn()[0], {x, m});
}

TEST_F(RecurrentTest, AMemoryThatIsNeverUpdatedStays) {
  const Variable x = Sequences("x", kUnits);
  const Variable m = Random("m", {-1, kUnits});
  Rnn rnn;
  rnn.BeginStep();
  const Variable h = rnn.Memory(m);
  rnn.Output({rnn.StepInput(x) * h});
  rnn.EndStep();
  const Variable y = rnn()[0];
  const Variable expected = x * layer::sequence_expand(m, x);
  EXPECT_EQ(testing::Difference(Eval(expected), Eval(y), 0), "");
  ExpectNumericGradients(y, {x, m});
}

TEST_F(RecurrentTest, StaticRowsAndSequencesStayWithTheirSequence) {
  const Variable x = Sequences("x", kUnits);
  const Variable row = Random("row", {-1, kUnits});
  const Variable memo = Sequences("memo", kUnits, {1, 3, 2, 0, 2});
  Rnn rnn;
  rnn.BeginStep();
  const Variable all = rnn.StaticInput(memo);
  const Variable pooled = layer::sequence_pool(layer::tanh(all), "sum");
  rnn.Output({rnn.StepInput(x) * pooled + rnn.StaticInput(row)});
  rnn.EndStep();
  const Variable y = rnn()[0];
  const Variable expected =
      x * layer::sequence_expand(layer::sequence_pool(layer::tanh(memo), "sum"),
                                 x) +
      layer::sequence_expand(row, x);
  EXPECT_EQ(testing::Difference(Eval(expected), Eval(y), 1e-12), "");
  ExpectNumericGradients(y, {x, row, memo});
}

TEST_F(RecurrentTest, StepsOfNestedSequencesAreSequences) {
  const Variable x = Random("x", {-1, kUnits}, 9, {{2, 0, 3}, {1, 2, 0, 4, 2}});
  const Variable m = Random("m", {-1, kUnits}, 3);
  Rnn rnn;
  rnn.BeginStep();
  const Variable step = rnn.StepInput(x);
  const Variable h = rnn.Memory(m);
  const Variable next = layer::tanh(layer::sequence_pool(step, "sum") + h);
  rnn.UpdateMemory(h, next);
  rnn.Output({next, layer::tanh(step) * layer::sequence_expand(h, step)});
  rnn.EndStep();
  const auto outs = rnn();
  EXPECT_EQ(Eval(outs[0]).lod->lengths(), (LoD::Levels{{2, 0, 3}}));
  EXPECT_EQ(Eval(outs[1]).lod->lengths(), Fed("x").lod->lengths());
  ExpectNumericGradients(outs[0], {x, m});
  ExpectNumericGradients(outs[1], {x, m});
}

TEST_F(RecurrentTest, DenseStepsRunThroughTheFirstAxis) {
  const Variable x = Random("x", {4, 3, kUnits});
  const Variable m = Random("m", {3, kUnits});
  const Variable w = Random("w", {kUnits, kUnits});
  for (bool reverse : {false, true}) {
    Rnn rnn(RnnOptions{reverse});
    rnn.BeginStep();
    const Variable step = rnn.StepInput(x);
    const Variable h = rnn.Memory(m);
    const Variable scale = rnn.StaticInput(m);
    const Variable next = layer::tanh(layer::matmul(step + h, w)) * scale;
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    const Variable y = rnn()[0];
    EXPECT_EQ(Eval(y).dims, (layer::Dims{4, 3, kUnits}));
    ExpectNumericGradients(y, {x, m, w});
  }
}

TEST_F(RecurrentTest, ARecurrentBlockInsideAnother) {
  const Variable x = Random("x", {-1, kUnits}, 9, {{2, 0, 3}, {1, 2, 0, 4, 2}});
  const Variable w = Random("w", {kUnits, kUnits});
  const Variable m = Random("m", {-1, kUnits}, 3);
  Rnn outer;
  outer.BeginStep();
  const Variable sentence = outer.StepInput(x);
  const Variable h = outer.Memory(m);
  Rnn inner(RnnOptions{true});
  inner.BeginStep();
  const Variable word = inner.StepInput(sentence);
  const Variable state = inner.Memory(h);
  const Variable next = layer::tanh(layer::matmul(word + state, w));
  inner.UpdateMemory(state, next);
  inner.Output({next});
  inner.EndStep();
  const Variable pooled = layer::sequence_pool(inner()[0], "sum");
  outer.UpdateMemory(h, h + layer::matmul(pooled, w));
  outer.Output({layer::tanh(pooled)});
  outer.EndStep();
  ExpectNumericGradients(outer()[0], {x, w, m});
}

// Weights so large that their gradients are added up after all steps.
class WideRecurrentTest : public RecurrentTest {
 protected:
  static constexpr int64_t kWide = 64;

  // tanh((x + h) u) tanh((x + h) v), by two kinds of products; of u and v, only
  // the gradient of what mul reads is added up so.
  Variable Wide(const Variable& x, const Variable& m, const Variable& u,
                const Variable& v, const char* first, const char* second) {
    Rnn rnn;
    rnn.BeginStep();
    const Variable step = rnn.StepInput(x);
    const Variable h = rnn.Memory(m);
    const Variable sum = step + h;
    const Variable next =
        layer::tanh(layer::Op(first, {{"X", sum}, {"Y", u}}, {})) *
        layer::tanh(layer::Op(second, {{"X", sum}, {"Y", v}}, {}));
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    return rnn()[0];
  }

  // Compares both ways.
  void ExpectSameGradients(const Variable& x, const Variable& m) {
    const Variable u = Random("u", {kWide, kWide});
    const Variable v = Random("v", {kWide, kWide});
    const std::vector<Variable> inputs = {x, m, u, v};
    const auto in_steps = backward::Gradients(
        {Weighed(Wide(x, m, u, v, "matmul", "matmul"))}, inputs);
    EXPECT_EQ(NumSums(), 0);
    const auto both =
        backward::Gradients({Weighed(Wide(x, m, u, v, "mul", "mul"))}, inputs);
    EXPECT_EQ(NumSums(), 2);
    const auto one = backward::Gradients(
        {Weighed(Wide(x, m, u, v, "mul", "matmul"))}, inputs);
    EXPECT_EQ(NumSums(), 3);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Array expected = Eval(in_steps[i]);
      EXPECT_EQ(testing::Difference(expected, Eval(both[i]), 1e-12), "");
      EXPECT_EQ(testing::Difference(expected, Eval(one[i]), 1e-12), "");
    }
  }

  // Returns the number of gradients that blocks compute after all steps.
  int NumSums() const {
    int sums = 0;
    for (const auto& op : main_->global_block().desc().ops()) {
      if (op.type() != "recurrent_grad") continue;
      for (const auto& block :
           framework::GetAttr<std::vector<framework::BlockIndex>>(op,
                                                                  "sum_nets")) {
        sums += main_->block(block.index).desc().results_size();
      }
    }
    return sums;
  }
};

TEST_F(WideRecurrentTest, OfSequences) {
  ExpectSameGradients(Sequences("x", kWide), Random("m", {-1, kWide}));
}

TEST_F(WideRecurrentTest, OfDenseSteps) {
  ExpectSameGradients(Random("x", {4, 3, kWide}), Random("m", {3, kWide}));
}

TEST_F(WideRecurrentTest, OfNoSteps) {
  const Variable x = Sequences("x", kWide, {0, 0});
  const Variable u = Random("u", {kWide, kWide});
  const Variable v = Random("v", {kWide, kWide});
  const Variable y = Wide(x, Random("m", {-1, kWide}, 2), u, v, "mul", "mul");
  const auto grads = backward::Gradients({Weighed(y)}, {u, v});
  EXPECT_EQ(NumSums(), 2);
  EXPECT_EQ(Eval(y).dims, (layer::Dims{0, kWide}));
  EXPECT_THAT(Eval(grads[0]).values, ::testing::Each(0.0));
  EXPECT_EQ(Eval(grads[1]).dims, (layer::Dims{kWide, kWide}));
}

// A weight that two operators read has contributions of both in each step.
TEST_F(WideRecurrentTest, AGradientOfSeveralPartsStaysInTheSteps) {
  const Variable x = Sequences("x", kWide);
  const Variable u = Random("u", {kWide, kWide});
  const Variable m = Random("m", {-1, kWide});
  const auto grads =
      backward::Gradients({Weighed(Wide(x, m, u, u, "mul", "mul"))}, {u});
  const auto expected =
      backward::Gradients({Weighed(Wide(x, m, u, u, "matmul", "matmul"))}, {u});
  EXPECT_EQ(NumSums(), 0);
  EXPECT_EQ(testing::Difference(Eval(expected[0]), Eval(grads[0]), 1e-12), "");
}

TEST_F(WideRecurrentTest, BlocksThatDoNotFitEachOther) {
  const Variable x = Sequences("x", kWide);
  const Variable u = Random("u", {kWide, kWide});
  const Variable v = Random("v", {kWide, kWide});
  const Variable y = Wide(x, Random("m", {-1, kWide}), u, v, "mul", "mul");
  const auto grads = backward::Gradients({Weighed(y)}, {u, v});
  const auto error = [&](const Tampering& change) {
    return ErrorOfTampered(*main_, change, feeds_, {grads[0].name()});
  };
  EXPECT_EQ(error([](auto*) {}), "");
  EXPECT_NE(error([](auto* program) {
              program->mutable_blocks(2)->mutable_results()->RemoveLast();
            }),
            "");
  EXPECT_NE(error([](auto* program) {
              program->mutable_blocks(3)->mutable_arguments()->RemoveLast();
            }),
            "");
  EXPECT_NE(error([](auto* program) {
              auto* sums = program->mutable_blocks(3);
              for (int i = 0; i < 3; ++i)
                *sums->add_results() = sums->results(0);
            }),
            "");
  EXPECT_NE(
      error([](auto* program) {
        auto* sums = program->mutable_blocks(3);
        FindVar(sums, sums->arguments(0))->set_dtype(framework::proto::FLOAT32);
      }),
      "");
}

TEST_F(RecurrentTest, WrongInputsAreErrorsOfTheRun) {
  const Variable x = Sequences("x", kUnits);
  const Variable y = Sequences("y", kUnits);
  const Variable m = Random("m", {-1, kUnits});
  Rnn rnn;
  rnn.BeginStep();
  const Variable h = rnn.Memory(m);
  rnn.Output({rnn.StepInput(x) + rnn.StepInput(y) * h});
  rnn.EndStep();
  const Variable out = rnn()[0];
  FeedRows(m, 4);
  EXPECT_ERROR(Eval(out), InvalidArgument, "the 5 sequences");
  FeedRows(m, 5);
  auto other = testing::Random({11, kUnits}).Lengths({{1, 1, 4, 1, 4}});
  Feed(y, other.Make("y", DataType::kFloat64).data);
  EXPECT_ERROR(Eval(out), InvalidArgument, "sequences of different lengths");
  EXPECT_ERROR(Eval(out), InvalidArgument, "{{1, 1, 4, 1, 4}}");
}

TEST_F(RecurrentTest, ARunAfterAnErrorInAStepIsRight) {
  const Variable x = Sequences("x", kUnits);
  const Variable y = Random("y", {-1, kUnits}, 1);
  Rnn rnn;
  rnn.BeginStep();
  rnn.Output({layer::tanh(rnn.StepInput(x)) * y});
  rnn.EndStep();
  const Variable out = rnn()[0];
  const Array expected = Eval(out);
  FeedRows(y, 4);  // fits the first step, where 4 sequences are alive
  EXPECT_THROW(Eval(out), platform::Error);
  FeedRows(y, 1);
  EXPECT_EQ(testing::Difference(expected, Eval(out), 0), "");
}

// Programs that no front end writes.
class HostileRecurrentTest : public RecurrentTest {
 protected:
  void SetUp() override {
    Random("one", {1, kUnits});
    Random("number", {});
    Random("flat", {11, kUnits});
    out_ = Simple(false);
    grad_ = backward::Gradients({Weighed(out_)}, inputs_)[2];
  }
  std::string ErrorOf(const Tampering& change) {
    return ErrorOfTampered(*main_, change, feeds_, {out_.name(), grad_.name()});
  }
  Variable out_, grad_;
};

TEST_F(HostileRecurrentTest, OnlyGradientsMayBeLeftOut) {
  for (const char* type : {"recurrent", "recurrent_grad"}) {
    for (const auto& [place, error] : ErrorsOfEmptyPlaces(
             *main_, type, feeds_, {out_.name(), grad_.name()})) {
      const bool gradient = place.find("@GRAD") != std::string::npos;
      EXPECT_TRUE(gradient || !error.empty()) << place << " of " << type;
    }
  }
}

TEST_F(HostileRecurrentTest, UnchangedItRuns) {
  EXPECT_EQ(ErrorOf([](auto*) {}), "");
}

TEST_F(HostileRecurrentTest, BlocksWithWrongCounts) {
  for (int block : {1, 2}) {
    EXPECT_THAT(
        ErrorOf([&](auto* program) {
          program->mutable_blocks(block)->mutable_arguments()->RemoveLast();
        }),
        HasSubstr("argument"));
    EXPECT_THAT(
        ErrorOf([&](auto* program) {
          program->mutable_blocks(block)->mutable_results()->RemoveLast();
        }),
        HasSubstr("results, which do not fit its slots"));
    EXPECT_THAT(ErrorOf([&](auto* program) {
                  auto* desc = program->mutable_blocks(block);
                  *desc->add_results() = desc->results(0);
                }),
                HasSubstr("results, which do not fit its slots"));
  }
}

TEST_F(HostileRecurrentTest, SlotsLeftOut) {
  for (const char* slot : {"Inputs", "InitialStates", "Captures"}) {
    for (const char* type : {"recurrent", "recurrent_grad"}) {
      EXPECT_NE(ErrorOf([&](auto* program) {
                  framework::SetInput(FindOp(program, type), slot, {});
                }),
                "")
          << slot << " of " << type;
    }
  }
  for (const char* slot : {"Out", "StepScopes"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetOutput(FindOp(program, "recurrent"), slot, {});
              }),
              "")
        << slot;
  }
  for (const char* slot : {"Out", "StepScopes", "Wanted"}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                framework::SetInput(FindOp(program, "recurrent_grad"), slot,
                                    {});
              }),
              "")
        << slot;
  }
}

TEST_F(HostileRecurrentTest, ResultsOfAnotherShapeOrType) {
  EXPECT_NE(ErrorOf([](auto* program) {
              auto* block = program->mutable_blocks(1);
              block->set_results(1, block->arguments(0));  // [., 3], not [., 2]
            }),
            "");
  EXPECT_NE(ErrorOf([](auto* program) {
              auto* block = program->mutable_blocks(2);
              block->set_results(2, block->results(3));  // u's, not w's
            }),
            "");
  for (int block : {1, 2}) {
    for (int result : {0, 1}) {
      EXPECT_NE(ErrorOf([&](auto* program) {
                  auto* desc = program->mutable_blocks(block);
                  FindVar(desc, desc->results(result))
                      ->set_dtype(framework::proto::FLOAT32);
                }),
                "")
          << block << " " << result;
    }
  }
}

// Only the shapes of these are read.
TEST_F(HostileRecurrentTest, AGradientOfOtherShapes) {
  for (const char* slot : {"Inputs", "InitialStates", "Out"}) {
    for (const char* other : {"x", "m", "w", "one", "number", "flat"}) {
      const std::string error = ErrorOf([&](auto* program) {
        auto* op = FindOp(program, "recurrent_grad");
        framework::SetInput(op, slot, {other});
        if (slot == std::string("Out")) framework::SetInput(op, "Out@GRAD", {});
      });
      const bool right =
          other == std::string(slot == std::string("Inputs") ? "x" : "m") &&
          slot != std::string("Out");
      EXPECT_EQ(error.empty(), right) << slot << " " << other << error;
    }
  }
}

TEST_F(HostileRecurrentTest, StepScopesOfAnotherKind) {
  EXPECT_NE(ErrorOf([](auto* program) {
              framework::SetInput(FindOp(program, "recurrent_grad"),
                                  "StepScopes", {"x"});
            }),
            "");
  EXPECT_NE(ErrorOf([](auto* program) {
              framework::SetInput(FindOp(program, "recurrent_grad"),
                                  "StepScopes", {"w"});
            }),
            "");
}

TEST_F(HostileRecurrentTest, AGradientBlockOfAnotherBlockOrOfNone) {
  for (int forward : {-1, 0}) {
    EXPECT_NE(ErrorOf([&](auto* program) {
                program->mutable_blocks(2)->set_forward_block(forward);
              }),
              "");
  }
}

// Another operator's steps, of as many or of fewer variables, types or steps.
TEST_F(RecurrentTest, AGradientWithTheStepsOfAnotherOperator) {
  const Variable x = Sequences("x", kUnits);
  const Variable y = Random("y", {-1, kUnits}, 4, {{4}});
  std::vector<Variable> outs;
  for (const Variable& input : {x, y}) {
    Rnn rnn;
    rnn.BeginStep();
    const Variable h = rnn.Memory({kUnits}, 0.5, DataType::kFloat64);
    const Variable next = layer::tanh(rnn.StepInput(input) * h);
    rnn.UpdateMemory(h, next);
    rnn.Output({next});
    rnn.EndStep();
    outs.push_back(rnn()[0]);
  }
  const Variable loss = Weighed(outs[0]) + Weighed(outs[1]);
  const auto grads = backward::Gradients({loss}, {x, y});
  const auto scopes = [](auto* program) {
    return framework::Output(*FindOp(program, "recurrent"), "StepScopes");
  };
  const auto swapped = [&](auto* program) {
    // The first gradient belongs to the second operator.
    framework::SetInput(FindOp(program, "recurrent_grad"), "StepScopes",
                        {scopes(program)});
  };
  EXPECT_THAT(ErrorOfTampered(*main_, swapped, feeds_,
                              {grads[0].name(), grads[1].name()}),
              HasSubstr("whose steps do not have it"));
}

}  // namespace
}  // namespace paddle::operators
