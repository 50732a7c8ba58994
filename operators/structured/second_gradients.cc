// The gradient of the gradient of conditional random fields: the cost written
// once more in ordinary operators, which have gradients of all orders.
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::NameList;

// Replaces -inf: small enough to forbid, but inf - inf would give NaN.
constexpr double kNever = -1e30;

std::string Finite(Composite* c, const std::string& x) {
  return c->Op("clip", {{"X", {x}}}, {{"min", kNever}, {"max", -kNever}});
}

// Computes log(sum(exp(x))) along an axis.
std::string LogSumExp(Composite* c, const std::string& x, int64_t axis,
                      bool keep) {
  return c->Op("logsumexp", {{"X", {x}}},
               {{"dim", std::vector<int64_t>{axis}}, {"keep_dim", keep}});
}

// Subtracts the maximum of each row as a constant. The cost gets it back
// elsewhere, so it does not change the derivatives.
std::string Normalized(Composite* c, const std::string& x) {
  const std::string greatest =
      c->Op("reduce_max", {{"X", {x}}},
            {{"dim", std::vector<int64_t>{1}}, {"keep_dim", true}});
  return c->Sub(x, c->Constant(greatest));
}

std::string Pooled(Composite* c, const std::string& x, const char* how) {
  return c->Op("sequence_pool",
               {{"X", {c->WithSequencesOf(c->In("Emission"), x)}}},
               {{"pooltype", std::string(how)}});
}

// Returns the number of tags.
int64_t Tags(Composite* c) {
  const int64_t tags = c->Shape(c->In("Transition"))[1];
  PADDLE_ENFORCE(tags >= 0, Unimplemented, c->type(),
                 " has no gradient while the number of tags is not known");
  return tags;
}

// A chain written as one step after the other.
struct Chain {
  explicit Chain(Composite* composite) : c(composite), tags(Tags(c)) {
    const std::string all = c->In("Transition"), finite = Finite(c, all);
    start = c->Reshape(c->Slice(all, 0, 0, 1), {tags});
    stop = c->Reshape(c->Slice(all, 0, 1, 2), {tags, 1});
    next = c->Slice(all, 0, 2, tags + 2);
    finite_start = c->Reshape(c->Slice(finite, 0, 0, 1), {tags});
    finite_stop = c->Slice(finite, 0, 1, 2);
    finite_next = c->Slice(finite, 0, 2, tags + 2);
  }

  // Takes emission and label and, from the steps before, for each tag the log
  // of the sum over all paths and the score of the right path. Returns that log
  // with the emission added, and the score of the label.
  StepEnds Step(const StepEnds& begin) const {
    const std::string emission = begin.rows[0], label = begin.rows[1];
    const std::string ways =
        Normalized(c, c->Add(begin.memories[0], Finite(c, emission)));
    const std::string column = c->Op("unsqueeze", {{"X", {ways}}},
                                     {{"axes", std::vector<int64_t>{2}}});
    const std::string onward =
        LogSumExp(c, c->Add(column, finite_next), 1, /*keep=*/false);
    const std::string score = c->Op(
        "take_along_axis",
        {{"X", {c->Add(begin.memories[1], emission)}}, {"Index", {label}}},
        {{"axis", int64_t{1}}});
    return {{ways, score}, {onward, Row(next, label)}};
  }

  std::string Row(const std::string& x, const std::string& label) const {
    return c->Op("gather", {{"X", {x}}, {"Index", {label}}});
  }

  Composite* c;
  int64_t tags;
  // Scores, and the same with infinities replaced.
  std::string start, stop, next;
  std::string finite_start, finite_stop, finite_next;
};

// Writes the log of the sum over all paths, up to the constants of Normalized,
// minus the score of the labels.
void LinearChainCrf(Composite* c) {
  const Chain chain(c);
  const std::string emission = c->LastLevel(c->In("Emission"));
  const std::string label =
      c->WithSequencesOf(emission, c->Reshape(c->In("Label"), {-1, 1}));
  const NameList steps =
      c->Recurrent({emission, label}, {chain.finite_start, chain.start},
                   /*reverse=*/false,
                   [&](const StepEnds& begin) { return chain.Step(begin); });
  const std::string all =
      LogSumExp(c, c->Add(steps[0], chain.finite_stop), 1, /*keep=*/true);
  const std::string last = c->Sub(all, chain.Row(chain.stop, label));
  c->ForwardResult("LogLikelihood",
                   c->Sub(Pooled(c, last, "LAST"), Pooled(c, steps[1], "SUM")));
}

}  // namespace

REGISTER_GRADIENT_MAKER(linear_chain_crf_grad,
                        CompositeGradient(LinearChainCrf));

// The gradient of the likelihood of all paths is computed as a whole: ordinary
// operators have no steps over states whose number depends on the labels.
REGISTER_GRADIENT_MAKER(warpctc_grad, CompositeGradient([](Composite* c) {
                          PADDLE_THROW(Unimplemented, c->type(),
                                       " has no gradient");
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_structured() { return 0; }
