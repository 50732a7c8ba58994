// Turns a model into a program and its weights.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/values.h"
#include "paddle/framework/ir/program.h"

namespace paddle::onnx {

// The settings of an import.
struct ImportOptions {
  std::string model;   // stands for the file in messages
  std::string folder;  // holds its external data
  bool trainable = false;
  Values::Names taken;  // names that no constant without one gets
};

// Writes the main graph of a model to an empty program, and returns the values
// of its weights, whose data it takes out of the model. The program is only
// complete if it does not throw. Throws the errors of LoadOnnx (load.h) but for
// those of scopes.
Values::Weights ImportMainGraph(const ImportOptions& options,
                                proto::ModelProto* model,
                                const std::shared_ptr<framework::Program>& to);

}  // namespace paddle::onnx
