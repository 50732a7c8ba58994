// Averages parameters over the steps of training, to evaluate and save the
// averages instead of the parameters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// Keeps average = (1 - w) * average + w * param after each step, with w = (1 -
// decay) / (1 - decay^t) in step t = 1, 2, ...: the running mean without its
// bias towards the initial value. Averages are persistable variables,
// "<param>_average_0". Not thread safe.
class ExponentialMovingAverage {
 public:
  // `steps`, if valid, is a number of steps: the decay is then at most (1 +
  // steps) / (10 + steps), so that the average follows quickly at first. Throws
  // InvalidArgument unless 0 <= decay < 1.
  explicit ExponentialMovingAverage(double decay, layer::Variable steps = {});

  // Appends the averaging of all trainable parameters of the default main
  // program as operators of role optimize; to be called after an optimizer's
  // minimize. Throws FailedPrecondition if called twice and InvalidArgument
  // without parameters.
  void Update();

  // Return a program that saves the parameters' values and replaces them by the
  // averages, and one that restores them. Throw FailedPrecondition before
  // Update. Parameters that have not been averaged yet are unchanged.
  const std::shared_ptr<layer::Program>& apply_program() const;
  const std::shared_ptr<layer::Program>& restore_program() const;

 private:
  struct Averaged {
    layer::Variable param;
    layer::Variable average;
    std::string backup;
  };

  layer::Variable Weight();
  void CheckUpdated() const;
  void WriteApply();
  void WriteRestore();

  const double decay_;
  const layer::Variable steps_;
  layer::Variable total_;  // 1 - the product of all decays
  std::vector<Averaged> averaged_;
  std::shared_ptr<layer::Program> apply_;
  std::shared_ptr<layer::Program> restore_;
};

}  // namespace paddle::backward
