#include "paddle/operators/creation/identity_gradient.h"

#include <utility>

#include "paddle/operators/common/same_op_gradient.h"

namespace paddle::operators {

framework::GradMaker IdentityGradient(std::string input) {
  // A copy, not an alias: the two gradients are different variables, and
  // either may be changed in place later.
  return OneOpGradient(
      "assign",
      [](const framework::proto::OpDesc&) { return framework::AttributeMap(); },
      std::move(input));
}

}  // namespace paddle::operators
