// The gradients of a program, as operators that are appended to it.
#pragma once

#include <string>
#include <vector>

#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

struct BackwardOptions {
  // The parameters to differentiate for, by name; empty: all trainable ones.
  std::vector<std::string> parameter_list;
  // Variables that no gradient flows into or through, besides those marked
  // stop_gradient.
  std::vector<std::string> no_grad_set;
};

// Appends what computes the gradient of `loss`, one number, with respect to the
// parameters; returns those that have one, in the program's order. The gradient
// of x is called "x@GRAD". The operators have role backward and the call sites
// of their forward operators.
//
// The forward block may hold gradient operators already: gradients of gradients
// exist where operators declare them.
//
// InvalidArgument if the loss is not one floating point number or stops
// gradients, or if no parameter gets a gradient (the message says why);
// NotFound for an unknown name; Unimplemented where a variable was updated in
// place whose old value is needed, or where a gradient operator on the way has
// no gradient. After an error the program is as it was.
ParamsAndGrads AppendBackward(const layer::Variable& loss,
                              const BackwardOptions& options = {});

// Appends what computes the gradient of the sum of all elements of `targets`
// with respect to each of `inputs`: an invalid handle where there is none.
// `target_gradients`, where valid, weigh the elements of the targets; they have
// the targets' shapes, element by element, whatever sequences the rows form.
// Where the program does not know the number of rows (of sequences that are
// fed), a run finds out: another one is an InvalidArgument of operator `sum`.
// Inputs may be any variables, also ones marked
// stop_gradient. Errors as above.
std::vector<layer::Variable> Gradients(
    const std::vector<layer::Variable>& targets,
    const std::vector<layer::Variable>& inputs,
    const std::vector<layer::Variable>& target_gradients = {},
    const std::vector<std::string>& no_grad_set = {});

}  // namespace paddle::backward
