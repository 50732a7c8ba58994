// What the shape functions of recurrent units share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_flops.h"

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

// What gru and gru_unit have in common: the inputs, of which `state` is
// [states, D], and the outputs Hidden, `reset` and `gates`.
void InferGruShapes(framework::InferShapeContext* context,
                    const std::string& state, int64_t states,
                    const std::string& reset, const std::string& gates);

// Counts what gru and gru_unit take.
double GruFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
