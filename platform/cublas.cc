#include "paddle/platform/cublas.h"

#include <cuda_runtime_api.h>

#include <cstddef>

#include "paddle/platform/cuda_status.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/library_handles.h"

namespace paddle::platform {
namespace {

struct Cublas {
  cublasHandle_t handle = nullptr;
  void* workspace = nullptr;
};

// The default workspace of cuBLAS on the GPUs where it is largest.
constexpr size_t kWorkspaceBytes = size_t{32} << 20;

Cublas Open() {
  constexpr int kMathMode =
      CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  Cublas cublas;
  CheckCublas(cublasCreate(&cublas.handle), "opening cuBLAS");
  CheckCublas(
      cublasSetMathMode(cublas.handle, static_cast<cublasMath_t>(kMathMode)),
      "telling cuBLAS how to round");
  CheckCUDA(cudaMalloc(&cublas.workspace, kWorkspaceBytes),
            "allocating the workspace of cuBLAS");
  return cublas;
}

}  // namespace

void CheckCublas(cublasStatus_t status, const char* what) {
  PADDLE_ENFORCE(status == CUBLAS_STATUS_SUCCESS, Internal, what, ": ",
                 cublasGetStatusString(status));
}

void WithCublas(const CUDADeviceContext& context,
                absl::FunctionRef<void(cublasHandle_t)> use) {
  static auto* const handles = new LibraryHandles<Cublas>;
  handles->With(context, Open, [&](const Cublas& cublas) {
    // Setting a stream resets the handle's workspace.
    CheckCublas(cublasSetStream(cublas.handle, context.stream()),
                "giving cuBLAS a stream");
    CheckCublas(
        cublasSetWorkspace(cublas.handle, cublas.workspace, kWorkspaceBytes),
        "giving cuBLAS a workspace");
    use(cublas.handle);
  });
}

}  // namespace paddle::platform
