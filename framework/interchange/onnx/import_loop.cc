// Loops that carry values from iteration to iteration.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/collect.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/framework/layers/while_loop.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The dims of a value that a loop carries, as its body sees them.
class StateDims {
 public:
  explicit StateDims(const Variable& init) : dims_(init.dims()) {}

  const Dims& dims() const { return dims_; }

  // Makes sizes unknown that the next value has another of. Returns whether
  // there are any, so that the body must be written once more.
  bool Widen(const Variable& next, framework::SizeAlgebra* sizes) {
    const Dims after = next.dims();
    const bool array = next.kind() == framework::proto::TENSOR_ARRAY;
    PADDLE_ONNX_REFUSE(!array && after.rank() != dims_.rank(),
                       "a loop that changes the rank of what it carries, from ",
                       dims_.ToString(), " to ", after.ToString());
    if (after.rank() != dims_.rank()) {
      // An array that was empty.
      dims_ = after;
      for (int axis = 0; axis < after.rank(); ++axis) Free(axis, sizes);
      return true;
    }
    bool changed = false;
    for (int axis = 0; axis < after.rank(); ++axis) {
      if (after[axis] == dims_[axis] || free_.count(axis) > 0) continue;
      Free(axis, sizes);
      changed = true;
    }
    return changed;
  }

 private:
  void Free(int axis, framework::SizeAlgebra* sizes) {
    dims_[axis] = sizes->Fresh();
    free_.insert(axis);
  }

  Dims dims_;
  std::set<int> free_;
};

// Gives what a loop carries other dims in its block, of which those that differ
// from those before the loop are not known in advance. Gradients reach it even
// if they stop before the loop.
void SetDims(const Variable& carried, const Dims& dims) {
  auto* var = carried.program()->block(carried.block()).Var(carried.name());
  var->mutable_dims()->Clear();
  var->mutable_dims()->Add(dims.begin(), dims.end());
  var->set_stop_gradient(false);
}

// True if the only element of a value is known to be true.
bool IsTrue(const framework::Tensor& known) {
  return known.dtype() == DataType::kBool && known.numel() == 1 &&
         *known.data<bool>();
}

class LoopWriter {
 public:
  explicit LoopWriter(Node* node);
  void Write();

 private:
  // The variables that the body of an attempt computes.
  struct Body {
    Variable count;
    ValuePtr condition;
    Variables states;
    Variables elements;
  };

  // Writes the loop, and returns what it carries; nothing if sizes must be
  // widened first.
  absl::optional<Variables> Attempt();
  Body WriteBody(const Variable& count, const Variable& condition,
                 const Variables& states);
  bool Widen(const Variables& next);
  void WriteCondition(const Body& body, layer::WhileLoop* loop);
  Variable Stacked(const Variable& array, const Variable& element,
                   const Variable& count) const;
  Variable Both(const Variable& x, const Variable& y) const;

  Node& node_;
  const proto::GraphProto& body_;
  const int num_states_;
  const bool has_condition_;
  const int block_;
  Variable zero_, limit_, start_;
  int64_t trips_ = -1;  // the number of iterations; negative if not known
  Variables inits_;
  std::vector<StateDims> dims_;
  Variables elements_;  // of the outputs that are stacked
};

LoopWriter::LoopWriter(Node* node)
    : node_(*node),
      body_(node->GraphAttr("body")),
      num_states_(std::max(0, node->num_inputs() - 2)),
      has_condition_(node->HasInput(1)),
      block_(layer::CurrentBlock(*node->program())) {
  PADDLE_ENFORCE(body_.output_size() > num_states_ &&
                     node->num_outputs() < body_.output_size(),
                 InvalidArgument, "a body of ", body_.output_size(),
                 " outputs for ", num_states_, " carried values and ",
                 node->num_outputs(), " outputs");
  PADDLE_ONNX_REFUSE(!has_condition_ && !node->HasInput(0),
                     "a loop without an end");
  zero_ = node->Number(0, DataType::kInt64);
  const framework::Tensor* known = node->ConstantIn(1);
  const bool always = !has_condition_ || (known != nullptr && IsTrue(*known));
  if (node->HasInput(0)) {
    limit_ = Scalar(node, node->Cast(node->In(0), DataType::kInt64));
    start_ = node->Op2("less_than", zero_, limit_);
    if (always && node->ConstantIn(0) != nullptr) {
      trips_ = std::max<int64_t>(node->IntIn(0), 0);
    }
  }
  if (!always || !start_.is_valid())
    start_ = Both(start_, Scalar(node, node->In(1)));
  for (int i = 0; i < num_states_; ++i) {
    inits_.push_back(node->In(i + 2));
    dims_.emplace_back(inits_.back());
  }
}

Variable LoopWriter::Both(const Variable& x, const Variable& y) const {
  if (!x.is_valid() || !y.is_valid()) return x.is_valid() ? x : y;
  return node_.Op2("logical_and", x, y);
}

