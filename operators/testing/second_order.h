// Checks the gradients of the gradients of operators, with the cases that are
// written for the operators.
#pragma once

#include <string>
#include <vector>

#include "paddle/operators/testing/op_spec.h"

namespace paddle::operators::testing {

// What is wrong with the gradient of the gradient of the case's operator,
// against central differences of its gradient in double: fixed random gradients
// flow into the outputs and into the gradients of the inputs that are no
// SelectedRows. One that is left out must be zero. Nothing for a case without
// such gradients, or whose gradient operator has no gradient: that is the
// business of //tools/op_table.
std::vector<std::string> SecondOrderFailures(const OpSpec& spec);

}  // namespace paddle::operators::testing
