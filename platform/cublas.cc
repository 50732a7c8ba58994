#include "paddle/platform/cublas.h"

#include <map>
#include <mutex>

#include "paddle/platform/enforce.h"

namespace paddle::platform {

void CheckCublas(cublasStatus_t status, const char* what) {
  PADDLE_ENFORCE(status == CUBLAS_STATUS_SUCCESS, Internal, what, ": ",
                 cublasGetStatusString(status));
}

void WithCublas(const CUDADeviceContext& context,
                absl::FunctionRef<void(cublasHandle_t)> use) {
  static auto* const mutex = new std::mutex;
  static auto* const handles = new std::map<int, cublasHandle_t>;
  context.Select();
  const std::lock_guard<std::mutex> lock(*mutex);
  cublasHandle_t& handle = (*handles)[context.place().device()];
  if (handle == nullptr) {
    CheckCublas(cublasCreate(&handle), "opening cuBLAS");
    CheckCublas(cublasSetStream(handle, context.stream()),
                "giving cuBLAS a stream");
  }
  use(handle);
}

}  // namespace paddle::platform
