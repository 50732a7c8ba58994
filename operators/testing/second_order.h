// Checks gradients of gradients, with the cases that are written for the
// operators.
#pragma once

#include <string>
#include <vector>

#include "paddle/operators/testing/op_spec.h"

namespace paddle::operators::testing {

// Compares the gradient of the gradient of the case's operator with central
// differences of its gradient in double, and returns the failures. Fixed random
// gradients flow into the outputs and into the gradients of all inputs that are
// no SelectedRows; a gradient that is omitted must be zero. Does nothing for a
// case without such gradients, or whose gradient operator has no gradient:
// //tools/op_table checks that.
std::vector<std::string> SecondOrderFailures(const OpSpec& spec);

}  // namespace paddle::operators::testing
