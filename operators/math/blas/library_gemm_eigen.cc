#include "paddle/operators/math/blas/gemm_serial.h"

namespace paddle::operators::kernels {

void LibraryGemm(const GemmArgs<float>& args) { EigenGemm(args); }

}  // namespace paddle::operators::kernels
