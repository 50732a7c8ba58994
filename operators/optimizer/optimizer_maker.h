// Base classes of the schemas of optimizers. The schema of an optimizer with
// one state reads:
//
//   class AdagradOpMaker final : public OptimizerOpMaker {
//    public:
//     void Make() override {
//       AddStep();
//       AddState("Moment", "The sum of squared gradients");
//       AddEpsilon(1e-6);
//       AddRule("...");
//     }
//   };
//   REGISTER_OP_WITHOUT_GRADIENT(adagrad, OptimizerOp({"Moment"}),
//                                AdagradOpMaker);
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

// The schema of an optimizer that keeps `states`, which are like Param, and
// `scalars`, which are one number each. Both are names of slots; an output is
// called after its input, "MomentOut" for "Moment".
class OptimizerOp : public framework::OpSchema {
 public:
  explicit OptimizerOp(std::vector<std::string> states = {},
                       std::vector<std::string> scalars = {})
      : states_(std::move(states)), scalars_(std::move(scalars)) {}
  // Gives each output the shape of its input. Throws InvalidArgument if Grad or
  // a state is not like Param, or a scalar is not one number.
  void InferShape(framework::InferShapeContext* ctx) const override;

 private:
  // Names of inputs; absent ones are not checked, since states may be optional.
  const std::vector<std::string> states_;
  // Names of inputs, none of them optional.
  const std::vector<std::string> scalars_;
};

// The schema of optimizers that keep the moments of Adam.
class AdamLikeOp : public OptimizerOp {
 public:
  explicit AdamLikeOp(std::vector<std::string> scalars = {"Beta1Pow",
                                                          "Beta2Pow"})
      : OptimizerOp({"Moment1", "Moment2"}, std::move(scalars)) {}
};

// Declares the slots and attributes that optimizers have in common.
class OptimizerOpMaker : public framework::OpMaker {
 protected:
  // Declares Param, Grad, LearningRate and ParamOut.
  void AddStep();
  // Declares an input like Param, and the output that updates it.
  void AddState(const std::string& name, const std::string& comment);
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
};

// Declares what the family of Adam shares. The three calls are separate because
// the attributes of an operator keep their order.
class AdamLikeOpMaker : public OptimizerOpMaker {
 protected:
  // Declares AddStep's slots, Moment1 and Moment2.
  void AddMoments();
  // Declares beta1, beta2 and epsilon.
  void AddMomentAttrs();
  // Declares Beta1Pow and Beta2Pow, and the optional outputs that update them.
  void AddPowers();
};

}  // namespace paddle::operators
