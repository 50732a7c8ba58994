// Metrics that add up over batches.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

Data Counts(std::vector<double> values) {
  const int64_t size = static_cast<int64_t>(values.size());
  return Values({size}, std::move(values)).As(DataType::kInt64);
}

// Scores on the thresholds, so that bins lose nothing: the share of pairs of a
// positive and a negative that are in order, draws counting half.
double ShareInOrder(const std::vector<double>& scores,
                    const std::vector<double>& labels) {
  double in_order = 0, pairs = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    for (size_t j = 0; j < scores.size(); ++j) {
      if (labels[i] != 1 || labels[j] != 0) continue;
      ++pairs;
      in_order += scores[i] == scores[j] ? 0.5 : scores[i] > scores[j];
    }
  }
  return pairs == 0 ? 0 : in_order / pairs;
}

const std::vector<double> kScores = {0.25, 0.5, 1, 0.75, 0, 0.5, 0.25, 0.75};
const std::vector<double> kLabels = {0, 1, 1, 0, 0, 0, 1, 1};

OpCase Auc(const std::string& name) {
  OpCase test("auc", name);
  test.Attr("num_thresholds", 4)
      .Input("StatPos", Counts({0, 0, 0, 0, 0}))
      .Input("StatNeg", Counts({0, 0, 0, 0, 0}));
  return test;
}

TEST(Auc, IsTheShareOfPairsInOrder) {
  const auto reference = [](OpValues& v) {
    v.Out("AUC") = Array({}, {ShareInOrder(kScores, kLabels)});
    v.Out("StatPosOut") = Array({5}, {0, 1, 1, 1, 1});
    v.Out("StatNegOut") = Array({5}, {1, 1, 1, 1, 0});
  };
  Auc("one column")
      .Input("Predict", Values({8, 1}, kScores))
      .Input("Label", Values({8, 1}, kLabels).As(DataType::kInt64))
      .Reference(reference)
      .Check();
  Auc("rank 1")
      .Input("Predict", Values({8}, kScores))
      .Input("Label", Values({8}, kLabels).As(DataType::kInt64))
      .Reference(reference)
      .Check();
  std::vector<double> both;
  for (const double score : kScores)
    both.insert(both.end(), {1 - score, score});
  Auc("two columns")
      .Input("Predict", Values({8, 2}, both))
      .Input("Label", Values({8, 1}, kLabels).As(DataType::kInt64))
      .Reference(reference)
      .Check();
}

TEST(Auc, AddsToWhatWasCountedBefore) {
  OpCase("auc", "later")
      .Attr("num_thresholds", 2)
      .Input("Predict", Values({2, 1}, {1, 0}))
      .Input("Label", Values({2, 1}, {1, 0}).As(DataType::kInt64))
      .Input("StatPos", Counts({1, 0, 0}))
      .Input("StatNeg", Counts({0, 0, 1}))
      .Expect("AUC", {}, {0.5})
      .Expect("StatPosOut", {3}, {1, 0, 1})
      .Expect("StatNegOut", {3}, {1, 0, 1})
      .Check();
}

TEST(Auc, OfPrecisionAndRecall) {
  Auc("PR")
      .Attr("curve", "PR")
      .Input("Predict", Values({3, 1}, {1, 0.5, 0.5}))
      .Input("Label", Values({3, 1}, {1, 0, 1}).As(DataType::kInt64))
      .Expect("AUC", {}, {0.5 + 0.5 * (1 + 2. / 3) / 2})
      .Check();
}

TEST(Auc, OfNoRows) {
  Auc("none")
      .Input("Predict", Values({0, 2}, {}))
      .Input("Label", Values({0, 1}, {}).As(DataType::kInt64))
      .Expect("AUC", {}, {0})
      .Expect("StatPosOut", {5}, {0, 0, 0, 0, 0})
      .SweepAttrs({"curve"})
      .Check();
}

