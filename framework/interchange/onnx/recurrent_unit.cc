#include "paddle/framework/interchange/onnx/recurrent_unit.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns weight [directions, gates * hidden, size] of direction d, transposed,
// its gates in another order.
framework::Tensor TurnedWeight(const framework::Tensor& weight, int d,
                               const Ints& order, int64_t hidden) {
  const int64_t rows = weight.dims()[1], columns = weight.dims()[2];
  framework::Tensor turned({columns, rows}, weight.dtype());
  framework::VisitDataType(weight.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* source = weight.data<T>() + d * rows * columns;
    T* target = turned.mutable_data<T>();
    for (int64_t row = 0; row < rows; ++row) {
      const T* from =
          source + (order[row / hidden] * hidden + row % hidden) * columns;
      for (int64_t column = 0; column < columns; ++column) {
        target[column * rows + row] = from[column];
      }
    }
  });
  return turned;
}

}  // namespace

RecurrentUnit::RecurrentUnit(Node* node, int64_t gates)
    : node_(*node), gates_(gates) {
  const std::string direction = node->TextAttr("direction", "forward");
  const bool known = direction == "forward" || direction == "reverse" ||
                     direction == "bidirectional";
  PADDLE_ENFORCE(known, InvalidArgument, "direction ", direction);
  directions_ = direction == "bidirectional" ? 2 : 1;
  first_is_reverse_ = direction == "reverse";
  batch_first_ = node->IntAttr("layout", 0) != 0;
  PADDLE_ONNX_REFUSE(node->HasAttr("clip"), "clip");
  const Dims recurrence = node->DimsIn(2);
  PADDLE_ENFORCE(recurrence.rank() == 3, InvalidArgument,
                 "R is [directions, gates * hidden, hidden], not ",
                 recurrence.ToString());
  hidden_ = recurrence[2];
  PADDLE_ONNX_REFUSE(hidden_ < 0, "the size of the state");
  PADDLE_ENFORCE(hidden_ <= std::numeric_limits<int32_t>::max(),
                 InvalidArgument, "a state of ", hidden_, " elements");
  const Variable x = node->In(0);
  PADDLE_ENFORCE(x.dims().rank() == 3, InvalidArgument,
                 "X is [steps, batch, size], not ", x.ToString());
  const Variable turned = Swapped(x);
  steps_ = turned.dims()[1];
  rows_ =
      node->Op("sequence_unpad", {{"X", turned}, {"Length", Lengths(turned)}});
}

Variable RecurrentUnit::Of(int input, int d, int axis) const {
  return At(&node_, node_.In(input), axis, d);
}

Variable RecurrentUnit::State(int input, int d) const {
  if (!node_.HasInput(input)) return Variable();
  return Of(input, d, batch_first_ ? 1 : 0);
}

Variable RecurrentUnit::Ordered(const Variable& x, const Ints& order,
                                int64_t axis) const {
  const auto parts =
      Parts(&node_, x, static_cast<int>(axis), Ints(order.size(), hidden_));
  std::vector<Variable> ordered;
  for (int64_t place : order) ordered.push_back(parts[place]);
  return Joined(&node_, ordered, static_cast<int>(axis));
}

Variable RecurrentUnit::Weight(int input, int d, const Ints& order) const {
  const framework::Tensor* known = node_.ConstantIn(input);
  const bool fits = known != nullptr && known->rank() == 3 &&
                    d < known->dims()[0] &&
                    known->dims()[1] == gates_ * hidden_;
  if (fits && !node_.trains_weights()) {
    return node_.Constant(TurnedWeight(*known, d, order, hidden_));
  }
  return node_.Op("transpose", Ordered(Of(input, d), order, 0),
                  {{"axis", Ints{1, 0}}});
}

Variable RecurrentUnit::Bias(int d, const Ints& order) const {
  if (!node_.HasInput(3)) return Variable();
  const Variable both = node_.Reshape(Of(3, d), {2, gates_ * hidden_});
  const Variable sum =
      node_.Op("reduce_sum", both, {{"dim", Ints{0}}, {"keep_dim", true}});
  return Ordered(sum, order, 1);
}

void RecurrentUnit::OutSteps(const std::vector<Variable>& directions) const {
  if (!node_.HasOutput(0)) return;
  std::vector<Variable> padded;
  for (const Variable& rows : directions) {
    const Variable zero =
        node_.Op("fill_constant", layer::SlotList{},
                 {{"shape", Ints{1}},
                  {"dtype", std::string(DataTypeName(rows.dtype()))}});
    const auto dense =
        node_.Append("sequence_pad", {{"X", rows}, {"PadValue", zero}},
                     {{"padded_length", std::max<int64_t>(steps_, -1)}});
    padded.push_back(Swapped(WithAllSteps(dense["Out"])));
  }
  node_.Out(0, node_.Op("stack", {{"X", padded}},
                        {{"axis", int64_t{batch_first_ ? 2 : 1}}}));
}

