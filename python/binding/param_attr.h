// What layers and optimizers take for a parameter.
#pragma once

#include <pybind11/pybind11.h>

#include "paddle/framework/layers/initializer.h"
#include "paddle/framework/layers/param_attr.h"

namespace paddle::python {

// The `Initializer` of Python; a std::function would be any callable there.
struct Initializer {
  layer::Initializer make;
};

// None (all defaults), a name, a ParamAttr or an initializer; TypeMismatch for
// anything else.
layer::ParamAttr ToParamAttr(pybind11::handle value);
// The same; False is a layer without the parameter.
layer::OptionalParamAttr ToOptionalParamAttr(pybind11::handle value);

}  // namespace paddle::python
