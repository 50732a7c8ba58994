// Averages of parameters over the steps of training, to evaluate and save
// instead of the parameters themselves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

// average = (1 - w) * average + w * param after each step, with w = (1 - decay)
// / (1 - decay^t) in step t = 1, 2, ...: the running mean without its bias
// towards where it began. Averages are persistable variables,
// "<param>_average_0". Not thread safe.
class ExponentialMovingAverage {
 public:
  // `steps`, if valid, a number of steps: the decay is then at most
  // (1 + steps) / (10 + steps), so that the average follows quickly at first.
  // InvalidArgument unless 0 <= decay < 1.
  explicit ExponentialMovingAverage(double decay, layer::Variable steps = {});

  // Appends the averaging of all trainable parameters of the default main
  // program, operators of role optimize; after an optimizer's minimize.
  // FailedPrecondition if called twice; InvalidArgument without parameters.
  void Update();

  // A program that keeps the parameters' values and puts the averages in their
  // place, and one that puts them back. FailedPrecondition before Update. Where
  // nothing has been averaged yet, parameters stay.
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
