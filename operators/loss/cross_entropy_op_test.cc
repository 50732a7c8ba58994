#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

// Computes the softmax of each row of the last axis.
Array SoftmaxOf(const Array& x) {
  const int64_t classes = x.dims.at(-1);
  Array out(x.dims);
  for (int64_t i = 0; i < x.numel(); ++i) {
    double sum = 0;
    for (int64_t j = i / classes * classes; j < (i / classes + 1) * classes;
         ++j) {
      sum += std::exp(x[j] - x[i]);
    }
    out[i] = 1 / sum;
  }
  return out;
}

// The loss of every row, from the logarithms of probabilities.
Array Losses(const Array& logs, const Array& label, bool soft) {
  Dims dims = logs.dims;
  const int64_t classes = dims[dims.rank() - 1];
  dims[dims.rank() - 1] = 1;
  Array loss(dims);
  for (int64_t row = 0; row < loss.numel(); ++row) {
    const int64_t at = row * classes;
    if (!soft) loss[row] = -logs[at + static_cast<int64_t>(label[row])];
    for (int64_t j = 0; soft && j < classes; ++j) {
      loss[row] -= label[at + j] * logs[at + j];
    }
  }
  loss.lod = logs.lod;
  return loss;
}

// Returns x with axis `from` where `to` is.
Array MovedAxis(const Array& x, int64_t from, int64_t to) {
  const int rank = x.dims.rank();
  std::vector<int> order;  // axes of x
  for (int i = 0; i < rank; ++i) {
    if (i != from) order.push_back(i);
  }
  order.insert(order.begin() + to, static_cast<int>(from));
  Dims dims;
  for (int axis : order) dims.Append(x.dims[axis]);
  Array out(dims);
  out.lod = x.lod;
  for (int64_t i = 0; i < out.numel(); ++i) {
    std::vector<int64_t> index(rank);
    int64_t rest = i;
    for (int k = rank - 1; k >= 0; --k) {
      index[order[k]] = rest % dims[k];
      rest /= dims[k];
    }
    int64_t at = 0;
    for (int k = 0; k < rank; ++k) at = at * x.dims[k] + index[k];
    out[i] = x[at];
  }
  return out;
}

int64_t AxisOf(const OpValues& v, const Array& scores) {
  const auto axis = v.Attr<int64_t>("axis");
  return axis < 0 ? axis + scores.dims.rank() : axis;
}

// Labels of the rank of the scores have the axis of classes, too.
Array LossesOf(const OpValues& v, const Array& logs) {
  const int last = logs.dims.rank() - 1;
  const int64_t axis = AxisOf(v, logs);
  Array label = v.In("Label");
  if (label.dims.rank() == logs.dims.rank()) {
    label = MovedAxis(label, axis, last);
  }
  return MovedAxis(
      Losses(MovedAxis(logs, axis, last), label, v.Attr<bool>("soft_label")),
      last, axis);
}

void CrossEntropyReference(OpValues& v) {
  const Array logs = v.In("X").Map([](double p) { return std::log(p); });
  v.Out("Y") = LossesOf(v, logs);
}

void LogitsReference(OpValues& v) {
  const Array& x = v.In("Logits");
  const int last = x.dims.rank() - 1;
  const int64_t axis = AxisOf(v, x);
  v.Out("Softmax") = MovedAxis(SoftmaxOf(MovedAxis(x, axis, last)), last, axis);
  v.Out("Softmax").lod = x.lod;
  Array logs = v.Out("Softmax").Map([](double p) { return std::log(p); });
  v.Out("Loss") = LossesOf(v, logs);
}

// Both losses: they differ in what they take.
struct Loss {
  std::string type;
  std::string input;
  Reference reference;
  double low;
  double high;
};

const Loss kLosses[] = {
    {"cross_entropy", "X", CrossEntropyReference, 0.1, 1},
    {"softmax_with_cross_entropy", "Logits", LogitsReference, -3, 3},
};

OpCase Case(const Loss& loss, const Dims& scores, Data label, bool soft) {
  OpCase test(loss.type, scores.ToString() + (soft ? " soft" : ""));
  test.Input(loss.input, Random(scores).In(loss.low, loss.high))
      .Input("Label", std::move(label))
      .Attr("soft_label", soft);
  return test;
}

