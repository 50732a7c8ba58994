#include "paddle/framework/interchange/onnx/values.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Tensor;
using framework::proto::VarDesc;
using layer::Variable;

Value* Values::Find(const std::string& name) {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

Value& Values::Get(const std::string& name) {
  Value* value = Find(name);
  PADDLE_ENFORCE(value != nullptr, InvalidArgument, "value '", name,
                 "' is no input or initializer of the graph, and no earlier "
                 "node makes it: nodes must come after those that they read");
  return *value;
}

void Values::Add(const std::string& name, Value value) {
  const bool added = values_.emplace(name, std::move(value)).second;
  PADDLE_ENFORCE(added, InvalidArgument, "value '", name,
                 "' is defined more than once");
  order_.push_back(name);
}

Variable Values::VariableOf(const std::string& name) {
  Value& value = Get(name);
  if (!value.variable.is_valid()) {
    value.variable =
        Weight(value.constant, name, trainable_ && value.is_weight);
  }
  return value.variable;
}

Variable Values::Weight(const Tensor& value, const std::string& prefix,
                        bool trainable) {
  PADDLE_ENFORCE(value.initialized(), Internal, "value '", prefix,
                 "' is neither a variable nor a constant");
  framework::SymbolTable& table = program_->global_block();
  // Most weights keep their names; the names of others are made.
  const bool made = prefix.empty() || table.FindVar(prefix) != nullptr;
  std::string name = prefix;
  while (made && (name == prefix || taken_.contains(name))) {
    name = program_->UniqueName(prefix.empty() ? "constant" : prefix);
  }
  const bool parameter = trainable && framework::IsFloating(value.dtype());
  VarDesc* var = table.Var(name);
  var->set_dtype(static_cast<framework::proto::DataType>(value.dtype()));
  var->mutable_dims()->Add(value.dims().begin(), value.dims().end());
  var->set_persistable(true);
  var->set_is_parameter(parameter);
  var->set_trainable(parameter);
  var->set_stop_gradient(!parameter);
  weights_.emplace(name, value);
  return Variable(program_, 0, name);
}

void Values::CountMade(int64_t elements) {
  constexpr int64_t kMostInAll = 1 << 25;
  PADDLE_ENFORCE(elements <= kMostInAll - made_, ResourceExhausted,
                 "the model asks for constants of more than ", kMostInAll,
                 " elements that it does not hold");
  made_ += elements;
}

void Values::KeepFixed(const Variable& variable) {
  VarDesc& var = program_->global_block().GetVar(variable.name());
  var.set_is_parameter(false);
  var.set_trainable(false);
  var.set_stop_gradient(true);
}

std::vector<std::pair<std::string, Variable>> Values::Named() const {
  std::vector<std::pair<std::string, Variable>> named;
  for (const std::string& name : order_) {
    const Variable& variable = values_.at(name).variable;
    if (variable.is_valid()) named.emplace_back(name, variable);
  }
  return named;
}

}  // namespace paddle::onnx
