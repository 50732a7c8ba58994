// Metrics that accumulate over batches: their counts are persistable variables
// of the main program, which are saved with it and zero after the startup
// program.
//
//   Auc metric = auc(softmax(fc(x, 2)), label);
//   executor.Run(*metric.reset, &scope);       // before each evaluation
//   executor.Run(*main, &scope, feeds, {metric.auc});
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct Auc {
  Variable auc;  // of all rows since the reset, float64
  // int64 counts of positives and negatives by score
  std::vector<Variable> states;
  std::shared_ptr<framework::Program> reset;  // sets the states to 0
};

struct AucOptions {
  std::string curve = "ROC";  // or "PR": precision over recall
  // Scores that differ by less than 1 / num_thresholds may count as equal.
  int64_t num_thresholds = 4095;

  using Self = AucOptions;
  static constexpr auto kArguments =
      std::make_tuple(Argument("curve", &Self::curve),
                      Argument("num_thresholds", &Self::num_thresholds));
};

// Computes the area under a curve of a classifier with two classes. `input` is
// the probability of class 1, [rows, 1] or [rows], or of both classes, [rows,
// 2]; `label` is 0 or 1, int64, [rows, 1] or [rows].
Auc auc(const Variable& input, const Variable& label,
        const AucOptions& options = {});

struct PrecisionRecall {
  // Macro precision, recall and F1, then micro ones, float64 [6]: for this
  // batch, and for all since the reset.
  Variable batch;
  Variable total;
  // One float64 variable [classes, 4]: the weights of true positives, false
  // positives, true negatives and false negatives of each class.
  std::vector<Variable> states;
  std::shared_ptr<framework::Program> reset;
};

// Compares the class of the largest score of each row of `input`, [rows,
// classes], with `label`, int64, [rows, 1] or [rows]. `weights`, if valid, has
// the type of `input` and the shape of `label`, and says how much each row
// counts. Throws InvalidArgument if the number of classes is not fixed.
PrecisionRecall precision_recall(const Variable& input, const Variable& label,
                                 const Variable& weights = Variable());

struct MeanIou {
  Variable mean_iou;  // of all elements since the reset, float64
  // int64 counts of wrong and correct elements by class
  std::vector<Variable> states;
  std::shared_ptr<framework::Program> reset;
};

// Computes the mean over classes of the intersection over union of the elements
// predicted to be of a class and those that are. `input` and `label` are both
// int32 or int64, of one shape.
MeanIou mean_iou(const Variable& input, const Variable& label,
                 int64_t num_classes);

}  // namespace paddle::layer