TEST(CrossEntropy, LossesOfClasses) {
  const std::pair<Dims, Dims> kShapes[] = {
      {{4, 3}, {4, 1}},    {{4, 3}, {4}},     {{3, 1}, {3, 1}},
      {{5}, {1}},          {{5}, {}},         {{2, 3, 4}, {2, 3, 1}},
      {{2, 3, 4}, {2, 3}}, {{2, 200}, {2, 1}}};
  for (const Loss& loss : kLosses) {
    for (const auto& [scores, label] : kShapes) {
      Case(loss, scores, Integers(label, 0, scores.at(-1)), false)
          .Reference(loss.reference)
          .Gradient({loss.input})
          .GradientTolerance(1e-5)
          .Check();
    }
    Case(loss, {4, 10}, Integers({4, 1}, 0, 10), false)
        .Reference(loss.reference)
        .Gradient({loss.input})
        .ScaleRows({loss.input, "Label"})
        .GradientTolerance(1e-5)
        .Check();
  }
}

TEST(CrossEntropy, LossesOfSoftLabels) {
  for (const Loss& loss : kLosses) {
    for (const Dims& dims : {Dims{4, 3}, Dims{2, 3, 4}, Dims{2, 150}}) {
      Case(loss, dims, Random(dims).In(0, 1), true)
          .Reference(loss.reference)
          .Gradient({loss.input})
          .ScaleRows({loss.input, "Label"})
          .GradientTolerance(1e-5)
          .Tolerance(1e-4)
          .Check();
    }
  }
}

// Classes along each axis; images of more pixels than a piece of rows has.
TEST(CrossEntropy, LossesAlongAnAxis) {
  struct Row {
    Dims scores;
    Dims label;
    int axis;
  };
  const Row kRows[] = {{{2, 3, 4, 5}, {2, 4, 5}, 1},
                       {{2, 3, 4, 5}, {2, 1, 4, 5}, -3},
                       {{3, 4}, {4}, 0},
                       {{3, 4}, {1, 4}, 0},
                       {{2, 3, 7}, {2, 7}, 1},
                       {{2, 4, 3, 5}, {2, 4, 5}, 2},
                       {{1, 150, 37}, {1, 37}, 1},
                       {{1, 3, 30, 30}, {1, 30, 30}, 1},
                       {{2, 3, 0}, {2, 0}, 1},
                       {{2, 3, 1}, {2, 1}, 1}};
  for (const Loss& loss : kLosses) {
    for (const Row& row : kRows) {
      const int64_t classes =
          row.scores[row.axis < 0 ? row.axis + row.scores.rank() : row.axis];
      OpCase hard =
          Case(loss, row.scores, Integers(row.label, 0, classes), false)
              .Attr("axis", row.axis)
              .Reference(loss.reference)
              .Gradient({loss.input})
              .GradientTolerance(1e-5);
      if (row.scores[0] == 2) hard.ScaleRows({loss.input, "Label"});
      hard.Check();
      Case(loss, row.scores, Random(row.scores).In(0, 1), true)
          .Attr("axis", row.axis)
          .Reference(loss.reference)
          .Gradient({loss.input})
          .GradientTolerance(1e-5)
          .Tolerance(1e-4)
          .Check();
    }
  }
}

TEST(CrossEntropy, IgnoresPixels) {
  for (const Loss& loss : kLosses) {
    OpCase(loss.type, "pixels")
        .Input(loss.input, Random({1, 3, 2, 2}).In(loss.low, loss.high))
        .Input("Label", Values({1, 2, 2}, {-1, 0, 2, -1}).As(DataType::kInt64))
        .Attr("ignore_index", -1)
        .Attr("axis", 1)
        .Reference([&](OpValues& v) {
          const Array& x = v.In(loss.input);
          const bool logits = loss.input == "Logits";
          const Array p =
              logits ? MovedAxis(SoftmaxOf(MovedAxis(x, 1, 3)), 3, 1) : x;
          Array out({1, 1, 2, 2});
          out[1] = -std::log(p[1]);
          out[2] = -std::log(p[10]);
          v.Out(logits ? "Loss" : "Y") = out;
        })
        .Gradient({loss.input})
        .GradientTolerance(1e-5)
        .Check();
  }
}

