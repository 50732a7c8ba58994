#include "paddle/framework/interchange/onnx/node.h"

#include <algorithm>

#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/tensor/numbers_of.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Tensor;
using proto::AttributeProto;

framework::SizeAlgebra& Node::sizes() const {
  return values_.program()->global_block().sizes();
}

bool Node::HasInput(int i) const {
  return i < node_.input_size() && !node_.input(i).empty() &&
         !values_.IsAbsent(node_.input(i));
}

Variable Node::In(int i) {
  PADDLE_ENFORCE(HasInput(i), InvalidArgument, "input ", i, " is left out");
  return VariableOf(values_.GetShared(node_.input(i)));
}

const Value& Node::ValueIn(int i) const {
  PADDLE_ENFORCE(HasInput(i), InvalidArgument, "input ", i, " is left out");
  return values_.Get(node_.input(i));
}

Variable Node::VariableOf(const ValuePtr& value) const {
  PADDLE_ONNX_REFUSE(value == nullptr, "an optional without a value");
  if (value->is_pending()) graph_.WritePending(*value);
  return values_.VariableOf(value.get());
}

std::vector<Variable> Node::VariablesOf(
    const std::vector<ValuePtr>& all) const {
  std::vector<Variable> variables;
  for (const ValuePtr& value : all) variables.push_back(VariableOf(value));
  return variables;
}

Dims Node::DimsIn(int i) {
  const Tensor* constant = ConstantIn(i);
  return constant != nullptr ? constant->dims() : In(i).dims();
}

Variable Node::OptionalIn(int i) { return HasInput(i) ? In(i) : Variable(); }

std::vector<Variable> Node::Ins() {
  std::vector<Variable> inputs;
  for (int i = 0; i < num_inputs(); ++i) inputs.push_back(In(i));
  return inputs;
}

const Tensor* Node::ConstantIn(int i) {
  if (!HasInput(i)) return nullptr;
  const Value& value = values_.Get(node_.input(i));
  return value.constant.initialized() ? &value.constant : nullptr;
}

absl::optional<SizeArray> Node::SizesIn(int i) {
  if (!HasInput(i)) return absl::nullopt;
  const Value& value = values_.Get(node_.input(i));
  if (value.sizes) return value.sizes;
  if (!value.constant.initialized()) return absl::nullopt;
  return SizesOf(value.constant);
}

const Tensor& Node::KnownIn(int i) {
  PADDLE_ENFORCE(HasInput(i), InvalidArgument, "input ", i, " is left out");
  const Tensor* constant = ConstantIn(i);
  PADDLE_ONNX_REFUSE(constant == nullptr, "input ", i, " ('", node_.input(i),
                     "') says what the operator does, and its value is known "
                     "only when the program runs");
  return *constant;
}

Ints Node::IntsIn(int i) {
  const Tensor& known = KnownIn(i);
  PADDLE_ENFORCE(!framework::IsFloating(known.dtype()), TypeMismatch, "input ",
                 i, " ('", node_.input(i), "') is no integer, but ",
                 framework::DataTypeName(known.dtype()));
  return framework::NumbersOf<int64_t>(known);
}

int64_t Node::IntIn(int i) {
  const Ints numbers = IntsIn(i);
  PADDLE_ENFORCE(numbers.size() == 1, InvalidArgument, "input ", i, " ('",
                 node_.input(i), "') is one number, not ", numbers.size());
  return numbers[0];
}

double Node::NumberIn(int i) {
  const Tensor& known = KnownIn(i);
  PADDLE_ENFORCE(known.numel() == 1, InvalidArgument, "input ", i, " ('",
                 node_.input(i), "') is one number, not ", known.numel());
  return framework::NumbersOf<double>(known)[0];
}

std::vector<double> Node::NumbersIn(int i) {
  return framework::NumbersOf<double>(KnownIn(i));
}

const AttributeProto* Node::FindAttr(const std::string& name) const {
  for (const AttributeProto& attribute : node_.attribute()) {
    if (attribute.name() != name) continue;
    return attribute.ref_attr_name().empty()
               ? &attribute
               : graph_.CallAttr(attribute.ref_attr_name());
  }
  return nullptr;
}

bool Node::HasAttr(const std::string& name) const {
  return FindAttr(name) != nullptr;
}

namespace {

// Files of the first versions say no type.
void CheckType(const AttributeProto& attribute,
               AttributeProto::AttributeType type, const char* name) {
  PADDLE_ENFORCE(!attribute.has_type() || attribute.type() == type,
                 TypeMismatch, "attribute ", attribute.name(), " is no ", name);
}

}  // namespace

int64_t Node::IntAttr(const std::string& name, int64_t absent) const {
  const AttributeProto* attribute = FindAttr(name);
  if (attribute == nullptr) return absent;
  CheckType(*attribute, AttributeProto::INT, "integer");
  return attribute->i();
}

double Node::FloatAttr(const std::string& name, double absent) const {
  const AttributeProto* attribute = FindAttr(name);
  if (attribute == nullptr) return absent;
  CheckType(*attribute, AttributeProto::FLOAT, "floating-point number");
  return attribute->f();
}

std::string Node::TextAttr(const std::string& name,
                           const std::string& absent) const {
  const AttributeProto* attribute = FindAttr(name);
  if (attribute == nullptr) return absent;
  CheckType(*attribute, AttributeProto::STRING, "text");
  return attribute->s();
}

