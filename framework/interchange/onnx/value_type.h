// Reads the types that a model declares for inputs and outputs.
#pragma once

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/values.h"

namespace paddle::onnx {

// A declared type, as far as there are variables of it: a tensor, a sequence of
// tensors, or an optional of one of these.
struct ValueType {
  // Describes the tensor, or those in a sequence; null for every other type.
  const proto::TypeProto::Tensor* tensor = nullptr;
  bool is_sequence = false;
  bool is_optional = false;

  // Returns what only a run knows of such a value.
  OptionalKind optional() const;
  // True if a variable that a run is given is a tensor array.
  bool is_array() const { return is_sequence || is_optional; }
};

// Returns what a type says; it refers to `type`.
ValueType ValueTypeOf(const proto::TypeProto& type);

}  // namespace paddle::onnx
