#include "paddle/platform/cudnn.h"

#include <array>
#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/library_handles.h"

namespace paddle::platform {
namespace {

static_assert(CUDNN_MAJOR >= 9, "cuDNN 9 or newer is needed");

std::string Words(cudnnStatus_t status) {
  char more[1024] = "";
  cudnnGetLastErrorString(more, sizeof(more));
  return absl::StrCat(cudnnGetErrorString(status), " ", more);
}

cudnnHandle_t Open() {
  cudnnHandle_t handle = nullptr;
  CheckCudnn(cudnnCreate(&handle), "opening cuDNN");
  return handle;
}

}  // namespace

void CheckCudnn(cudnnStatus_t status, const char* what) {
  PADDLE_ENFORCE(status == CUDNN_STATUS_SUCCESS, Internal, what, ": ",
                 Words(status));
}

bool CudnnTakes(cudnnStatus_t status, const char* what) {
  const int category = CUDNN_STATUS_CATEGORY(static_cast<int>(status));
  if (category == CUDNN_STATUS_NOT_SUPPORTED ||
      category == CUDNN_STATUS_BAD_PARAM) {
    return false;
  }
  CheckCudnn(status, what);
  return true;
}

void WithCudnn(const CUDADeviceContext& context,
               absl::FunctionRef<void(cudnnHandle_t)> use) {
  static auto* const handles = new LibraryHandles<cudnnHandle_t>;
  handles->With(context, Open, [&](cudnnHandle_t handle) {
    CheckCudnn(cudnnSetStream(handle, context.stream()),
               "giving cuDNN a stream");
    use(handle);
  });
}

cudnnStatus_t SetContiguous(const CudnnTensor& tensor, cudnnDataType_t type,
                            int rank, const int* dims) {
  std::array<int, CUDNN_DIM_MAX> strides;
  int stride = 1;
  for (int axis = rank - 1; axis >= 0; --axis) {
    strides[axis] = stride;
    stride *= dims[axis];
  }
  return cudnnSetTensorNdDescriptor(tensor.get(), type, rank, dims,
                                    strides.data());
}

}  // namespace paddle::platform
