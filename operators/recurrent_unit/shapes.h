// Shape inference shared by recurrent units.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_flops.h"

namespace paddle::operators {

// Returns the legal values of activation attributes of gates and states. The
// result lives as long as the program.
const std::vector<std::string>& GateActivationNames();

// Returns D, given inputs Input [rows, gates * D] and Weight [D, gates * D] of
// one data type; it may be a symbol. Throws InvalidArgument, naming the shapes,
// for others. It is the number of rows of Weight.
int64_t StateSizeOf(framework::InferShapeContext* context, int64_t gates);

// Throws InvalidArgument unless the optional input `slot` is absent or has the
// shape [rows, columns] and the data type of `like`. Sizes may be symbols: an
// unknown one agrees with any.
void CheckMatrix(framework::InferShapeContext* context, const std::string& slot,
                 int64_t rows, int64_t columns, const std::string& like);
// Checks likewise what is added up: beside 16-bit types it may be float32.
void CheckSums(framework::InferShapeContext* context, const std::string& slot,
               int64_t rows, int64_t columns, const std::string& like);

// Infers the shapes of gru and gru_unit: checks the inputs, of which `state` is
// [states, D], and sets the outputs Hidden, `reset` and `gates`. `states` is
// the number of rows of `state`, which may be a symbol. Throws InvalidArgument,
// naming the input, for shapes that do not fit or data types that differ.
// Hidden and `reset` are [rows, D], `gates` is [rows, 3 D], all in the
// sequences of Input, and of its data type; `gates` of 16-bit types are
// float32.
void InferGruShapes(framework::InferShapeContext* context,
                    const std::string& state, int64_t states,
                    const std::string& reset, const std::string& gates);

// Returns the floating-point operations of gru and gru_unit: products with the
// weight, and a constant number for each gate and each element of a state.
double GruFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
