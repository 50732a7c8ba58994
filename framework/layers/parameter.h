// Creates variables that do not come from operators: data, parameters, and
// other values that outlive a run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/layers/number.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::layer {

// Creates a variable of the global block that is fed in every run. A size of -1
// is unknown in advance: as the first size it is the batch, the same for all
// data (for sequences, lod_level > 0, a number of rows of its own); elsewhere
// each -1 is a size of its own. No gradient flows to data unless stop_gradient
// is unset. Throws AlreadyExists for a name in use.
Variable data(const std::string& name, const std::vector<int64_t>& shape,
              DataType dtype = DataType::kFloat32, int lod_level = 0);

// Creates a parameter: a persistable variable in the global blocks of the
// default main and startup programs, the latter with the operator that
// initializes it. Without a name it is called "<prefix>_<k>". Returns an
// existing parameter of that name; throws InvalidArgument if its shape or data
// type differs, or if a size is not fixed. With weight normalization it is
// computed from parameters "<name>.v" and "<name>.g"; throws OutOfRange for an
// axis that does not exist.
Variable parameter(const std::vector<int64_t>& shape, DataType dtype,
                   const ParamAttr& attr, const std::string& prefix,
                   const Initializer& default_initializer);
Variable parameter(const std::vector<int64_t>& shape,
                   DataType dtype = DataType::kFloat32,
                   const ParamAttr& attr = {});

// Creates a persistable variable that is not a parameter, such as a counter, in
// the given main and startup programs; the latter fills it with `value`.
Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name,
                         const std::shared_ptr<Program>& main,
                         const std::shared_ptr<Program>& startup);
// Creates it in the default programs; "" makes a name.
Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name = "");

// Returns the variable `name` as seen from the current block of the default
// main program. Throws NotFound, suggesting similar names, if there is none.
Variable get_variable(const std::string& name);

}  // namespace paddle::layer
