#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

template <typename T>
void PackMatrix(bool, int64_t, int64_t, const T*, framework::Tensor* packed) {
  ClearPacked(packed);
}

template <typename T>
bool PackedGemm(const PackedGemmArgs<T>&,
                absl::FunctionRef<void(const PackedTile<T>&)>) {
  return false;
}

#define INSTANTIATE(T)                                          \
  template void PackMatrix<T>(bool, int64_t, int64_t, const T*, \
                              framework::Tensor*);              \
  template bool PackedGemm<T>(const PackedGemmArgs<T>&,         \
                              absl::FunctionRef<void(const PackedTile<T>&)>);
INSTANTIATE(platform::bfloat16)
INSTANTIATE(int8_t)
#undef INSTANTIATE

}  // namespace paddle::operators::kernels
