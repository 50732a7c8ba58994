// Tensors of other packages, and for them.
#include "paddle/framework/tensor/dlpack.h"

#include <memory>

#include "paddle/framework/c_api/caller_memory.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/c_api/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::c_api {
namespace {

using framework::DLElements;

PaddleTensor* Taken(framework::DLManagedTensor* managed) {
  PADDLE_ENFORCE(managed != nullptr, InvalidArgument, "managed is NULL");
  const DLElements elements = framework::ElementsOf(managed->tensor);
  PADDLE_ENFORCE(elements.contiguous, InvalidArgument, "the tensor ",
                 elements.dims.ToString(),
                 " is not contiguous; give a contiguous copy of it");
  return GiveTensorOver(
      std::make_shared<CallerMemory>(elements.data, elements.bytes(),
                                     [managed] {
                                       if (managed->deleter != nullptr)
                                         managed->deleter(managed);
                                     }),
      elements.dims, elements.dtype);
}

}  // namespace
}  // namespace paddle::c_api

namespace c_api = paddle::c_api;

// The struct of C has the members of ours; neither reads the other's name.
PaddleTensor* paddle_tensor_from_dlpack(DLManagedTensor* managed,
                                        PaddleError** error) {
  return c_api::ValueOr<PaddleTensor*>(nullptr, error, [&] {
    return c_api::Taken(
        reinterpret_cast<paddle::framework::DLManagedTensor*>(managed));
  });
}

DLManagedTensor* paddle_tensor_to_dlpack(const PaddleTensor* tensor,
                                         PaddleError** error) {
  return c_api::ValueOr<DLManagedTensor*>(nullptr, error, [&] {
    return reinterpret_cast<DLManagedTensor*>(
        paddle::framework::ToDLPack(c_api::TensorAt(tensor, "tensor")->value));
  });
}
