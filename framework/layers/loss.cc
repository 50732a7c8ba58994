#include "paddle/framework/layers/loss.h"

#include <numeric>
#include <string>
#include <vector>

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/layer_helper.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

// The mean divides the sum by `total`, if it is given.
Variable Reduced(const Variable& loss, const std::string& reduction,
                 const Variable& total = Variable()) {
  if (reduction == "none") return loss;
  if (reduction == "sum") return reduce_sum(loss);
  PADDLE_ENFORCE(reduction == "mean", InvalidArgument, "reduction '", reduction,
                 "' of a loss: it is none, mean or sum");
  return total.is_valid() ? reduce_sum(loss) / reduce_sum(total) : mean(loss);
}

// Returns how many classes without a row's label each row is told from.
int64_t NoiseOf(const NceOptions& options) {
  const size_t custom = options.custom_neg_classes.size();
  return options.num_neg_samples.value_or(custom == 0 ? 10 : custom);
}

}  // namespace

Variable cross_entropy(const Variable& input, const Variable& label,
                       bool soft_label, int64_t ignore_index, int64_t axis) {
  return Op("cross_entropy", {{"X", input}, {"Label", label}},
            {{"soft_label", soft_label},
             {"ignore_index", ignore_index},
             {"axis", axis}});
}

Variable softmax_with_cross_entropy(const Variable& logits,
                                    const Variable& label, bool soft_label,
                                    int64_t ignore_index, int64_t axis) {
  return AppendOp("softmax_with_cross_entropy",
                  {{"Logits", logits}, {"Label", label}},
                  {{"soft_label", soft_label},
                   {"ignore_index", ignore_index},
                   {"axis", axis}})["Loss"];
}

Variable square_error_cost(const Variable& input, const Variable& label) {
  return square(input - label);
}

Variable mse_loss(const Variable& input, const Variable& label,
                  const std::string& reduction) {
  return Reduced(square_error_cost(input, label), reduction);
}

Variable l1_loss(const Variable& input, const Variable& label,
                 const std::string& reduction) {
  const Variable difference = input - label;
  // x| as relu(x) + relu(-x), whose gradient at 0 is 0.
  return Reduced(relu(difference) + relu(-difference), reduction);
}

Variable nll_loss(const Variable& input, const Variable& label,
                  const Variable& weight, const std::string& reduction,
                  int64_t ignore_index, int64_t axis) {
  const Outputs losses =
      AppendOp("nll_loss", {{"X", input}, {"Label", label}, {"Weight", weight}},
               {{"ignore_index", ignore_index}, {"axis", axis}});
  return Reduced(losses["Out"], reduction, losses["RowWeight"]);
}

Variable huber_loss(const Variable& input, const Variable& label,
                    double delta) {
  return Op("huber_loss", {{"X", input}, {"Y", label}}, {{"delta", delta}});
}

Variable hinge_loss(const Variable& input, const Variable& label) {
  return Op("hinge_loss", {{"Logits", input}, {"Labels", label}});
}

Variable log_loss(const Variable& input, const Variable& label,
                  double epsilon) {
  return Op("log_loss", {{"Predicted", input}, {"Labels", label}},
            {{"epsilon", epsilon}});
}

Variable rank_loss(const Variable& label, const Variable& left,
                   const Variable& right) {
  return Op("rank_loss", {{"Label", label}, {"Left", left}, {"Right", right}});
}

Variable margin_rank_loss(const Variable& label, const Variable& left,
                          const Variable& right, double margin) {
  return Op("margin_rank_loss", {{"Label", label}, {"X1", left}, {"X2", right}},
            {{"margin", margin}});
}

Variable sigmoid_cross_entropy_with_logits(const Variable& x,
                                           const Variable& label,
                                           int64_t ignore_index,
                                           bool normalize) {
  return Op("sigmoid_cross_entropy_with_logits", {{"X", x}, {"Label", label}},
            {{"ignore_index", ignore_index}, {"normalize", normalize}});
}