TEST(CrossEntropy, LossesOfSequences) {
  for (const Loss& loss : kLosses) {
    OpCase(loss.type, "lod")
        .Input(loss.input,
               Random({5, 3}).In(loss.low, loss.high).Lengths({{2, 0, 3}}))
        .Input("Label", Integers({5, 1}, 0, 3))
        .Reference(loss.reference)
        .Gradient({loss.input})
        .GradientTolerance(1e-5)
        .Check();
  }
}

TEST(CrossEntropy, TheLossOfProbabilityZeroIsFinite) {
  OpCase("cross_entropy", "zero")
      .Input("X", Values({2, 2}, {0, 1, 0.5, 0.5}))
      .Input("Label", Values({2, 1}, {0, 1}).As(DataType::kInt64))
      .Expect("Y", {2, 1}, {1e20, std::log(2.0)})
      .Check();
}

// A probability that underflows has the loss that its logit says.
TEST(CrossEntropy, LogitsFarApartHaveExactLosses) {
  OpCase("softmax_with_cross_entropy", "far")
      .Input("Logits", Values({3, 2}, {0, 5000, 1e4, -1e4, 800, 800}))
      .Input("Label", Values({3, 1}, {0, 1, 1}).As(DataType::kInt64))
      .Expect("Loss", {3, 1}, {5000, 2e4, std::log(2.0)})
      .Check();
}

TEST(CrossEntropy, IgnoresRows) {
  for (const Loss& loss : kLosses) {
    for (int ignored : {-100, 1}) {
      const double no = ignored;
      const Dims label = ignored < 0 ? Dims{4, 1} : Dims{4};
      OpCase(loss.type, "ignores " + std::to_string(ignored))
          .Input(loss.input, Random({4, 3}).In(loss.low, loss.high))
          .Input("Label", Values(label, {no, 0, 2, no}).As(DataType::kInt64))
          .Attr("ignore_index", ignored)
          .Reference([&](OpValues& v) {
            const Array& label = v.In("Label");
            const Array& x = v.In(loss.input);
            const bool logits = loss.input == "Logits";
            const Array p = logits ? SoftmaxOf(x) : x;
            Array out({4, 1});
            for (int64_t row : {1, 2}) {
              out[row] = -std::log(p(row, label[row]));
            }
            v.Out(logits ? "Loss" : "Y") = out;
          })
          .Gradient({loss.input})
          .GradientTolerance(1e-5)
          .Check();
    }
  }
}

TEST(CrossEntropy, NoClassesAreNoLoss) {
  for (const Loss& loss : kLosses) {
    OpCase(loss.type, "no classes")
        .Input(loss.input, Random({2, 0}))
        .Input("Label", Values({2, 1}, {-100, -100}).As(DataType::kInt64))
        .Reference([&](OpValues& v) {
          v.Out(loss.input == "Logits" ? "Loss" : "Y") = Array({2, 1});
        })
        .Gradient({loss.input})
        .Check();
  }
}

TEST(CrossEntropy, LabelsAreChecked) {
  for (const Loss& loss : kLosses) {
    for (double wrong : {3, -1}) {
      Case(loss, {2, 3}, Values({2, 1}, {0, wrong}).As(DataType::kInt64), false)
          .ExpectError("label " + std::to_string(static_cast<int>(wrong)) +
                       " of row 1 is not in \\[0, 3\\)");
    }
    Case(loss, {2, 3}, Integers({3, 1}, 0, 3), false)
        .ExpectError("Label \\[3, 1\\] of " + loss.type + " does not fit " +
                     loss.input + " \\[2, 3\\]: it holds one class");
    Case(loss, {2, 3}, Random({2, 1}), true)
        .ExpectError("soft labels have the same shape");
    Case(loss, {2, 3}, Random({2, 1}), false)
        .ExpectError("Label of " + loss.type + " must be int64, not float");
    Case(loss, {2, 3, 4}, Integers({2, 3}, 0, 3), false)
        .Attr("axis", 1)
        .ExpectError("Label \\[2, 3\\] of " + loss.type + " does not fit " +
                     loss.input + " \\[2, 3, 4\\]");
    Case(loss, {2, 3, 4}, Integers({2, 4}, 0, 3), false)
        .Attr("axis", 3)
        .ExpectError("axis 3");
    Case(loss, {}, Integers({}, 0, 3), false)
        .ExpectError("needs an axis of classes, but is \\[\\]");
  }
}

}  // namespace
}  // namespace paddle::operators::testing
