// CTC against the sum over all paths.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;

using Labels = std::vector<int64_t>;

// Returns what a path reads as.
Labels Read(const Labels& path, int64_t blank) {
  Labels labels;
  for (size_t t = 0; t < path.size(); ++t) {
    const bool repeats = t > 0 && path[t] == path[t - 1];
    if (path[t] != blank && !repeats) labels.push_back(path[t]);
  }
  return labels;
}

// Returns the sum of the probabilities of all paths that begin with `path` and
// read as the labels. `frames` are rows of logits.
double SumOfPaths(const std::vector<std::vector<double>>& frames,
                  const Labels& labels, int64_t blank, Labels* path) {
  if (path->size() == frames.size()) return Read(*path, blank) == labels;
  const std::vector<double>& logits = frames[path->size()];
  double all = 0, sum = 0;
  for (const double logit : logits) all += std::exp(logit);
  for (size_t k = 0; k < logits.size(); ++k) {
    path->push_back(static_cast<int64_t>(k));
    sum += std::exp(logits[k]) / all * SumOfPaths(frames, labels, blank, path);
    path->pop_back();
  }
  return sum;
}

double CtcLossOf(const Array& logits, const Array& label, int64_t i,
                 int64_t blank) {
  const auto rows = LastOffsets(logits), of_labels = LastOffsets(label);
  std::vector<std::vector<double>> frames;
  const int64_t classes = logits.dims[1];
  for (int64_t t = rows[i]; t < rows[i + 1]; ++t) {
    frames.emplace_back(logits.values.begin() + t * classes,
                        logits.values.begin() + (t + 1) * classes);
  }
  Labels labels, path;
  for (int64_t r = of_labels[i]; r < of_labels[i + 1]; ++r) {
    labels.push_back(static_cast<int64_t>(label[r]));
  }
  return -std::log(SumOfPaths(frames, labels, blank, &path));
}

void LossReference(OpValues& v) {
  const Array& logits = v.In("Logits");
  const auto count = static_cast<int64_t>(LastOffsets(logits).size()) - 1;
  Array out({count, 1});
  out.lod = OuterLoD(logits);
  for (int64_t i = 0; i < count; ++i) {
    out[i] = CtcLossOf(logits, v.In("Label"), i, v.Attr<int64_t>("blank"));
  }
  v.Out("Loss") = out;
}

// By central differences of the sum over paths.
void GradReference(OpValues& v) {
  Array logits = v.In("Logits");
  const auto rows = LastOffsets(v.In("Logits"));
  const int64_t classes = logits.dims[1], blank = v.Attr<int64_t>("blank");
  Array out(logits.dims);
  out.lod = logits.lod;
  constexpr double kStep = 1e-4;
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    double scale = v.In("Loss@GRAD")[static_cast<int64_t>(i)];
    if (v.Attr<bool>("norm_by_times")) {
      scale /= static_cast<double>(rows[i + 1] - rows[i]);
    }
    for (int64_t at = rows[i] * classes; at < rows[i + 1] * classes; ++at) {
      const double before = logits[at];
      const auto loss = [&](double x) {
        logits[at] = x;
        return CtcLossOf(logits, v.In("Label"), static_cast<int64_t>(i), blank);
      };
      const double change = loss(before + kStep) - loss(before - kStep);
      logits[at] = before;
      out[at] = std::isnan(change) ? 0 : scale * change / (2 * kStep);
    }
  }
  v.Out("Logits@GRAD") = out;
}

Data LabelData(const std::vector<double>& labels, const LoD::Levels& lengths) {
  return Values({static_cast<int64_t>(labels.size()), 1}, labels)
      .As(DataType::kInt64)
      .Lengths(lengths);
}

struct Example {
  std::string name;
  LoD::Levels frames;
  std::vector<double> labels;
  LoD::Levels counts;
  int64_t blank = 0;
};

const Example kExamples[] = {
    {"ragged", {{5, 3, 1, 4}}, {1, 2, 2, 2, 1, 1}, {{2, 2, 1, 1}}},
    {"repeated labels", {{5, 4}}, {1, 1, 2, 2}, {{2, 2}}},
    {"too few frames", {{2, 3}}, {1, 1, 2, 2, 1}, {{2, 3}}},
    {"no labels, no frames", {{3, 0, 0}}, {1}, {{0, 0, 1}}},
    {"another blank", {{4, 2}}, {0, 1, 0}, {{2, 1}}, 2},
    {"nested", {{2, 0, 1}, {3, 1, 2}}, {2, 1, 1}, {{2, 0, 1}, {1, 1, 1}}},
};

