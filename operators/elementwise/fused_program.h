// The program of operator fused_elementwise: elementwise operators, each a
// step, as the attributes of the operator say them.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/operators/common/fused_attributes.h"

namespace paddle::operators {

// A step reads at most so many operands.
inline constexpr int kMostOperands = 4;

// One operator.
struct FusedStep {
  const framework::ElementwiseRule* rule = nullptr;
  // With all its attributes; its variables have made-up names, and slots that
  // are read for their shape alone are left out.
  framework::proto::OpDesc desc;
  // By input of the rule: an input of the fused operator if not negative,
  // else -1 - i for the result of step i, an earlier one.
  std::vector<int> operands;
  // Attribute "axis" of a step that broadcasts.
  int64_t axis = -1;
};

struct FusedProgram {
  std::vector<FusedStep> steps;
  // By output of the fused operator: the step whose result it is.
  std::vector<int> results;
};

// Reads the program of an operator with so many inputs and outputs. Throws
// InvalidArgument, naming the step, for a type that is not elementwise,
// operands that are not there or come later, results that are not there or
// stand twice, and attributes that a step does not have or that are out of its
// bounds.
FusedProgram ReadFusedProgram(AttributeLookup attribute, int inputs,
                              int outputs);

}  // namespace paddle::operators
