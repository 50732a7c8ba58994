// Variables that do not come from operators: data, parameters, and other
// values that outlive a run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// What is fed at every run, a variable of the global block. A size of -1 is
// not known in advance: in front it is the batch, the same for all data (for
// sequences, lod_level > 0, a number of rows of its own); elsewhere every -1
// stands for itself. No gradient flows to data unless stop_gradient is unset.
// AlreadyExists for a name in use.
Variable data(const std::string& name, const std::vector<int64_t>& shape,
              DataType dtype = DataType::kFloat32, int lod_level = 0);

// A parameter: a persistable variable in the global blocks of the default main
// and startup programs, the latter with the operator that initialises it. With
// no name it is called "<prefix>_<k>". A parameter of that name that exists is
// returned as it is; InvalidArgument if shape or data type differ, or if a
// size is not fixed. With weight normalisation it is what the parameters
// "<name>.v" and "<name>.g" make; OutOfRange for an axis that is not there.
Variable parameter(const std::vector<int64_t>& shape, DataType dtype,
                   const ParamAttr& attr, const std::string& prefix,
                   const Initializer& default_initializer);
Variable parameter(const std::vector<int64_t>& shape,
                   DataType dtype = DataType::kFloat32,
                   const ParamAttr& attr = {});

// A persistable variable that is not a parameter, such as a counter, in the
// given main and startup programs; the latter fills it with `value`.
Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name,
                         const std::shared_ptr<Program>& main,
                         const std::shared_ptr<Program>& startup);
// In the default programs; "" makes a name.
Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name = "");

// The variable `name` as seen from the current block of the default main
// program. NotFound, with the nearest names, if there is none.
Variable get_variable(const std::string& name);

}  // namespace paddle::layer