Variable RecurrentUnit::WithAllSteps(const Variable& x) const {
  if (steps_ >= 0) return x;
  // Steps that x does not have are one of zeros behind its last.
  const Variable wide =
      node_.Op("pad", x, {{"paddings", Ints{0, 0, 0, 1, 0, 0}}});
  const Variable places =
      node_.Op2("elementwise_min", PlacesAlong(&node_, Swapped(node_.In(0)), 1),
                SizeAlong(&node_, x, 1, DataType::kInt64));
  return node_.Op("gather", {{"X", wide}, {"Index", places}},
                  {{"axis", int64_t{1}}});
}

void RecurrentUnit::OutLast(int output,
                            const std::vector<Variable>& directions) const {
  if (!node_.HasOutput(output)) return;
  std::vector<Variable> last;
  for (int d = 0; d < directions_; ++d) {
    const char* which = is_reverse(d) ? "FIRST" : "LAST";
    last.push_back(node_.Append("sequence_pool", {{"X", directions[d]}},
                                {{"pooltype", std::string(which)}})["Out"]);
  }
  node_.Out(output, node_.Op("stack", {{"X", last}},
                             {{"axis", int64_t{batch_first_ ? 1 : 0}}}));
}

std::string RecurrentUnit::ActivationName(int d, int i, int each,
                                          const char* absent) const {
  const proto::AttributeProto* names = node_.FindAttr("activations");
  if (names == nullptr) return absent;
  const int place = d * each + i;
  PADDLE_ENFORCE(place < names->strings_size(), InvalidArgument,
                 "activations names ", names->strings_size(),
                 " functions, fewer than ", each, " for each direction");
  return absl::AsciiStrToLower(names->strings(place));
}

bool RecurrentUnit::IsFused(int d, int i, int each, const char* absent) const {
  const std::string name = ActivationName(d, i, each, absent);
  return name == "sigmoid" || name == "tanh" || name == "relu";
}

std::string RecurrentUnit::FusedActivation(int d, int i, int each,
                                           const char* absent) const {
  const std::string name = ActivationName(d, i, each, absent);
  PADDLE_ONNX_REFUSE(!IsFused(d, i, each, absent), "activation ", name);
  return name;
}

Variable RecurrentUnit::Activated(const Variable& x, int d, int i, int each,
                                  const char* absent) const {
  const std::string name = ActivationName(d, i, each, absent);
  const auto number = [&](const char* list, double otherwise) {
    const std::vector<float> numbers = node_.FloatsAttr(list);
    const size_t place = d * each + i;
    return place < numbers.size() ? double{numbers[place]} : otherwise;
  };
  const auto alpha = [&](double otherwise) {
    return number("activation_alpha", otherwise);
  };
  if (name == "affine") {
    return ScaledBy(&node_, x, alpha(1), number("activation_beta", 0));
  }
  if (name == "scaledtanh") {
    return ScaledBy(
        &node_,
        node_.Op("tanh", ScaledBy(&node_, x, number("activation_beta", 1))),
        alpha(1));
  }
  if (name == "leakyrelu") {
    return node_.Op("leaky_relu", x, {{"alpha", alpha(0.01)}});
  }
  if (name == "elu") return node_.Op("elu", x, {{"alpha", alpha(1)}});
  if (name == "hardsigmoid") {
    return node_.Op(
        "hard_sigmoid", x,
        {{"slope", alpha(0.2)}, {"offset", number("activation_beta", 0.5)}});
  }
  const bool plain = name == "sigmoid" || name == "tanh" || name == "relu" ||
                     name == "softsign" || name == "softplus";
  PADDLE_ONNX_REFUSE(!plain, "activation ", name);
  return node_.Op(name, x);
}

Variable RecurrentUnit::Swapped(const Variable& x) const {
  return batch_first_ ? x : SwapAxes(&node_, x, 0, 1);
}

Variable RecurrentUnit::Lengths(const Variable& x) const {
  if (node_.HasInput(4)) return node_.Cast(node_.In(4), DataType::kInt64);
  PADDLE_ONNX_REFUSE(steps_ < 0,
                     "a number of steps that is known only when "
                     "the program runs, without sequence_lens");
  return node_.Op("fill_constant_batch_size_like", {{"Input", x}},
                  {{"shape", Ints{-1}},
                   {"dtype", std::string("int64")},
                   {"value", static_cast<double>(steps_)}});
}

}  // namespace paddle::onnx
