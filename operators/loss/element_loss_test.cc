#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::Dims;

// The value of a loss, given the values of its inputs and its number, if any.
using Formula = std::function<double(const std::vector<double>& in, double p)>;

struct Slot {
  std::string name;
  std::function<Data(const Dims&)> make;
  bool has_gradient;
};

// A loss of elements: its slots, and what it computes.
struct ElementLoss {
  std::string type;
  std::vector<Slot> inputs;
  std::string out;
  std::string parameter;  // "": it has none
  std::vector<double> values;
  Formula formula;
};

Data Score(const Dims& dims) { return Random(dims).In(-3, 3); }
Data Part(const Dims& dims) { return Random(dims).In(0.05, 0.95); }
// Differences of scores and offsets stay away from 0.7 and 1.9.
Data Step(const Dims& dims) { return Random(dims).In(-0.15, 0.15); }
Data Jump(const Dims& dims) {
  return Random(dims)
      .In(-3, 3)
      .AwayFrom(0.7, 0.2)
      .AwayFrom(-0.7, 0.2)
      .AwayFrom(1.9, 0.2)
      .AwayFrom(-1.9, 0.2);
}
Data AwayFromOne(const Dims& dims) {
  return Random(dims).In(-3, 3).AwayFrom(1).AwayFrom(-1);
}
// 0 or 1, in the type of the scores.
Data YesOrNo(const Dims& dims) {
  std::vector<double> values(dims.Numel());
  for (size_t i = 0; i < values.size(); ++i) values[i] = (i * i + i / 3) % 2;
  return Values(dims, values);
}
Data UpOrDown(const Dims& dims) {
  std::vector<double> values(dims.Numel());
  for (size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? -1 : 1;
  return Values(dims, values);
}

double Logistic(double x, double label) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))) - label * x;
}

double Huber(double r, double delta) {
  r = std::abs(r);
  return r <= delta ? r * r / 2 : delta * (r - delta / 2);
}

double ModifiedHuber(double z) {
  return z < -1 ? -4 * z : std::pow(std::max(0.0, 1 - z), 2);
}

const std::vector<ElementLoss>& Losses() {
  static const auto* losses = new std::vector<ElementLoss>{
      {"sigmoid_cross_entropy_with_logits",
       {{"X", Score, true}, {"Label", Part, true}},
       "Out",
       "",
       {0},
       [](const auto& in, double) { return Logistic(in[0], in[1]); }},
      {"huber_loss",
       {{"X", Step, true}, {"Y", Jump, true}},
       "Out",
       "delta",
       {0.7, 1.9},
       [](const auto& in, double delta) {
         return Huber(in[1] - in[0], delta);
       }},
      {"modified_huber_loss",
       {{"X", AwayFromOne, true}, {"Y", YesOrNo, false}},
       "Out",
       "",
       {0},
       [](const auto& in, double) {
         return ModifiedHuber((2 * in[1] - 1) * in[0]);
       }},
      {"hinge_loss",
       {{"Logits", AwayFromOne, true}, {"Labels", YesOrNo, false}},
       "Loss",
       "",
       {0},
       [](const auto& in, double) {
         return std::max(0.0, 1 - (2 * in[1] - 1) * in[0]);
       }},
      {"log_loss",
       {{"Predicted", Part, true}, {"Labels", YesOrNo, false}},
       "Loss",
       "epsilon",
       {1e-4, 0, 0.1},
       [](const auto& in, double e) {
         return -in[1] * std::log(in[0] + e) -
                (1 - in[1]) * std::log(1 - in[0] + e);
       }},
      {"rank_loss",
       {{"Label", Part, false}, {"Left", Score, true}, {"Right", Score, true}},
       "Out",
       "",
       {0},
       [](const auto& in, double) { return Logistic(in[1] - in[2], in[0]); }},
      {"margin_rank_loss",
       {{"X1", Jump, true}, {"X2", Step, true}, {"Label", UpOrDown, false}},
       "Out",
       "margin",
       {0.7, 1.9},
       [](const auto& in, double margin) {
         return std::max(0.0, margin - in[2] * (in[0] - in[1]));
       }},
      {"kl_div",
       {{"X", Score, true}, {"Target", Part, true}},
       "Loss",
       "",
       {0},
       [](const auto& in, double) {
         return in[1] * (std::log(in[1]) - in[0]);
       }},
  };
  return *losses;
}

Reference ReferenceOf(const ElementLoss& loss) {
  return [loss](OpValues& v) {
    const double p =
        loss.parameter.empty() ? 0 : v.Attr<double>(loss.parameter);
    Array out = v.In(loss.inputs[0].name);
    for (int64_t i = 0; i < out.numel(); ++i) {
      std::vector<double> in;
      for (const Slot& slot : loss.inputs) in.push_back(v.In(slot.name)[i]);
      out[i] = loss.formula(in, p);
    }
    v.Out(loss.out) = out;
  };
}