TEST(Auc, ChecksItsInputs) {
  const Data labels = Values({2, 1}, {0, 1}).As(DataType::kInt64);
  Auc("score")
      .Input("Predict", Values({2, 1}, {0.5, 1.5}))
      .Input("Label", labels)
      .ExpectError("row 1 of Predict is 1.5, no probability");
  Auc("NaN")
      .Input("Predict", Values({2, 1}, {std::nan(""), 0.5}))
      .Input("Label", labels)
      .ExpectError("row 0 of Predict is -?nan");
  Auc("label")
      .Input("Predict", Values({2, 1}, {0.5, 0.5}))
      .Input("Label", Values({2, 1}, {0, 2}).As(DataType::kInt64))
      .ExpectError("row 1 of Label is 2, not 0 or 1");
  Auc("three columns")
      .Input("Predict", Random({2, 3}))
      .Input("Label", labels)
      .ExpectError("Predict of auc is .*, not \\[2, 3\\]");
  Auc("rows")
      .Input("Predict", Random({3, 1}))
      .Input("Label", labels)
      .ExpectError(
          "Predict \\[3, 1\\] and Label \\[2, 1\\] of auc have "
          "different rows");
  Auc("bins")
      .Attr("num_thresholds", 5)
      .Input("Predict", Random({2, 1}))
      .Input("Label", labels)
      .ExpectError("StatPos of auc is \\[6\\], not \\[5\\]");
}

double Ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

// From the definitions, over [TP, FP, TN, FN] of each class.
Array Metrics(const Array& states) {
  const int64_t classes = states.dims[0];
  std::array<double, 3> sum = {0, 0, 0};
  Array out({6}, 0);
  for (int64_t c = 0; c < classes; ++c) {
    const double tp = states(c, 0), fp = states(c, 1), fn = states(c, 3);
    const double precision = Ratio(tp, tp + fp), recall = Ratio(tp, tp + fn);
    out[0] += precision / classes;
    out[1] += recall / classes;
    out[2] += Ratio(2 * precision * recall, precision + recall) / classes;
    sum[0] += tp;
    sum[1] += fp;
    sum[2] += fn;
  }
  out[3] = Ratio(sum[0], sum[0] + sum[1]);
  out[4] = Ratio(sum[0], sum[0] + sum[2]);
  out[5] = Ratio(2 * out[3] * out[4], out[3] + out[4]);
  return out;
}

void PrecisionRecall(OpValues& v) {
  const Array& indices = v.In("Indices");
  const int64_t classes = v.Attr<int64_t>("class_number");
  Array states({classes, 4});
  for (int64_t i = 0; i < indices.numel(); ++i) {
    const double weight = v.HasIn("Weights") ? v.In("Weights")[i] : 1;
    for (int64_t c = 0; c < classes; ++c) {
      const bool said = indices[i] == c, is = v.In("Labels")[i] == c;
      states(c, said ? (is ? 0 : 1) : (is ? 3 : 2)) += weight;
    }
  }
  v.Out("BatchMetrics") = Metrics(states);
  if (v.HasIn("StatesInfo")) {
    for (int64_t i = 0; i < states.numel(); ++i) {
      states[i] += v.In("StatesInfo")[i];
    }
  }
  v.Out("AccumMetrics") = Metrics(states);
  v.Out("AccumStatesInfo") = states;
}

OpCase PrecisionRecallCase(const std::string& name, int64_t rows) {
  OpCase test("precision_recall", name);
  test.Attr("class_number", 5)
      .Input("MaxProbs", Random({rows, 1}))
      .Input("Indices", Integers({rows, 1}, 0, 4))
      .Input("Labels", Integers({rows, 1}, 0, 4));
  return test;
}

TEST(PrecisionRecall, OfWeightedRowsAndThoseBefore) {
  const std::vector<std::string> rows = {"MaxProbs", "Indices", "Labels"};
  PrecisionRecallCase("alone", 20)
      .Output("AccumStatesInfo", 1)
      .Reference(PrecisionRecall)
      .ScaleRows(rows)
      .Check();
  PrecisionRecallCase("weighted", 20)
      .Input("Weights", Random({20, 1}).In(0, 2))
      .Output("AccumStatesInfo", 1)
      .Reference(PrecisionRecall)
      .Check();
  PrecisionRecallCase("later", 20)
      .Input("StatesInfo", Integers({5, 4}, 0, 9).As(DataType::kFloat64))
      .Reference(PrecisionRecall)
      .ScaleRows(rows)
      .Check();
}

