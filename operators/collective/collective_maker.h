// Describes the slots that operators between the members of a group share.
#pragma once

#include <string>

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the input Group, and that the operator is kept even where nobody
// needs its outputs: the other members wait for it.
void AddGroup(framework::OpMaker* op);

// Declares lists X and Out, where Out may be X, changed in place.
void AddExchanged(framework::OpMaker* op, std::string x, std::string out);

// Gives each Out the shape, data type and LoD of its X.
void InferExchanged(framework::InferShapeContext* context);

// Throws InvalidArgument, naming the slot, unless an input is of floating
// point.
void CheckFloating(const framework::InferShapeContext& context,
                   const char* slot, int i);

}  // namespace paddle::operators
