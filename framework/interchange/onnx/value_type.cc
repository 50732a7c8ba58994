#include "paddle/framework/interchange/onnx/value_type.h"

namespace paddle::onnx {

using proto::TypeProto;

OptionalKind ValueType::optional() const {
  if (tensor == nullptr || !is_optional) return OptionalKind::kNone;
  return is_sequence ? OptionalKind::kSequence : OptionalKind::kTensor;
}

ValueType ValueTypeOf(const TypeProto& type) {
  ValueType read;
  const TypeProto* inner = &type;
  read.is_optional = inner->has_optional_type();
  if (read.is_optional) inner = &inner->optional_type().elem_type();
  read.is_sequence = inner->has_sequence_type();
  if (read.is_sequence) inner = &inner->sequence_type().elem_type();
  if (inner->has_tensor_type()) read.tensor = &inner->tensor_type();
  return read;
}

}  // namespace paddle::onnx
