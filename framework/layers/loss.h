// Losses and metrics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Classes that are not there are OutOfRange when the program runs; rows of the
// class `ignore_index` have loss and gradient 0.
inline constexpr int64_t kIgnoreIndex = -100;

// -log(input[label]) per row, [N, 1]; `input` holds probabilities. Labels are
// int64 [N, 1] or [N], or, if soft, probabilities of the input's shape.
Variable cross_entropy(const Variable& input, const Variable& label,
                       bool soft_label = false,
                       int64_t ignore_index = kIgnoreIndex);
// The same from logits, which is more accurate and faster. The classes lie
// along `axis`, where the loss has size 1 and a label of classes 1 or no axis.
Variable softmax_with_cross_entropy(const Variable& logits,
                                    const Variable& label,
                                    bool soft_label = false,
                                    int64_t ignore_index = kIgnoreIndex,
                                    int axis = -1);

// Below, `reduction` is what becomes of the losses of elements or rows: "none",
// "mean" or "sum", the latter two being scalars; InvalidArgument for another.

// (input - label)^2, element by element; the shapes broadcast.
Variable square_error_cost(const Variable& input, const Variable& label);
Variable mse_loss(const Variable& input, const Variable& label,
                  const std::string& reduction = "mean");
// |input - label|
Variable l1_loss(const Variable& input, const Variable& label,
                 const std::string& reduction = "mean");
// -weight[label] * input[label] per row of logarithms of probabilities;
// `weight` is [classes], ones if not valid. The mean is weighted by it.
Variable nll_loss(const Variable& input, const Variable& label,
                  const Variable& weight = Variable(),
                  const std::string& reduction = "mean",
                  int64_t ignore_index = kIgnoreIndex);

// Of elements, as the operators of these names say. Labels of hinge_loss and
// log_loss are 0 or 1, those of rank_loss 0 to 1, of margin_rank_loss 1 (left
// above right) or -1.
Variable huber_loss(const Variable& input, const Variable& label, double delta);
Variable hinge_loss(const Variable& input, const Variable& label);
Variable log_loss(const Variable& input, const Variable& label,
                  double epsilon = 1e-4);
Variable rank_loss(const Variable& label, const Variable& left,
                   const Variable& right);
Variable margin_rank_loss(const Variable& label, const Variable& left,
                          const Variable& right, double margin = 0.1);
// log(1 + exp(x)) - label * x; normalize: divided by the number of labels that
// are not ignored.
Variable sigmoid_cross_entropy_with_logits(const Variable& x,
                                           const Variable& label,
                                           int64_t ignore_index = kIgnoreIndex,
                                           bool normalize = false);
// target * (log(target) - x); "mean", "sum", "batchmean" (the sum divided by
// the number of rows) or "none".
Variable kl_div(const Variable& x, const Variable& target,
                const std::string& reduction = "mean");
// The sum of each row, [rows, 1]; weights that are not valid are ones.
Variable smooth_l1(const Variable& x, const Variable& y,
                   const Variable& inside_weight = Variable(),
                   const Variable& outside_weight = Variable(),
                   double sigma = 1);

// 1 - 2 * sum(input * label) / (sum(input) + sum(label) + epsilon) of each row,
// the mean of these, a scalar. Both are [rows, ...], of one shape.
Variable dice_loss(const Variable& input, const Variable& label,
                   double epsilon = 1e-5);

// (1 - epsilon) * label + epsilon * prior; the prior, [classes], is uniform if
// not valid.
Variable label_smooth(const Variable& label, const Variable& prior = Variable(),
                      double epsilon = 0.1);

struct NceOptions {
  Variable sample_weight;  // [rows] or [rows, 1]; ones if not valid
  ParamAttr weight;        // [classes, width]
  OptionalParamAttr bias = ParamAttr();  // [classes]
  int64_t num_neg_samples = 10;
  std::string sampler = "uniform";          // or "log_uniform"
  std::vector<int64_t> custom_neg_classes;  // instead of random noise
  int64_t seed = 0;                         // 0: the program's
  bool is_sparse = false;  // the gradients of the parameters are SelectedRows
  std::string name;
};
// Noise contrastive estimation, [rows, 1]: trains a classifier of rows [rows,
// width] among very many classes. See the operator.
Variable nce(const Variable& input, const Variable& label,
             int64_t num_total_classes, const NceOptions& options = {});

struct TopK {
  Variable values;
  Variable indices;  // int64
};
// The k largest elements along the last axis, largest first.
TopK top_k(const Variable& input, int64_t k);

// The part of rows whose label is among the k most probable classes, a float32
// scalar.
Variable accuracy(const Variable& input, const Variable& label, int64_t k = 1);

}  // namespace paddle::layer