LoopWriter::Body LoopWriter::WriteBody(const Variable& count,
                                       const Variable& condition,
                                       const Variables& states) {
  std::vector<Value> inputs(2);
  inputs[0].variable = count;
  inputs[1].variable = condition;
  if (has_condition_) {
    // It holds where the body runs.
    inputs[1].constant = framework::Tensor(Dims(), DataType::kBool);
    *inputs[1].constant.mutable_data<bool>() = true;
  }
  for (size_t i = 0; i < states.size(); ++i) {
    Value& input = inputs.emplace_back();
    input.variable = states[i];
    input.any_rank = node_.ValueIn(static_cast<int>(i) + 2).any_rank;
  }
  const auto outputs = node_.graph().Import(body_, "body", inputs);
  Body body{count, outputs[0], {}, {}};
  for (size_t i = 1; i < outputs.size(); ++i) {
    const bool state = i <= states.size();
    (state ? body.states : body.elements)
        .push_back(node_.VariableOf(outputs[i]));
  }
  return body;
}

bool LoopWriter::Widen(const Variables& next) {
  bool widened = false;
  for (int i = 0; i < num_states_; ++i) {
    widened |= dims_[i].Widen(next[i], &node_.sizes());
  }
  return widened;
}

void LoopWriter::WriteCondition(const Body& body, layer::WhileLoop* loop) {
  Variable holds;
  if (limit_.is_valid()) {
    holds = node_.Op2("less_than", ScaledBy(&node_, body.count, 1, 1), limit_);
  }
  // Without a condition the body's counts for nothing but itself.
  const bool always =
      !has_condition_ ||
      (body.condition != nullptr && body.condition->constant.initialized() &&
       IsTrue(body.condition->constant));
  if (!always || !holds.is_valid()) {
    if (trips_ > 0) trips_ = -1;
    holds = Both(holds, Scalar(&node_, node_.VariableOf(body.condition)));
  }
  loop->Condition(holds);
}

absl::optional<Variables> LoopWriter::Attempt() {
  const Variable yes =
      has_condition_ ? Variable() : node_.Number(1, DataType::kBool);
  layer::WhileLoop loop(start_);
  loop.BeginBlock();
  const Variable count = loop.Carry(zero_);
  Variable condition;
  if (!has_condition_) condition = loop.Carry(yes);
  Variables states;
  for (int i = 0; i < num_states_; ++i) {
    states.push_back(loop.Carry(inits_[i]));
    SetDims(states.back(), dims_[i].dims());
  }
  const Body body = WriteBody(count, condition, states);
  if (Widen(body.states)) return absl::nullopt;
  loop.Update(count, ScaledBy(&node_, count, 1, 1));
  if (!has_condition_) {
    loop.Update(condition, Scalar(&node_, node_.VariableOf(body.condition)));
  }
  for (int i = 0; i < num_states_; ++i) loop.Update(states[i], body.states[i]);
  WriteCondition(body, &loop);
  Collect(&node_, body.elements, body.count, block_, &loop);
  elements_ = body.elements;
  loop.EndBlock();
  Variables outputs = loop();
  if (!has_condition_) outputs.erase(outputs.begin() + 1);
  return outputs;
}

Variable LoopWriter::Stacked(const Variable& array, const Variable& element,
                             const Variable& count) const {
  const auto stack = [&] { return Variables{layer::array_to_tensor(array)}; };
  const Dims dims = element.dims();
  if (trips_ > 0) {
    Ints shape(dims.rank() + 1, 0);
    shape[0] = trips_;
    return node_.Reshape(stack()[0], shape);
  }
  // Nothing tells the sizes of elements that are not there.
  if (!dims.IsStatic()) return stack()[0];
  const auto none = [&] {
    Ints shape{0};
    shape.insert(shape.end(), dims.begin(), dims.end());
    return Variables{
        node_.Op("fill_constant", layer::SlotList{},
                 {{"shape", shape},
                  {"dtype", std::string(DataTypeName(element.dtype()))}})};
  };
  return layer::cond(node_.Op2("less_than", zero_, count), stack, none)[0];
}

void LoopWriter::Write() {
  absl::optional<Variables> carried;
  while (!carried) {
    const size_t mark = node_.graph().Mark();
    carried = Attempt();
    if (!carried) node_.graph().Undo(mark);
  }
  for (int i = 0; i < node_.num_outputs(); ++i) {
    if (!node_.HasOutput(i)) continue;
    const Variable& last = (*carried)[i + 1];
    const int scan = i - num_states_;
    node_.Out(
        i, scan < 0 ? last : Stacked(last, elements_[scan], carried->front()));
  }
}

void Loop(Node* node) { LoopWriter(node).Write(); }

PADDLE_ONNX_IMPORT("Loop", 1, Loop);

}  // namespace
}  // namespace paddle::onnx
