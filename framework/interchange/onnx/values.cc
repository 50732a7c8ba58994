#include "paddle/framework/interchange/onnx/values.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

using framework::Tensor;
using framework::proto::VarDesc;
using layer::Variable;

ValuePtr Values::FindShared(const std::string& name) const {
  for (const Values* one = this; one != nullptr; one = one->outer_) {
    const auto found = one->values_.find(name);
    if (found != one->values_.end()) return found->second;
  }
  return nullptr;
}

ValuePtr Values::GetShared(const std::string& name) const {
  ValuePtr value = FindShared(name);
  PADDLE_ENFORCE(value != nullptr, InvalidArgument, "value '", name,
                 "' is no input or initializer of the graph, and no earlier "
                 "node makes it: nodes must come after those that they read");
  return value;
}

bool Values::IsOfOuter(const std::string& name) const {
  return outer_ != nullptr &&
         (outer_->FindShared(name) != nullptr || outer_->IsAbsent(name));
}

void Values::Add(const std::string& name, Value value) {
  AddShared(name, std::make_shared<Value>(std::move(value)));
}

void Values::AddShared(const std::string& name, ValuePtr value) {
  if (value != nullptr && value->name.empty()) value->name = name;
  const bool added = values_.emplace(name, std::move(value)).second;
  PADDLE_ENFORCE(added, InvalidArgument, "value '", name,
                 "' is defined more than once");
  order_.push_back(name);
}

void Values::AddAbsent(const std::string& name) { AddShared(name, nullptr); }

bool Values::IsAbsent(const std::string& name) const {
  for (const Values* one = this; one != nullptr; one = one->outer_) {
    const auto found = one->values_.find(name);
    if (found != one->values_.end()) return found->second == nullptr;
  }
  return false;
}

Variable Values::VariableOf(Value* value) {
  if (!value->variable.is_valid()) {
    value->variable =
        Weight(value->constant, value->name, trainable() && value->is_weight);
  }
  return value->variable;
}

void Values::ForgetRemoved() {
  const auto& blocks = program()->desc().blocks();
  const auto is_there = [&](const Variable& variable) {
    return variable.block() < blocks.size() &&
           program()
                   ->block(variable.block())
                   .FindVar(variable.name(), /*recursive=*/false) != nullptr;
  };
  for (auto& [name, value] : values_) {
    const bool gone = value != nullptr && value->variable.is_valid() &&
                      !is_there(value->variable);
    if (gone) value->variable = Variable();
  }
  absl::erase_if(model_->weights, [&](const auto& weight) {
    return program()->global_block().FindVar(weight.first) == nullptr;
  });
}

namespace {

bool HasVariable(const framework::Program& program, const std::string& name) {
  for (int i = 0; i < program.desc().blocks_size(); ++i) {
    // Removed blocks are empty.
    if (program.block(i).FindVar(name, /*recursive=*/false) != nullptr) {
      return true;
    }
  }
  return false;
}

}  // namespace

Variable Values::Weight(const Tensor& value, const std::string& prefix,
                        bool trainable) {
  PADDLE_ENFORCE(value.initialized(), Internal, "value '", prefix,
                 "' is neither a variable nor a constant");
  framework::SymbolTable& table = program()->global_block();
  // Most weights keep their names; the names of others are made.
  const bool made = prefix.empty() || HasVariable(*program(), prefix);
  std::string name = prefix;
  while (made && (name == prefix || model_->taken.contains(name))) {
    name = program()->UniqueName(prefix.empty() ? "constant" : prefix);
  }
  const bool parameter = trainable && framework::IsFloating(value.dtype());
  VarDesc* var = table.Var(name);
  var->set_dtype(static_cast<framework::proto::DataType>(value.dtype()));
  var->mutable_dims()->Add(value.dims().begin(), value.dims().end());
  var->set_persistable(true);
  var->set_is_parameter(parameter);
  var->set_trainable(parameter);
  var->set_stop_gradient(!parameter);
  model_->weights.emplace(name, value);
  return Variable(program(), 0, name);
}

void Values::CountMade(int64_t elements) {
  constexpr int64_t kMostInAll = 1 << 25;
  PADDLE_ENFORCE(elements <= kMostInAll - model_->made, ResourceExhausted,
                 "the model asks for constants of more than ", kMostInAll,
                 " elements that it does not hold");
  model_->made += elements;
}

void Values::KeepFixed(const Variable& variable) {
  VarDesc& var = program()->global_block().GetVar(variable.name());
  var.set_is_parameter(false);
  var.set_trainable(false);
  var.set_stop_gradient(true);
}

std::vector<std::pair<std::string, Variable>> Values::Named() const {
  std::vector<std::pair<std::string, Variable>> named;
  for (const std::string& name : order_) {
    const ValuePtr& value = values_.at(name);
    if (value != nullptr && value->variable.is_valid()) {
      named.emplace_back(name, value->variable);
    }
  }
  return named;
}

}  // namespace paddle::onnx
