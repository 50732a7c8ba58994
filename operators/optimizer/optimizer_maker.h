// What the descriptions of all optimizers share.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/optimizer/optimizer_inputs.h"

namespace paddle::operators {

// The schema of an optimizer that keeps `states`, which are like Param, and
// `scalars`. Derive, and give the names of the slots; an output is called after
// its input, "MomentOut" of "Moment".
class OptimizerOp : public framework::OpSchema {
 public:
  explicit OptimizerOp(std::vector<std::string> states = {},
                       std::vector<std::string> scalars = {})
      : states_(std::move(states)), scalars_(std::move(scalars)) {}
  void InferShape(framework::InferShapeContext* ctx) const override;

 private:
  const std::vector<std::string> states_;
  const std::vector<std::string> scalars_;
};

class OptimizerOpMaker : public framework::OpMaker {
 protected:
  // Param, Grad, LearningRate; ParamOut.
  void AddStep();
  // An input like Param, and the output that updates it.
  void AddState(const std::string& name, const std::string& comment);
  // The same of one number.
  void AddScalar(const std::string& name, const std::string& comment);
  // A part that stays from step to step, in [0, 1).
  void AddDecay(const std::string& name, double value,
                const std::string& comment);
  void AddEpsilon(double value);
  // At least 0; 0 by default.
  void AddStrength(const std::string& name, const std::string& comment);
  void AddLazyMode();
};

// Moment1, Moment2, beta1, beta2 and epsilon.
class AdamLikeOpMaker : public OptimizerOpMaker {
 protected:
  void AddMoments();
  void AddMomentAttrs();
  // Beta1Pow and Beta2Pow.
  void AddPowers();
};

}  // namespace paddle::operators
