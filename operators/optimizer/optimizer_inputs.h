// What the shape functions of all optimizers check.
#pragma once

#include <initializer_list>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// InvalidArgument, naming both shapes or types, unless Grad (dense or
// SelectedRows) and the inputs in `states` are like Param. Gives the output
// that updates each ("ParamOut" of "Param") that shape and type.
void CheckStates(framework::InferShapeContext* ctx,
                 std::initializer_list<absl::string_view> states);

// The same for one state and the output that updates it; "": "<state>Out".
void CheckState(framework::InferShapeContext* ctx, absl::string_view state,
                absl::string_view output = "");

// InvalidArgument unless an input is one number, [] or [1], of Param's type.
void CheckScalar(framework::InferShapeContext* ctx, absl::string_view slot);

}  // namespace paddle::operators
