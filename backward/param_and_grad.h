// A parameter together with its gradient.
#pragma once

#include <vector>

#include "paddle/framework/layers/variable.h"

namespace paddle::backward {

struct ParamAndGrad {
  layer::Variable param;
  layer::Variable grad;  // dense or SelectedRows
};
using ParamsAndGrads = std::vector<ParamAndGrad>;

}  // namespace paddle::backward
