// Metrics that add up over batches: the counts are persistable variables of the
// main program, saved with it, and zeros after the startup program.
//
//   Auc metric = auc(softmax(fc(x, 2)), label);
//   executor.Run(*metric.reset, &scope);       // before each evaluation
//   executor.Run(*main, &scope, feeds, {metric.auc});
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

struct Auc {
  Variable auc;                  // of all rows since the reset, float64
  std::vector<Variable> states;  // positives and negatives by score, int64
  std::shared_ptr<framework::Program> reset;  // sets the states to 0
};

struct AucOptions {
  std::string curve = "ROC";  // or "PR": precision over recall
  // Scores that differ by less than 1 / num_thresholds may count as equal.
  int64_t num_thresholds = 4095;
};

// The area under a curve of a classifier with two classes. `input`: the
// probability of class 1, [rows, 1] or [rows], or of both classes, [rows, 2];
// `label`: 0 or 1, int64, [rows, 1] or [rows].
Auc auc(const Variable& input, const Variable& label,
        const AucOptions& options = {});

struct PrecisionRecall {
  // Macro precision, recall and F1, then micro ones, float64, [6]: of these
  // rows, and of all since the reset.
  Variable batch;
  Variable total;
  // One of [classes, 4], float64: the weights of true positives, false
  // positives, true negatives and false negatives of each class.
  std::vector<Variable> states;
  std::shared_ptr<framework::Program> reset;
};

// Compares the class of the largest score of each row of `input`, [rows,
// classes], with `label`, int64, [rows, 1] or [rows]. `weights`, if valid, says
// how much each row counts; of the type of `input`, shaped like `label`.
// InvalidArgument if the number of classes is not fixed.
PrecisionRecall precision_recall(const Variable& input, const Variable& label,
                                 const Variable& weights = Variable());

struct MeanIou {
  Variable mean_iou;             // of all elements since the reset, float64
  std::vector<Variable> states;  // wrong and correct elements by class, int64
  std::shared_ptr<framework::Program> reset;
};

// The mean over classes of intersection over union of the elements that are
// predicted to be of a class and those that are: of `input` and `label`, both
// int32 or int64, of one shape.
MeanIou mean_iou(const Variable& input, const Variable& label,
                 int64_t num_classes);

}  // namespace paddle::layer