OpCase Case(const std::string& type, const Example& example) {
  OpCase test(type, example.name);
  test.Input(
          "Logits",
          Random({RowsOf(example.frames), 3}).In(-2, 2).Lengths(example.frames))
      .Input("Label", LabelData(example.labels, example.counts))
      .Attr("blank", example.blank);
  return test;
}

TEST(WarpCtc, IsTheSumOverAllPaths) {
  for (const Example& example : kExamples) {
    Case("warpctc", example).Reference(LossReference).Check();
  }
}

TEST(WarpCtc, GradientsOfTheSumOverAllPaths) {
  for (const Example& example : kExamples) {
    for (const bool norm_by_times : {false, true}) {
      const auto count = static_cast<int64_t>(example.frames.back().size());
      Case("warpctc_grad", example)
          .Input("Loss@GRAD", Random({count, 1}).In(0.5, 2))
          .Attr("norm_by_times", norm_by_times)
          .Tolerance(1e-4)
          .Reference(GradReference)
          .Check();
    }
  }
}

// Probabilities far below what a float holds: 300 frames of 1 / 3 each.
TEST(WarpCtc, LongSequencesDoNotUnderflow) {
  OpCase("warpctc")
      .Input("Logits",
             Values({600, 3}, std::vector<double>(1800, 4)).Lengths({{600}}))
      .Input("Label", LabelData({}, {{0}}))
      .Expect("Loss", {1, 1}, {600 * std::log(3)})
      .Check();
}

// A class that cannot be: of the paths only blank, 1 is left.
TEST(WarpCtc, ImpossibleClasses) {
  const double never = -std::numeric_limits<double>::infinity();
  OpCase("warpctc", "impossible")
      .Input("Logits",
             Values({2, 3}, {0, never, 1, 0, 2, never}).Lengths({{2}}))
      .Input("Label", LabelData({1}, {{1}}))
      .Expect("Loss", {1, 1},
              {std::log(1 + std::exp(1)) + std::log(1 + std::exp(-2))})
      .Check();
}

TEST(WarpCtc, Errors) {
  const OpCase base = Case("warpctc", kExamples[0]);
  base.With("Label", LabelData({1, 2, 3}, {{1, 1, 1, 0}}))
      .ExpectError("label 3 of sequence 2, row 0, is not in \\[0, 3\\)");
  base.With("Label", LabelData({1, 0, 2}, {{2, 1, 0, 0}}))
      .ExpectError("label 0 of sequence 0, row 1, is the blank");
  base.With("Label", LabelData({1}, {{1, 0}}))
      .ExpectError("have 4 sequences, and Label has 2");
  base.WithAttr("blank", int64_t{3})
      .ExpectError("the blank of warpctc, 3, is no class of Logits");
  base.With("Logits", Random({13, 3})).ExpectError("form no sequences");
}

void AlignReference(OpValues& v) {
  const Array& x = v.In("Input");
  const auto rows = LastOffsets(x);
  const bool merges = v.Attr<bool>("merge_repeated");
  const auto blank = static_cast<double>(v.Attr<int64_t>("blank"));
  LoD::Levels lengths = x.lod->lengths();
  std::vector<double> labels;
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    const size_t before = labels.size();
    for (int64_t r = rows[i]; r < rows[i + 1]; ++r) {
      const bool repeats = merges && r > rows[i] && x[r] == x[r - 1];
      if (x[r] != blank && !repeats) labels.push_back(x[r]);
    }
    lengths.back()[i] = static_cast<int64_t>(labels.size() - before);
  }
  Array out({static_cast<int64_t>(labels.size()), 1}, labels);
  out.lod = LoD::FromLengths(lengths);
  v.Out("Output") = out;
}

TEST(CtcAlign, EveryLength) {
  for (const LoD::Levels& lengths : kLengths) {
    for (const bool merges : {true, false}) {
      OpCase("ctc_align", NameOf(lengths))
          .Input("Input", Integers({RowsOf(lengths), 1}, 0, 3).Lengths(lengths))
          .Attr("merge_repeated", merges)
          .Attr("blank", int64_t{1})
          .Reference(AlignReference)
          .Check();
    }
  }
  OpCase("ctc_align")
      .Input("Input", Integers({3, 1}, 0, 3))
      .ExpectError("form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