Ints Node::IntsAttr(const std::string& name, const Ints& absent) const {
  const AttributeProto* attribute = FindAttr(name);
  if (attribute == nullptr) return absent;
  CheckType(*attribute, AttributeProto::INTS, "list of integers");
  return {attribute->ints().begin(), attribute->ints().end()};
}

std::vector<float> Node::FloatsAttr(const std::string& name) const {
  const AttributeProto* attribute = FindAttr(name);
  if (attribute == nullptr) return {};
  CheckType(*attribute, AttributeProto::FLOATS, "list of numbers");
  return {attribute->floats().begin(), attribute->floats().end()};
}

int64_t Node::RequiredInt(const std::string& name) const {
  PADDLE_ENFORCE(HasAttr(name), InvalidArgument, "attribute ", name,
                 " is left out");
  return IntAttr(name, 0);
}

Ints Node::RequiredInts(const std::string& name) const {
  PADDLE_ENFORCE(HasAttr(name), InvalidArgument, "attribute ", name,
                 " is left out");
  return IntsAttr(name, {});
}

Tensor Node::TensorAttr(const std::string& name) const {
  const AttributeProto* attribute = FindAttr(name);
  PADDLE_ENFORCE(attribute != nullptr && attribute->has_t(), InvalidArgument,
                 "attribute ", name, " is left out, or no tensor");
  if (graph_.is_repeated()) CountMade(DimsOf(attribute->t()).Numel());
  return ReadTensor(attribute->t(), graph_.folder());
}

const proto::GraphProto& Node::GraphAttr(const std::string& name) const {
  const AttributeProto* attribute = FindAttr(name);
  PADDLE_ENFORCE(attribute != nullptr && attribute->has_g(), InvalidArgument,
                 "attribute ", name, " is left out, or no graph");
  return attribute->g();
}

absl::optional<Ints> Node::IntsOf(const std::string& name, int input,
                                  int since) {
  if (opset_ >= since) {
    if (!HasInput(input)) return absl::nullopt;
    return IntsIn(input);
  }
  if (!HasAttr(name)) return absl::nullopt;
  return IntsAttr(name, {});
}

bool Node::HasOutput(int i) const {
  return i < node_.output_size() && !node_.output(i).empty();
}

bool Node::SetsPending(int i) const {
  const Value* known = values_.Find(node_.output(i));
  return known != nullptr && known->is_pending() &&
         known->pending.graph == &graph_;
}

void Node::Out(int i, const Variable& variable) {
  if (!HasOutput(i)) return;
  if (SetsPending(i)) {
    values_.Find(node_.output(i))->variable = variable;
    return;
  }
  Value value;
  value.variable = variable;
  values_.Add(node_.output(i), value);
}

void Node::OutConstant(int i, const Tensor& constant) {
  if (!HasOutput(i)) return;
  Value value;
  value.constant = constant;
  values_.Add(node_.output(i), value);
}

void Node::OutSame(int i, int input) {
  if (!HasOutput(i)) return;
  if (!HasInput(input)) return OutAbsent(i);
  const ValuePtr value = values_.GetShared(node_.input(input));
  // A constant becomes one variable, however many names it has.
  if (SetsPending(i) || !value->constant.initialized()) {
    Out(i, In(input));
    values_.Get(node_.output(i)).any_rank = value->any_rank;
    return SetOptional(i, value->optional);
  }
  OutShared(i, value);
}

void Node::SetOptional(int i, OptionalKind kind) {
  if (HasOutput(i)) values_.Get(node_.output(i)).optional = kind;
}

void Node::OutShared(int i, const ValuePtr& value) {
  if (HasOutput(i)) values_.AddShared(node_.output(i), value);
}

void Node::OutAbsent(int i) {
  if (HasOutput(i)) values_.AddAbsent(node_.output(i));
}

Variable Node::Op(const std::string& type, const layer::SlotList& inputs,
                  const layer::AttributeMap& attrs) const {
  return layer::Op(type, inputs, attrs);
}

layer::Outputs Node::Append(const std::string& type,
                            const layer::SlotList& inputs,
                            const layer::AttributeMap& attrs,
                            const layer::OpOptions& options) const {
  return layer::AppendOp(type, inputs, attrs, options);
}

Variable Node::Number(double value, DataType type) const {
  return Op("fill_constant", layer::SlotList{},
            {{"shape", Ints{}},
             {"dtype", std::string(framework::DataTypeName(type))},
             {"value", value}});
}

Variable Node::Constant(const Tensor& value) const {
  return values_.Weight(value, "", /*trainable=*/false);
}

Variable Node::Constant(const Ints& values) const {
  CountMade(static_cast<int64_t>(values.size()));
  Tensor tensor({static_cast<int64_t>(values.size())}, DataType::kInt64);
  std::copy(values.begin(), values.end(), tensor.mutable_data<int64_t>());
  return Constant(tensor);
}

Variable Node::OwnConstant(int i) {
  const Tensor* known = ConstantIn(i);
  if (known == nullptr) return Variable();
  CountMade(known->numel());
  return values_.Weight(framework::Copy(*known),
                        values_.Get(node_.input(i)).name, /*trainable=*/false);
}

Variable Node::Reshape(const Variable& x, const Ints& shape) const {
  return Op("reshape", x, {{"shape", shape}});
}

Variable Node::Cast(const Variable& x, DataType type) const {
  if (x.dtype() == type) return x;
  return Op("cast", x,
            {{"out_dtype", std::string(framework::DataTypeName(type))}});
}

void Node::KeepFixed(const Variable& variable) const {
  if (variable.persistable()) values_.KeepFixed(variable);
}

}  // namespace paddle::onnx
