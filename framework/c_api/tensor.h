// The tensors that callers have handles of.
#pragma once

#include <memory>

#include "paddle/framework/c_api/caller_memory.h"
#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

// A tensor of the C interface.
struct PaddleTensor {
  paddle::framework::LoDTensor value;
};

namespace paddle::c_api {

// Returns the tensor of a handle. Throws InvalidArgument, naming `what`, if
// there is none.
std::shared_ptr<PaddleTensor> TensorAt(const PaddleTensor* handle,
                                       const char* what);

// Returns a handle of `value`, whose memory nobody else writes.
PaddleTensor* GiveTensor(framework::LoDTensor value);

// Returns a handle of a tensor over `memory`, which is taken if that succeeds.
// Bools that are neither 0 nor 1 are copied.
PaddleTensor* GiveTensorOver(const std::shared_ptr<CallerMemory>& memory,
                             const framework::Dims& dims,
                             framework::DataType dtype);

}  // namespace paddle::c_api