TEST(PrecisionRecall, ChecksItsInputs) {
  const OpCase base =
      OpCase("precision_recall")
          .Attr("class_number", 3)
          .Input("MaxProbs", Random({2, 1}))
          .Input("Indices", Values({2, 1}, {0, 3}).As(DataType::kInt64))
          .Input("Labels", Values({2, 1}, {0, 1}).As(DataType::kInt64))
          .Output("AccumStatesInfo", 1);
  base.ExpectError("element 1 of Indices is class 3, not in \\[0, 3\\)");
  base.With("Indices", Values({2, 1}, {0, 2}).As(DataType::kInt64))
      .With("Labels", Values({2, 1}, {-1, 1}).As(DataType::kInt64))
      .ExpectError("element 0 of Labels is class -1");
  PrecisionRecallCase("states", 3)
      .Input("StatesInfo", Random({4, 4}).As(DataType::kFloat64))
      .ExpectError(
          "StatesInfo of precision_recall is \\[5, 4\\], not "
          "\\[4, 4\\]");
  PrecisionRecallCase("rows", 3)
      .Input("Weights", Random({4, 1}))
      .Output("AccumStatesInfo", 1)
      .ExpectError("Weights \\[4, 1\\] of precision_recall have different");
}

void MeanIou(OpValues& v) {
  const int64_t classes = v.Attr<int64_t>("num_classes");
  const Array& said = v.In("Predictions");
  Array wrong({classes}), correct({classes});
  for (int64_t c = 0; c < classes; ++c) {
    for (int64_t i = 0; i < said.numel(); ++i) {
      const bool a = said[i] == c, b = v.In("Labels")[i] == c;
      correct[c] += a && b;
      wrong[c] += a != b;
    }
    if (v.HasIn("InWrongs")) wrong[c] += v.In("InWrongs")[c];
    if (v.HasIn("InCorrects")) correct[c] += v.In("InCorrects")[c];
  }
  double sum = 0, present = 0;
  for (int64_t c = 0; c < classes; ++c) {
    if (wrong[c] + correct[c] == 0) continue;
    sum += correct[c] / (wrong[c] + correct[c]);
    ++present;
  }
  v.Out("OutMeanIou") = Array({}, {Ratio(sum, present)});
  v.Out("OutWrong") = wrong;
  v.Out("OutCorrect") = correct;
}

TEST(MeanIou, OfTheseElementsAndThoseBefore) {
  for (const DataType type : {DataType::kInt32, DataType::kInt64}) {
    OpCase("mean_iou", "alone")
        .Attr("num_classes", 6)
        .Input("Predictions", Integers({4, 3, 5}, 0, 5).As(type))
        .Input("Labels", Integers({4, 3, 5}, 0, 5).As(type))
        .Output("OutWrong", 1)
        .Output("OutCorrect", 1)
        .DataTypes({type})
        .Reference(MeanIou)
        .ScaleRows({"Predictions", "Labels"})
        .Check();
  }
  OpCase("mean_iou", "later")
      .Attr("num_classes", 4)
      .Input("Predictions", Integers({9}, 0, 4))
      .Input("Labels", Integers({9}, 0, 4))
      .Input("InWrongs", Counts({1, 0, 2, 7}))
      .Input("InCorrects", Counts({5, 3, 0, 1}))
      .DataTypes({DataType::kInt64})
      .Reference(MeanIou)
      .Check();
}

TEST(MeanIou, ChecksItsInputs) {
  const Data labels = Values({2}, {0, 1}).As(DataType::kInt64);
  const OpCase base =
      OpCase("mean_iou")
          .Attr("num_classes", 2)
          .Input("Predictions", Values({2}, {0, 2}).As(DataType::kInt64))
          .Input("Labels", labels)
          .Output("OutWrong", 1)
          .Output("OutCorrect", 1)
          .DataTypes({DataType::kInt64});
  base.ExpectError("element 1 of Predictions is class 2, not in \\[0, 2\\)");
  base.With("Predictions", Integers({3}, 0, 2))
      .ExpectError("Predictions \\[3\\] and Labels \\[2\\] of mean_iou");
}

}  // namespace
}  // namespace paddle::operators::testing