Variable kl_div(const Variable& x, const Variable& target,
                const std::string& reduction) {
  return Op("kl_div", {{"X", x}, {"Target", target}},
            {{"reduction", reduction}});
}

Variable smooth_l1(const Variable& x, const Variable& y,
                   const Variable& inside_weight,
                   const Variable& outside_weight, double sigma) {
  return Op("smooth_l1_loss",
            {{"X", x},
             {"Y", y},
             {"InsideWeight", inside_weight},
             {"OutsideWeight", outside_weight}},
            {{"sigma", sigma}});
}

Variable dice_loss(const Variable& input, const Variable& label,
                   double epsilon) {
  const int rank = input.dims().rank();
  PADDLE_ENFORCE(rank >= 2, InvalidArgument,
                 "dice_loss takes [rows, ..., "
                 "classes], not '",
                 input.ToString(), "'");
  std::vector<int64_t> axes(rank - 1);
  std::iota(axes.begin(), axes.end(), 1);
  const Variable common = reduce_sum(input * label, axes);
  const Variable all = reduce_sum(input, axes) + reduce_sum(label, axes);
  return mean(1 - 2 * common / (all + epsilon));
}

Variable label_smooth(const Variable& label, const Variable& prior,
                      double epsilon) {
  return Op("label_smooth", {{"X", label}, {"PriorDist", prior}},
            {{"epsilon", epsilon}});
}

Variable nce(const Variable& input, const Variable& label,
             int64_t num_total_classes, const NceOptions& options) {
  LayerHelper layer("nce", {input}, options.name);
  return layer.AppendOp(
      "nce",
      {{"Input", input},
       {"Label", label},
       {"Weight", layer.Weight({num_total_classes, layer.RowWidth(input)},
                               options.weight)},
       {"Bias", options.bias ? layer.Bias({num_total_classes}, *options.bias)
                             : Variable()},
       {"SampleWeight", options.sample_weight}},
      {{"num_total_classes", num_total_classes},
       {"num_neg_samples", NoiseOf(options)},
       {"sampler", options.sampler},
       {"custom_neg_classes", options.custom_neg_classes},
       {"seed", options.seed},
       {"is_sparse", options.is_sparse}})["Cost"];
}

Variable hsigmoid(const Variable& input, const Variable& label,
                  int64_t num_classes, const HsigmoidOptions& options) {
  LayerHelper layer("hierarchical_sigmoid", {input}, options.name);
  PADDLE_ENFORCE(num_classes >= 2, InvalidArgument, layer.name(), " has ",
                 num_classes, " classes; there must be 2 or more");
  const bool given =
      options.path_table.is_valid() || options.path_code.is_valid();
  const int64_t nodes = given ? num_classes : num_classes - 1;
  const Variable weight =
      layer.Weight({nodes, layer.RowWidth(input)}, options.weight);
  const Variable bias =
      options.bias ? layer.Bias({nodes}, *options.bias) : Variable();
  return layer.AppendOp(
      "hierarchical_sigmoid",
      {{"X", input},
       {"W", weight},
       {"Label", label},
       {"PathTable", options.path_table},
       {"PathCode", options.path_code},
       {"Bias", bias}},
      {{"num_classes", num_classes}, {"is_sparse", options.is_sparse}})["Out"];
}

TopK top_k(const Variable& input, int64_t k) {
  const Outputs outputs = AppendOp("top_k", {{"X", input}}, {{"k", k}});
  return {outputs["Out"], outputs["Indices"]};
}

Variable accuracy(const Variable& input, const Variable& label, int64_t k) {
  const TopK top = top_k(input, k);
  return AppendOp("accuracy", {{"Out", top.values},
                               {"Indices", top.indices},
                               {"Label", label}})["Accuracy"];
}

}  // namespace paddle::layer
