// Shape inference shared by recurrent units.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_flops.h"

namespace paddle::operators {

// Returns the legal values of activation attributes of gates and states.
const std::vector<std::string>& GateActivationNames();

// Returns D, given inputs Input [rows, gates * D] and Weight [D, gates * D] of
// one data type; it may be a symbol. Throws InvalidArgument, naming the shapes,
// for others.
int64_t StateSizeOf(framework::InferShapeContext* context, int64_t gates);

// Throws InvalidArgument unless the optional input `slot` is absent or has the
// shape [rows, columns] and the data type of `like`.
void CheckMatrix(framework::InferShapeContext* context, const std::string& slot,
                 int64_t rows, int64_t columns, const std::string& like);

// Infers the shapes of gru and gru_unit: checks the inputs, of which `state` is
// [states, D], and sets the outputs Hidden, `reset` and `gates`. `states` is
// the number of rows of `state`, which may be a symbol.
void InferGruShapes(framework::InferShapeContext* context,
                    const std::string& state, int64_t states,
                    const std::string& reset, const std::string& gates);

// Counts what gru and gru_unit take.
double GruFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
