// Makes programs of ONNX models.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::onnx {

struct LoadOptions {
  // Makes weights of floating point trainable parameters. The program computes
  // what the model says either way: batch normalization by the stored
  // statistics, and no dropout, unless the model says otherwise.
  bool trainable = false;
};

// Returns the program of a model, whose desc() names feeds and fetches as the
// model names its inputs and outputs, and sets its weights in `scope`; both or
// neither. Each operator's call site is the node that it comes from. Operator
// sets up to 28 are known (github.com/onnx/onnx, docs/Operators.md).
//
// A size that the model leaves open is a symbol: the same for the same name,
// and the batch for the one that begins the first input with such a size.
// Shapes, axes and the like are known from constants and from shapes, or, where
// run_time_inputs.h takes them, when the program runs: then as many numbers as
// their input declares, at most 4096.
//
// An input or output that is a sequence is a tensor array, which is fed and
// fetched as PackArray makes it (tensor/packed_array.h). So is an optional of
// which only a run tells whether it is there: an array without elements is one
// that is not, and the only element of any other is the optional tensor.
//
// Large external data is mapped, not copied (tensor_data.h).
//
// Throws what ReadModel (model_file.h) and ReadTensor (tensor_data.h) throw;
// Unimplemented, naming all of them with their numbers of nodes, for operators
// that cannot be imported; and the errors of an operator, which name the node.
// A weight whose name the scope has is overwritten, for all programs that run
// there; AlreadyExists if what it has is of other dims or another data type.
// Constants without a name of their own get names that the scope has not.
std::shared_ptr<framework::Program> LoadOnnx(
    const std::string& path, const framework::SchemaSource& schemas,
    framework::Scope* scope, const LoadOptions& options = {});

// As above, from a model in memory; `name` stands for it in messages, and
// external data is in files below `folder`.
std::shared_ptr<framework::Program> ImportModel(
    proto::ModelProto model, const std::string& name, const std::string& folder,
    const framework::SchemaSource& schemas, framework::Scope* scope,
    const LoadOptions& options = {});

// Returns the operators of a model that cannot be imported, as "Resize" or,
// of another domain, "com.microsoft::Gelu", each with its number of nodes.
// Nodes of nested graphs count, and those of the model's functions that are
// called, once. Throws what ReadModel throws.
std::map<std::string, int> MissingOps(const std::string& path);
std::map<std::string, int> MissingOps(const proto::ModelProto& model);

}  // namespace paddle::onnx
