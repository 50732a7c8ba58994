// Steps of optimizers, as models that train themselves have them (domain
// ai.onnx.preview.training): new values of tensors from gradients and states.
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Reads a node whose inputs are the learning rate, the number of steps so far,
// and then tensors, their gradients, and states of each kind.
class Step {
 public:
  Step(Node* node, int kinds)
      : node_(*node), count_((node->num_inputs() - 2) / kinds) {
    const int given = node->num_inputs() - 2;
    PADDLE_ENFORCE(given > 0 && given % kinds == 0 &&
                       node->num_outputs() == count_ * (kinds - 1),
                   InvalidArgument, given, " inputs and ", node->num_outputs(),
                   " outputs for tensors of ", kinds, " inputs and ", kinds - 1,
                   " outputs each");
  }

  int count() const { return count_; }
  // The input of a kind for tensor i: 0 is the tensor, 1 its gradient.
  Variable In(int kind, int i) const { return node_.In(2 + kind * count_ + i); }
  // Sets the new value of a tensor, or of one of its states.
  void Out(int kind, int i, const Variable& value) const {
    node_.Out(kind * count_ + i, value);
  }
  Variable rate() const { return node_.In(0); }
  // The number of steps as one of the data type of the rate.
  Variable steps() const { return node_.Cast(node_.In(1), rate().dtype()); }
  // Returns the gradient with that of the penalty norm_coefficient / 2 x^2.
  Variable Gradient(int i) const {
    const double norm = node_.FloatAttr("norm_coefficient", 0);
    return Add(&node_, ScaledBy(&node_, In(0, i), norm), In(1, i));
  }
  // Returns whether steps were made before this one.
  Variable HasBegun() const {
    const Variable zero = node_.Number(0, node_.In(1).dtype());
    return node_.Op2("less_than", zero, node_.In(1));
  }

 private:
  Node& node_;
  const int count_;
};

Variable Squared(Node* node, const Variable& x) { return Mul(node, x, x); }

// Returns decay * x + weight * y.
Variable Mixed(Node* node, const Variable& x, double decay, const Variable& y,
               double weight) {
  return Add(node, ScaledBy(node, x, decay), ScaledBy(node, y, weight));
}

// h += g^2; x -= rate / (1 + steps * decay) * g / (sqrt(h) + epsilon).
void Adagrad(Node* node) {
  const Step step(node, 3);
  const double epsilon = node->FloatAttr("epsilon", 1e-6);
  const Variable slower =
      ScaledBy(node, step.steps(), node->FloatAttr("decay_factor", 0), 1);
  const Variable rate = Div(node, step.rate(), slower);
  for (int i = 0; i < step.count(); ++i) {
    const Variable g = step.Gradient(i);
    const Variable h = Add(node, step.In(2, i), Squared(node, g));
    const Variable scale = ScaledBy(node, node->Op("sqrt", h), 1, epsilon);
    const Variable change = Div(node, Mul(node, rate, g), scale);
    step.Out(0, i, Sub(node, step.In(0, i), change));
    step.Out(1, i, h);
  }
}

// Returns 1 - factor^steps.
Variable Rest(Node* node, const Step& step, double factor) {
  const Variable base = node->Number(factor, step.rate().dtype());
  return ScaledBy(node, node->Op2("elementwise_pow", base, step.steps()), -1,
                  1);
}

// Returns the rate with the correction of Adam's states, which begin as zeros.
Variable CorrectedRate(Node* node, const Step& step, double alpha,
                       double beta) {
  const Variable corrected = Div(
      node, Mul(node, step.rate(), node->Op("sqrt", Rest(node, step, beta))),
      Rest(node, step, alpha));
  return Where(node, step.HasBegun(), corrected, step.rate());
}

// v = alpha v + (1 - alpha) g; h = beta h + (1 - beta) g^2;
// x = (1 - post) (x - rate v / (sqrt(h) + epsilon)).
void Adam(Node* node) {
  const Step step(node, 4);
  const double alpha = node->FloatAttr("alpha", 0.9);
  const double beta = node->FloatAttr("beta", 0.999);
  const double epsilon = node->FloatAttr("epsilon", 1e-6);
  const double post = node->FloatAttr("norm_coefficient_post", 0);
  const Variable rate = CorrectedRate(node, step, alpha, beta);
  for (int i = 0; i < step.count(); ++i) {
    const Variable g = step.Gradient(i);
    const Variable v = Mixed(node, step.In(2, i), alpha, g, 1 - alpha);
    const Variable h =
        Mixed(node, step.In(3, i), beta, Squared(node, g), 1 - beta);
    const Variable scale = ScaledBy(node, node->Op("sqrt", h), 1, epsilon);
    const Variable change = Div(node, Mul(node, rate, v), scale);
    const Variable x = Sub(node, step.In(0, i), change);
    step.Out(0, i, post == 0 ? x : ScaledBy(node, x, 1 - post));
    step.Out(1, i, v);
    step.Out(2, i, h);
  }
}

// v = alpha v + beta g, with a beta of 1 in the first step; x -= rate v, or
// with Nesterov's momentum rate (g + alpha v).
void Momentum(Node* node) {
  const Step step(node, 3);
  PADDLE_ENFORCE(node->HasAttr("alpha") && node->HasAttr("beta"),
                 InvalidArgument, "attribute alpha or beta is left out");
  const double alpha = node->FloatAttr("alpha", 0);
  const std::string mode = node->TextAttr("mode", "standard");
  PADDLE_ENFORCE(mode == "standard" || mode == "nesterov", InvalidArgument,
                 "mode ", mode, " is neither standard nor nesterov");
  const DataType type = step.rate().dtype();
  const Variable beta = Where(node, step.HasBegun(),
                              node->Number(node->FloatAttr("beta", 0), type),
                              node->Number(1, type));
  for (int i = 0; i < step.count(); ++i) {
    const Variable g = step.Gradient(i);
    const Variable v =
        Add(node, ScaledBy(node, step.In(2, i), alpha), Mul(node, beta, g));
    const Variable ahead =
        mode == "standard" ? v : Add(node, g, ScaledBy(node, v, alpha));
    const Variable change = Mul(node, step.rate(), ahead);
    step.Out(0, i, Sub(node, step.In(0, i), change));
    step.Out(1, i, v);
  }
}

PADDLE_ONNX_IMPORT_OF(kTrainingDomain, "Adagrad", 1, Adagrad);
PADDLE_ONNX_IMPORT_OF(kTrainingDomain, "Adam", 1, Adam);
PADDLE_ONNX_IMPORT_OF(kTrainingDomain, "Momentum", 1, Momentum);

}  // namespace
}  // namespace paddle::onnx
