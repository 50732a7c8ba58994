// Converts the ways in which users describe parameters.
#pragma once

#include <pybind11/pybind11.h>

#include "paddle/framework/layers/initializer.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::python {

// The `Initializer` of Python; a std::function would accept any callable there.
struct Initializer {
  layer::Initializer make;
};

// Takes None (all defaults), a name, a ParamAttr or an initializer; throws
// TypeMismatch for anything else.
layer::ParamAttr ToParamAttr(pybind11::handle value);
// Also takes False, which means a layer without the parameter.
layer::OptionalParamAttr ToOptionalParamAttr(pybind11::handle value);

}  // namespace paddle::python
