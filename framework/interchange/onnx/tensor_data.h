// Turns the tensors inside ONNX models into tensors.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::onnx {

// Returns the data type of a number of TensorProto::DataType. Throws
// Unimplemented, naming it, for one that tensors cannot have (strings, complex
// numbers), and DataLoss for a number that no type has.
framework::DataType TypeOf(int64_t onnx_type);

// Returns the dims of a tensor. Throws DataLoss for a negative size or a number
// of bytes that no memory has, Unimplemented for a rank above 9.
framework::Dims DimsOf(const proto::TensorProto& tensor);

// Returns the elements, on the CPU: a copy of those in the model. External data
// is in files below `folder`, that of the model; from 64 KiB on it stays there,
// mapped into memory until the last tensor that shares it is gone, if its place
// in the file is a multiple of 64. What is written then is in memory alone. The
// file may be replaced meanwhile, but must not be cut off or written in place
// (platform/file_mapping.h). Throws the errors of TypeOf, DimsOf and
// ExternalFile, and DataLoss, naming the tensor, if there are more or fewer
// elements than its dims say; nothing is allocated before that is checked.
framework::Tensor ReadTensor(const proto::TensorProto& tensor,
                             const std::string& folder);

// Throws DataLoss if the initializers of the graphs of a model and the tensors
// of their nodes need more bytes of external data than the files that they name
// have together: a small file must not fill the memory by being named often.
void CheckExternalBytes(const proto::ModelProto& model,
                        const std::string& folder);

}  // namespace paddle::onnx
