// The schemas of optimizers. That of an optimizer with one state reads:
//
//   void DescribeAdagrad(OptimizerOpMaker* op) {
//     op->AddStep();
//     op->AddState("Moment", "The sum of squared gradients");
//     op->AddEpsilon(1e-6);
//     op->AddRule("...");
//   }
//   REGISTER_OPTIMIZER(adagrad, DescribeAdagrad, /*operations=*/6);
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

// Describes an optimizer. What the description declares as states and numbers
// is also what the shape function checks.
class OptimizerOpMaker : public framework::OpMaker {
 public:
  using Description = void (*)(OptimizerOpMaker* op);
  // A state or a number: an input, and the output that updates it.
  using Updated = std::pair<std::string, std::string>;

  explicit OptimizerOpMaker(Description describe) : describe_(describe) {}
  void Make() override { describe_(this); }

  // Declares Param, Grad, LearningRate and ParamOut.
  void AddStep();
  // Declares an input like Param, and the output that updates it, which is
  // called "<name>Out" if `out` is "".
  void AddState(const std::string& name, const std::string& comment,
                const std::string& out = "");
  // Declares a state, "<name>Out" its output, that programs may leave out.
  void AddOptionalState(const std::string& name, const std::string& comment);
  // Declares an input of one number, and the output that updates it.
  void AddScalar(const std::string& name, const std::string& comment);
  // Declares an attribute in [0, 1): the part of a mean that stays from step to
  // step.
  void AddDecay(const std::string& name, double value,
                const std::string& comment);
  // Declares attribute epsilon, at least 0.
  void AddEpsilon(double value);
  // Declares an attribute that is at least 0, and 0 by default.
  void AddStrength(const std::string& name, const std::string& comment);
  // Declares attribute lazy_mode, false by default.
  void AddLazyMode();
  // Documents the step: its formulas, "Source: ..." last, and after them the
  // errors that all optimizers have. `errors` is what follows these.
  void AddRule(const std::string& rule, const std::string& errors = "");

  // Declares AddStep's slots, Moment1 and Moment2. The three that follow are
  // for the family of Adam, apart because attributes keep their order.
  void AddMoments();
  // Declares beta1, beta2 and epsilon.
  void AddMomentAttrs();
  // Declares Beta1Pow and Beta2Pow, and the optional outputs that update them.
  void AddPowers();

  // Return what has been declared so far.
  const std::vector<Updated>& states() const { return states_; }
  const std::vector<Updated>& scalars() const { return scalars_; }

 private:
  // Remembers a state or a number.
  void Add(std::vector<Updated>* to, const std::string& name,
           const std::string& out);

  const Description describe_;
  std::vector<Updated> states_;
  std::vector<Updated> scalars_;
};

// The shape function of an optimizer: gives each output the shape of its input.
// Throws InvalidArgument if Grad or a state is not like Param, or a scalar is
// not one number.
class OptimizerOp : public framework::OpSchema {
 public:
  explicit OptimizerOp(OptimizerOpMaker::Description describe);
  void InferShape(framework::InferShapeContext* ctx) const override;

 private:
  std::vector<OptimizerOpMaker::Updated> states_;
  std::vector<OptimizerOpMaker::Updated> scalars_;
};

// Registers the optimizer that a function describes, which takes so many
// floating-point operations for each element of Param.
#define REGISTER_OPTIMIZER(type, Describe, operations)      \
  REGISTER_OP_WITHOUT_GRADIENT(type, OptimizerOp(Describe), \
                               OptimizerOpMaker(Describe)); \
  REGISTER_OP_FLOPS(type, framework::FlopsOfEach("Param", operations))

}  // namespace paddle::operators
