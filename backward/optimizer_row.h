// Makes an optimizer class from one row of a table (optimizer.h). The row names
// its settings, its operator and the state it keeps; C++ and Python both read
// it.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/backward/optimizer_base.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/argument.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// The names of an optimizer and its documentation.
struct OptimizerInfo {
  const char* name;  // in Python; <name>Optimizer in C++
  const char* op;    // the type of the operator that updates one parameter
  absl::optional<double> learning_rate;  // the default; null: required
  const char* doc;
  // The arguments, besides the learning rate, in the example of the
  // documentation.
  const char* example = "";
};

// A state that an optimizer keeps for each parameter from step to step, such as
// a velocity.
struct OptimizerState {
  std::string slot;     // of the operator
  std::string name;     // of the variable: "<parameter>_<name>_0"
  double value = 0;     // the initial value of all elements
  bool scalar = false;  // one number, not of the parameter's shape
};

using OptimizerStates = std::vector<OptimizerState>;

// An argument of an optimizer's constructor, and the attribute of the operator
// that gets the value: that of the argument's name unless another is given.
template <typename Settings, typename V>
struct Setting : layer::Argument<Settings, V> {
  static constexpr bool kIsRequired = false;

  constexpr Setting(const char* name, V Settings::*member)
      : Setting(name, member, name) {}
  constexpr Setting(const char* name, V Settings::*member, const char* attr)
      : layer::Argument<Settings, V>(name, member), attr(attr) {}

  const char* attr;  // null if no attribute has it
};

// A setting that Python requires.
template <typename Settings, typename V>
struct RequiredSetting : Setting<Settings, V> {
  static constexpr bool kIsRequired = true;

  constexpr RequiredSetting(const char* name, V Settings::*member,
                            const char* attr)
      : Setting<Settings, V>(name, member, attr) {}
};

// Returns `accumulator`, the initial value of a state. Throws InvalidArgument
// unless it is finite and at least 0.
double InitialAccumulator(double accumulator);

// The base class of optimizers that update a parameter by one operator, whose
// inputs are Param, Grad, LearningRate and the states.
class OperatorOptimizer : public Optimizer {
 protected:
  // Throws InvalidArgument, naming the legal values, for an attribute out of
  // range.
  OperatorOptimizer(std::string op, OptimizerStates states,
                    framework::AttributeMap attrs, LearningRate learning_rate,
                    OptimizerOptions options);

  void AppendUpdate(const Update& update) override;
  // Returns the attributes of one parameter's update. Override it where they
  // depend on the parameter, as weight decay does in AdamW.
  virtual framework::AttributeMap AttrsFor(const layer::Variable&) const {
    return attrs_;
  }

 private:
  const std::string op_;
  const OptimizerStates states_;
  const framework::AttributeMap attrs_;
};

// Returns the attributes that the settings of a row determine. Settings that
// are not numbers, or have no attribute, are left to the row's class.
template <typename Row>
framework::AttributeMap AttrsOf(const typename Row::Settings& settings) {
  framework::AttributeMap attrs;
  const auto add = [&](const auto& argument) {
    using Value = typename std::decay_t<decltype(argument)>::Value;
    if constexpr (std::is_arithmetic_v<Value>) {
      if (argument.attr != nullptr) {
        attrs.emplace_back(argument.attr, settings.*argument.member);
      }
    }
  };
  std::apply([&](const auto&... arguments) { (add(arguments), ...); },
             Row::kArguments);
  return attrs;
}

// The optimizer that a row describes; derive from it to add constructors. A row
// declares
//   Settings, the options in C++ with their defaults;
//   kInfo, an OptimizerInfo;
//   kArguments, a tuple of Setting and RequiredSetting, in the order of Python;
//   States(settings), which returns the states kept for a parameter.
template <typename R>
class OptimizerOf : public OperatorOptimizer {
 public:
  using Row = R;
  using Settings = typename Row::Settings;

  explicit OptimizerOf(LearningRate learning_rate = DefaultRate(),
                       Settings settings = {}, OptimizerOptions options = {})
      : OperatorOptimizer(Row::kInfo.op, Row::States(settings),
                          AttrsOf<Row>(settings), std::move(learning_rate),
                          std::move(options)) {}

 private:
  static double DefaultRate() {
    static_assert(Row::kInfo.learning_rate.has_value(),
                  "this optimizer needs a learning rate");
    return *Row::kInfo.learning_rate;
  }
};

// A value that carries an optimizer's class as its type, for generic lambdas.
template <typename C>
struct OptimizerClass {
  using Class = C;
};

// A list of optimizer classes, for code that treats all of them alike, such as
// the Python binding.
template <typename... Classes>
struct OptimizerClasses {
  // Calls visit(OptimizerClass<C>()) for each class C, in order.
  template <typename Visit>
  static void ForEach(const Visit& visit) {
    (visit(OptimizerClass<Classes>()), ...);
  }
};

}  // namespace paddle::backward
