// Checks of inputs, for the shape functions of optimizers. All throw
// InvalidArgument, naming operator and slots; sizes that are not known yet fit
// any.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Checks that two inputs are of one data type.
void CheckSameType(framework::InferShapeContext* ctx, absl::string_view slot,
                   absl::string_view like);

// Checks that an input (dense or SelectedRows) has the dims and the data type
// of another one.
void CheckLike(framework::InferShapeContext* ctx, absl::string_view slot,
               absl::string_view like);

// Checks that a state is like Param, and gives the output that updates it its
// shape and type. The output is called "<state>Out" if `output` is "".
void CheckState(framework::InferShapeContext* ctx, absl::string_view state,
                absl::string_view output = "");

// Gives ParamOut the kind, the shape and the type of Param. Checks that Grad is
// SelectedRows if Param is: a tensor has rows that Param does not have.
void InferParam(framework::InferShapeContext* ctx);

// Checks that an input is one number, [] or [1], of any type.
void CheckOneNumber(framework::InferShapeContext* ctx, absl::string_view slot);

// Checks that an input is one number, [] or [1], of Param's type.
void CheckScalar(framework::InferShapeContext* ctx, absl::string_view slot);

}  // namespace paddle::operators
