#include <Eigen/Core>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

template <typename T>
using Matrix =
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Stride = Eigen::OuterStride<Eigen::Dynamic>;
template <typename T>
using Input = Eigen::Map<const Matrix<T>, Eigen::Unaligned, Stride>;
template <typename T>
using Output = Eigen::Map<Matrix<T>, Eigen::Unaligned, Stride>;

template <typename T, typename A, typename B>
void Multiply(T alpha, const A& a, const B& b, T beta, Output<T> c) {
  if (beta == T(0)) {
    // noalias: c overlaps neither operand, so Eigen needs no temporary.
    c.noalias() = alpha * (a * b);
    return;
  }
  if (beta != T(1)) c *= beta;
  c.noalias() += alpha * (a * b);
}

}  // namespace

template <typename T>
void EigenGemm(const GemmArgs<T>& g) {
  const Input<T> a(g.a, g.trans_a ? g.k : g.m, g.trans_a ? g.m : g.k,
                   Stride(g.lda));
  const Input<T> b(g.b, g.trans_b ? g.n : g.k, g.trans_b ? g.k : g.n,
                   Stride(g.ldb));
  Output<T> c(g.c, g.m, g.n, Stride(g.ldc));
  if (g.trans_a && g.trans_b) {
    Multiply<T>(g.alpha, a.transpose(), b.transpose(), g.beta, c);
  } else if (g.trans_a) {
    Multiply<T>(g.alpha, a.transpose(), b, g.beta, c);
  } else if (g.trans_b) {
    Multiply<T>(g.alpha, a, b.transpose(), g.beta, c);
  } else {
    Multiply<T>(g.alpha, a, b, g.beta, c);
  }
}

PADDLE_INSTANTIATE_ONE(EigenGemm<float>);
PADDLE_INSTANTIATE_ONE(EigenGemm<double>);

}  // namespace paddle::operators::kernels
