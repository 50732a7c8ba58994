// What the shape functions of recurrent units share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// What gates and states can go through, the values of attributes.
const std::vector<std::string>& GateActivationNames();

// D, of inputs Input [rows, gates * D] and Weight [D, gates * D].
// InvalidArgument, with the shapes, for others.
int64_t StateSizeOf(framework::InferShapeContext* context, int64_t gates);

// InvalidArgument unless the input, if there is one, is [rows, columns] of the
// data type of `like`.
void CheckMatrix(framework::InferShapeContext* context, const std::string& slot,
                 int64_t rows, int64_t columns, const std::string& like);

}  // namespace paddle::operators