// `instead` may take the place of the input called `slot`.
OpCase Case(const ElementLoss& loss, const Dims& dims, double parameter,
            const std::string& slot = "", const Data& instead = Data()) {
  OpCase test(loss.type, dims.ToString() + " " + std::to_string(parameter));
  std::vector<std::string> gradients;
  for (const Slot& input : loss.inputs) {
    test.Input(input.name, input.name == slot ? instead : input.make(dims));
    if (input.has_gradient) gradients.push_back(input.name);
  }
  if (!loss.parameter.empty()) test.Attr(loss.parameter, parameter);
  if (loss.type == "kl_div") test.Attr("reduction", "none");
  test.Reference(ReferenceOf(loss)).Gradient(gradients).GradientTolerance(1e-5);
  return test;
}

TEST(ElementLoss, IsItsFormula) {
  for (const ElementLoss& loss : Losses()) {
    for (double parameter : loss.values) {
      for (const Dims& dims :
           {Dims{4, 3}, Dims{}, Dims{0, 2}, Dims{2, 3, 50}}) {
        Case(loss, dims, parameter).Check();
      }
    }
  }
}

// More than one run of elements for each thread.
TEST(ElementLoss, ManyElements) {
  for (const ElementLoss& loss : Losses()) {
    Case(loss, {130, 331}, loss.values[0]).Gradient({}).Check();
  }
}

TEST(ElementLoss, KeepsSequences) {
  for (const ElementLoss& loss : Losses()) {
    const Slot& first = loss.inputs[0];
    Case(loss, {4, 3}, loss.values[0], first.name,
         first.make({4, 3}).Lengths({{1, 3}}))
        .Check();
  }
}

TEST(ElementLoss, ChecksShapesAndTypes) {
  for (const ElementLoss& loss : Losses()) {
    const std::string& first = loss.inputs[0].name;
    const std::string& last = loss.inputs.back().name;
    Case(loss, {4, 3}, loss.values[0], last, Random({4, 2}))
        .ExpectError(last + " \\[4, 2\\] of " + loss.type +
                     " must have the shape of " + first + ", \\[4, 3\\]");
    Case(loss, {4, 3}, loss.values[0], last, Integers({4, 3}, 0, 2))
        .ExpectError(last + " of " + loss.type + " must be float.* like " +
                     first + ", not int64");
  }
}

OpCase Sigmoid(bool normalize) {
  return OpCase("sigmoid_cross_entropy_with_logits",
                normalize ? "normalize" : "ignore")
      .Input("X", Values({2, 3}, {0.5, -2, 3, 40, -40, 1}))
      .Input("Label", Values({2, 3}, {7, 1, 0, 1, 0, 7}))
      .Attr("ignore_index", 7)
      .Attr("normalize", normalize)
      .Reference([=](OpValues& v) {
        Array out({2, 3});
        for (int i = 1; i < 5; ++i) {
          out[i] = Logistic(v.In("X")[i], v.In("Label")[i]);
          if (normalize) out[i] /= 4;
        }
        v.Out("Out") = out;
      });
}

TEST(SigmoidCrossEntropy, IgnoresElements) {
  Sigmoid(false).Gradient({"X"}).Check();
  Sigmoid(true).Gradient({"X"}).Check();
}

TEST(SigmoidCrossEntropy, NothingButIgnored) {
  OpCase("sigmoid_cross_entropy_with_logits", "all")
      .Input("X", Random({2, 3}))
      .Input("Label", Values({2, 3}, std::vector<double>(6, -100)))
      .Attr("normalize", true)
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 3});
      })
      .Gradient({"X"})
      .Check();
}

TEST(HuberLoss, DeltaIsPositive) {
  OpCase("huber_loss")
      .Input("X", Random({2}))
      .Input("Y", Random({2}))
      .Attr("delta", 0.0)
      .ExpectError("delta");
}

Reference KlDiv(const std::string& reduction) {
  return [=](OpValues& v) {
    const Array& x = v.In("X");
    double sum = 0;
    for (int64_t i = 0; i < x.numel(); ++i) {
      const double t = v.In("Target")[i];
      if (t > 0) sum += t * (std::log(t) - x[i]);
    }
    if (reduction == "mean") sum /= x.numel();
    if (reduction == "batchmean" && x.dims.rank() > 0) sum /= x.dims[0];
    v.Out("Loss") = Array({}, {sum});
  };
}

TEST(KlDivergence, Reductions) {
  for (const std::string reduction : {"mean", "sum", "batchmean"}) {
    for (const Dims& dims : {Dims{4, 3}, Dims{}, Dims{7, 900}}) {
      OpCase test("kl_div", reduction + dims.ToString());
      test.Input("X", Score(dims))
          .Input("Target", Part(dims))
          .Attr("reduction", reduction)
          .Reference(KlDiv(reduction))
          .Tolerance(1e-4);
      if (dims.Numel() < 100) test.Gradient({"X", "Target"});
      test.Check();
    }
  }
}

TEST(KlDivergence, NothingIsExpectedWhereTheTargetIsZero) {
  OpCase("kl_div", "zeros")
      .Input("X", Score({2, 2}))
      .Input("Target", Values({2, 2}, {0, 1, 0.5, 0}))
      .Attr("reduction", "sum")
      .Reference(KlDiv("sum"))
      .Gradient({"X"})
      .GradientTolerance(1e-5)
      .Check();
  OpCase("kl_div", "reduction")
      .Input("X", Score({2}))
      .Input("Target", Part({2}))
      .Attr("reduction", "max")
      .ExpectError("reduction");
}

}  // namespace
}  // namespace paddle::operators::testing
