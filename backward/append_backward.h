// Appends operators to a program that compute its gradients.
#pragma once

#include <string>
#include <vector>

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

struct BackwardOptions {
  // The names of the parameters to differentiate for; empty: all trainable
  // ones.
  std::vector<std::string> parameter_list;
  // Variables, besides those marked stop_gradient, that no gradient flows into
  // or through.
  std::vector<std::string> no_grad_set;
  // Compute forward values again for the backward pass instead of keeping all
  // of them: about the square root of the memory, for the time of one more
  // forward pass at most, and the same bits (recompute.h).
  bool recompute = false;
  // With recompute: variables between the parameters and the loss behind which
  // the forward pass is cut into segments; empty: they are chosen.
  std::vector<std::string> checkpoints;
};

// Appends the operators that compute the gradient of `loss`, one number, with
// respect to the parameters, and returns those that have one, in the program's
// order. The gradient of x is called "x@GRAD". The operators have role backward
// and the call sites of their forward operators.
//
// The forward block may already contain gradient operators: gradients of
// gradients exist where operators declare them.
//
// Throws InvalidArgument if the loss is not one floating-point number or stops
// gradients, if no parameter gets a gradient (the message says why), or if a
// checkpoint is not between parameters and loss; NotFound for an unknown name;
// Unimplemented if the old value of a variable updated in place is needed, or
// if a gradient operator on the way has no gradient. After an error the program
// is unchanged.
ParamsAndGrads AppendBackward(const layer::Variable& loss,
                              const BackwardOptions& options = {});

// Appends the operators that compute the gradient of the sum of all elements of
// `targets` with respect to each of `inputs`, and returns the gradients; an
// invalid handle where there is none. `target_gradients`, where valid, weight
// the elements of the targets and have the targets' shapes, whatever sequences
// the rows form. If the program does not know the number of rows (of sequences
// that are fed), a run compares them: a mismatch is an InvalidArgument of the
// operator `sum`. Inputs may be any variables, even if marked stop_gradient.
// Throws the errors of AppendBackward.
std::vector<layer::Variable> Gradients(
    const std::vector<layer::Variable>& targets,
    const std::vector<layer::Variable>& inputs,
    const std::vector<layer::Variable>& target_gradients = {},
    const std::vector<std::string>& no_grad_set = {});

}  // namespace paddle::backward
