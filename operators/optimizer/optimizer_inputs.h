// What the shape functions of all optimizers check.
#pragma once

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// InvalidArgument, naming both types, unless two inputs are of one type.
void CheckSameType(framework::InferShapeContext* ctx, absl::string_view slot,
                   absl::string_view like);

// InvalidArgument, naming both shapes or types, unless an input (dense or
// SelectedRows) is like another one.
void CheckLike(framework::InferShapeContext* ctx, absl::string_view slot,
               absl::string_view like);

// Checks that a state is like Param, and gives the output that updates it ("":
// "<state>Out") its shape and type.
void CheckState(framework::InferShapeContext* ctx, absl::string_view state,
                absl::string_view output = "");

// InvalidArgument unless an input is one number, [] or [1].
void CheckOneNumber(framework::InferShapeContext* ctx, absl::string_view slot);

// The same, and of Param's type.
void CheckScalar(framework::InferShapeContext* ctx, absl::string_view slot);

}  // namespace paddle::operators
