// Loss scaling for gradients in float16: they come from a loss times a scale,
// so that small ones do not vanish, and steps whose gradients overflow are
// skipped. Source: Micikevicius et al., "Mixed Precision Training" (ICLR 2018),
// section 3.2.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

struct LossScaling {
  double initial = 32768;  // at least 1; a power of 2 rounds nothing
  // The scale changes: see operator update_loss_scaling.
  bool dynamic = true;
  int64_t incr_every_n_steps = 1000;
  int64_t decr_every_n_nan_or_inf = 2;
  double incr_ratio = 2;
  double decr_ratio = 0.5;
};

// Persistables of one number, which a program keeps from run to run.
struct LossScalingState {
  layer::Variable scale;
  // Valid if the scale is dynamic.
  layer::Variable good_steps;
  layer::Variable bad_steps;
  bool updated = false;  // by an operator of the program
};

// Creates the state in the main and the startup program. InvalidArgument for an
// initial scale that is below 1 or infinite.
LossScalingState MakeLossScaling(
    const LossScaling& settings,
    const std::shared_ptr<framework::Program>& main,
    const std::shared_ptr<framework::Program>& startup);

// Returns the loss times the scale, in the block and the data type of the loss.
layer::Variable ScaleLoss(const layer::Variable& loss,
                          const layer::Variable& scale);

// Appends to the current block of their program what divides gradients by the
// scale, and calls `update` to write a block that uses them. It runs unless one
// of them is infinite or NaN: nothing that it writes changes in a step that is
// skipped. A dynamic scale is updated behind it. Throws the errors of the
// operators, InvalidArgument for settings out of range among them.
void UpdateUnlessInfinite(
    const ParamsAndGrads& scaled, const LossScaling& settings,
    const LossScalingState& state,
    const std::function<void(const ParamsAndGrads& unscaled)>& update);

}  // namespace paddle::backward
