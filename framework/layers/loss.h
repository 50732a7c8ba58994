// Loss functions and metrics.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Rows whose label is `ignore_index` have loss and gradient 0; any other label
// outside the classes is OutOfRange when the program runs.
inline constexpr int64_t kIgnoreIndex = -100;

// Computes -log(input[label]) per row, [N, 1]; `input` holds probabilities.
// Labels are int64 [N, 1] or [N] or, if soft, probabilities of the input's
// shape. The classes are along `axis`, where the loss has size 1; class labels
// have size 1 or no axis there: of images [N, C, H, W] with axis 1, [N, H, W].
Variable cross_entropy(const Variable& input, const Variable& label,
                       bool soft_label = false,
                       int64_t ignore_index = kIgnoreIndex, int64_t axis = -1);
// Computes the cross entropy from logits, which is faster and more accurate.
Variable softmax_with_cross_entropy(const Variable& logits,
                                    const Variable& label,
                                    bool soft_label = false,
                                    int64_t ignore_index = kIgnoreIndex,
                                    int64_t axis = -1);

// In the functions below `reduction` says what to return: "none", the losses of
// elements or rows, or their "mean" or "sum", scalars; InvalidArgument for
// anything else.

// Compute (input - label)^2 element by element; the shapes broadcast.
Variable square_error_cost(const Variable& input, const Variable& label);
Variable mse_loss(const Variable& input, const Variable& label,
                  const std::string& reduction = "mean");
// Computes |input - label| element by element.
Variable l1_loss(const Variable& input, const Variable& label,
                 const std::string& reduction = "mean");
// Computes -weight[label] * input[label] per row of logarithms of
// probabilities; `weight` is [classes], ones if not valid. The mean is weighted
// by it. Axes are those of cross_entropy.
Variable nll_loss(const Variable& input, const Variable& label,
                  const Variable& weight = Variable(),
                  const std::string& reduction = "mean",
                  int64_t ignore_index = kIgnoreIndex, int64_t axis = -1);

// Compute a loss per element, as the operators of these names describe. Labels
// of hinge_loss and log_loss are 0 or 1, those of rank_loss lie in [0, 1],
// those of margin_rank_loss are 1 (left ranks higher) or -1.
Variable huber_loss(const Variable& input, const Variable& label, double delta);
Variable hinge_loss(const Variable& input, const Variable& label);
Variable log_loss(const Variable& input, const Variable& label,
                  double epsilon = 1e-4);
Variable rank_loss(const Variable& label, const Variable& left,
                   const Variable& right);
Variable margin_rank_loss(const Variable& label, const Variable& left,
                          const Variable& right, double margin = 0.1);
// Computes log(1 + exp(x)) - label * x, with `normalize` divided by the number
// of labels that are not ignored.
Variable sigmoid_cross_entropy_with_logits(const Variable& x,
                                           const Variable& label,
                                           int64_t ignore_index = kIgnoreIndex,
                                           bool normalize = false);
// Computes target * (log(target) - x); `reduction` may also be "batchmean", the
// sum divided by the number of rows.
Variable kl_div(const Variable& x, const Variable& target,
                const std::string& reduction = "mean");
// Computes the sum of each row, [rows, 1]; weights that are not valid are ones.
Variable smooth_l1(const Variable& x, const Variable& y,
                   const Variable& inside_weight = Variable(),
                   const Variable& outside_weight = Variable(),
                   double sigma = 1);

// Computes 1 - 2 * sum(input * label) / (sum(input) + sum(label) + epsilon) for
// each row, and returns the mean, a scalar. Both are [rows, ...], of one shape.
Variable dice_loss(const Variable& input, const Variable& label,
                   double epsilon = 1e-5);

// Computes (1 - epsilon) * label + epsilon * prior; the prior, [classes], is
// uniform if not valid.
Variable label_smooth(const Variable& label, const Variable& prior = Variable(),
                      double epsilon = 0.1);

struct NceOptions {
  Variable sample_weight;  // [rows] or [rows, 1]; ones if not valid
  ParamAttr weight;        // [classes, width]
  OptionalParamAttr bias = ParamAttr();  // [classes]
  // By default as many as custom_neg_classes, or 10 without them.
  absl::optional<int64_t> num_neg_samples;
  std::string sampler = "uniform";          // or "log_uniform"
  std::vector<int64_t> custom_neg_classes;  // replace the random noise
  int64_t seed = 0;                         // 0: the program's
  bool is_sparse = false;  // makes the parameters' gradients SelectedRows
  std::string name;

  using Self = NceOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("sample_weight", &Self::sample_weight),
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("num_neg_samples", &Self::num_neg_samples),
      Argument("sampler", &Self::sampler),
      Argument("custom_neg_classes", &Self::custom_neg_classes),
      Argument("seed", &Self::seed), Argument("is_sparse", &Self::is_sparse),
      Argument("name", &Self::name));
};
// Trains a classifier of rows [rows, width] among very many classes by noise
// contrastive estimation; returns [rows, 1]. See the operator nce.
Variable nce(const Variable& input, const Variable& label,
             int64_t num_total_classes, const NceOptions& options = {});

struct HsigmoidOptions {
  ParamAttr weight;
  OptionalParamAttr bias = ParamAttr();
  std::string name;
  // The nodes and codes of each row's path, int64 [rows, length], instead of
  // those of the complete tree; a negative node is none.
  Variable path_table;
  Variable path_code;
  bool is_sparse = false;  // gradients hold only the nodes in use

  using Self = HsigmoidOptions;
  static constexpr auto kArguments = std::make_tuple(
      Argument("param_attr", &Self::weight), Argument("bias_attr", &Self::bias),
      Argument("name", &Self::name), Argument("path_table", &Self::path_table),
      Argument("path_code", &Self::path_code),
      Argument("is_sparse", &Self::is_sparse));
};
// Trains a classifier of rows [rows, width] among very many classes, the leaves
// of a binary tree; returns [rows, 1]. With paths, num_classes is the number of
// nodes. See the operator hierarchical_sigmoid.
Variable hsigmoid(const Variable& input, const Variable& label,
                  int64_t num_classes, const HsigmoidOptions& options = {});

struct TopK {
  Variable values;
  Variable indices;  // int64
};
// Returns the k largest elements along the last axis, the largest first.
TopK top_k(const Variable& input, int64_t k);

// Returns the share of rows whose label is among the k most probable classes, a
// float32 scalar.
Variable accuracy(const Variable& input, const Variable& label, int64_t k = 1);

}  // namespace paddle::layer
