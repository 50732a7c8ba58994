#include "paddle/framework/layers/metric.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/layers/loss.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

// Collects the counts of one metric while its layer is written.
class Counts {
 public:
  explicit Counts(std::string metric) : metric_(std::move(metric)) {}

  Variable Add(const std::string& what, const std::vector<int64_t>& shape,
               DataType dtype) {
    // Unique, so that two metrics of a kind keep separate counts.
    const std::string name =
        DefaultMainProgram()->UniqueName(absl::StrCat(metric_, ".", what));
    variables_.push_back(global_variable(shape, dtype, 0, name));
    // The startup program of these counts is the one that resets them.
    global_variable(shape, dtype, 0, name, NewProgram(), reset_);
    return variables_.back();
  }
  const std::vector<Variable>& variables() const { return variables_; }
  const std::shared_ptr<framework::Program>& reset() const { return reset_; }

 private:
  const std::string metric_;
  const std::shared_ptr<framework::Program> reset_ = NewProgram();
  std::vector<Variable> variables_;
};

OpOptions Updating(SlotList outputs) {
  OpOptions options;
  options.outputs = std::move(outputs);
  return options;
}

}  // namespace

Auc auc(const Variable& input, const Variable& label,
        const AucOptions& options) {
  Counts counts("auc");
  const std::vector<int64_t> shape = {options.num_thresholds + 1};
  const Variable positives = counts.Add("positives", shape, DataType::kInt64);
  const Variable negatives = counts.Add("negatives", shape, DataType::kInt64);
  const Outputs made = AppendOp(
      "auc",
      {{"Predict", input},
       {"Label", label},
       {"StatPos", positives},
       {"StatNeg", negatives}},
      {{"curve", options.curve}, {"num_thresholds", options.num_thresholds}},
      Updating({{"StatPosOut", positives}, {"StatNegOut", negatives}}));
  return {made["AUC"], counts.variables(), counts.reset()};
}

PrecisionRecall precision_recall(const Variable& input, const Variable& label,
                                 const Variable& weights) {
  const Dims dims = input.dims();
  PADDLE_ENFORCE(dims.rank() == 2 && dims[1] >= 0, InvalidArgument,
                 "precision_recall takes scores of [rows, classes], a number "
                 "of classes that is known in advance, not ",
                 dims.ToString());
  const int64_t classes = dims[1];
  const TopK best = top_k(input, 1);
  Counts counts("precision_recall");
  const Variable states =
      counts.Add("states", {classes, 4}, DataType::kFloat64);
  const Outputs made = AppendOp("precision_recall",
                                {{"MaxProbs", best.values},
                                 {"Indices", best.indices},
                                 {"Labels", label},
                                 {"Weights", weights},
                                 {"StatesInfo", states}},
                                {{"class_number", classes}},
                                Updating({{"AccumStatesInfo", states}}));
  return {made["BatchMetrics"], made["AccumMetrics"], counts.variables(),
          counts.reset()};
}

MeanIou mean_iou(const Variable& input, const Variable& label,
                 int64_t num_classes) {
  Counts counts("mean_iou");
  const Variable wrong = counts.Add("wrong", {num_classes}, DataType::kInt64);
  const Variable correct =
      counts.Add("correct", {num_classes}, DataType::kInt64);
  const Outputs made =
      AppendOp("mean_iou",
               {{"Predictions", input},
                {"Labels", label},
                {"InWrongs", wrong},
                {"InCorrects", correct}},
               {{"num_classes", num_classes}},
               Updating({{"OutWrong", wrong}, {"OutCorrect", correct}}));
  return {made["OutMeanIou"], counts.variables(), counts.reset()};
}

}  // namespace paddle::layer
