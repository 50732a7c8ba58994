// Reads what a graph begins with: its initializers and its inputs.
#pragma once

#include <string>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/values.h"

namespace paddle::onnx {

// The model that a graph comes from.
struct GraphSource {
  std::string model;   // stands for the file in messages
  std::string folder;  // holds its external data
};

// Adds the initializers of a graph, whose data it takes out of it, as
// constants, and its inputs as feeds of the program. A size without a number is
// a symbol, the same for the same name; the first one that an input begins with
// is the batch. Inputs that are sequences or optionals are tensor arrays, in
// whose elements each such size may differ. Throws DataLoss for data that is
// damaged, and Unimplemented for sparse initializers, for inputs that are not
// made of tensors, and tensors of unknown rank.
void ReadGraphInputs(const GraphSource& source, proto::GraphProto* graph,
                     Values* values);

// Adds the initializers of a graph inside another one, which keeps their data.
// Throws as above. With `repeated`, they count as constants that the model does
// not hold (Values::CountMade).
void ReadInnerWeights(const GraphSource& source, const proto::GraphProto& graph,
                      bool repeated, Values* values);

}  // namespace paddle::onnx
