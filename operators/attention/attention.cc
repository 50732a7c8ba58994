#include "paddle/operators/attention/attention.h"

#include <algorithm>

#include "paddle/operators/attention/attention_head.h"
#include "paddle/operators/attention/attention_weights.h"
#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Serial: heads and sequences already run in parallel. GEMM needs k > 0.
template <typename T>
void Product(bool trans_a, bool trans_b, int64_t m, int64_t n, int64_t k,
             T alpha, const T* a, int64_t lda, const T* b, int64_t ldb, T beta,
             T* c, int64_t ldc) {
  if (m == 0 || n == 0) return;
  if (k > 0) {
    SerialGemm(GemmArgs<T>{trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb,
                           beta, c, ldc});
  } else if (beta == T(0)) {
    for (int64_t i = 0; i < m; ++i) std::fill_n(c + i * ldc, n, T(0));
  }
}

template <typename T>
void ZeroRows(const HeadRows<T>& rows, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    std::fill_n(rows.row(i), rows.width, T(0));
}

template <typename T>
class Forward {
 public:
  Forward(const AttentionBatch& batch, const Tensor& q, const Tensor& k,
          const Tensor& v, Tensor* out, Tensor* lse)
      : batch_(batch), q_(q), k_(k), v_(v), out_(out), lse_(lse) {
    query_rows_ = batch.queries.begin(batch.queries.count());
    key_rows_ = batch.keys.begin(batch.keys.count());
  }

  void Run(int64_t sequence, int64_t head) const {
    const AttentionHead<T> one(batch_, sequence, head);
    if (one.queries() == 0) return;
    const auto q = HeadOf<const T>(&q_, query_rows_, batch_.heads, head,
                                   one.query_begin());
    const auto k =
        HeadOf<const T>(&k_, key_rows_, batch_.heads, head, one.key_begin());
    const auto v =
        HeadOf<const T>(&v_, key_rows_, batch_.heads, head, one.key_begin());
    const auto out =
        HeadOf<T>(out_, query_rows_, batch_.heads, head, one.query_begin());
    T* lse = lse_->mutable_data<T>() + one.query_begin() * batch_.heads + head;
    const int64_t block = BlockRows(one.queries(), one.keys());
    const int64_t size = block * std::max<int64_t>(one.keys(), 1);
    T* scores = ThreadScratch<T>(ScratchSlot::kPiece, 2 * size);
    for (int64_t first = 0; first < one.queries(); first += block) {
      const int64_t rows = std::min(block, one.queries() - first);
      const int64_t seen = one.Seen(first, rows);
      if (seen > 0) one.Scores(q, k, first, rows, seen, scores);
      SoftmaxWithSum(rows, seen, scores, lse + first * batch_.heads,
                     batch_.heads);
      if (batch_.dropout > 0) {
        one.DropoutFactors(first, rows, seen, scores + size);
        Multiply(rows * seen, scores + size, scores);
      }
      Product(false, false, rows, out.width, seen, T(1), scores, seen, v.data,
              v.stride, T(0), out.row(first), out.stride);
    }
  }

 private:
  const AttentionBatch& batch_;
  const Tensor& q_;
  const Tensor& k_;
  const Tensor& v_;
  Tensor* out_;
  Tensor* lse_;
  int64_t query_rows_;
  int64_t key_rows_;
};

// Computes the gradients of one head of one sequence, a block of queries at a
// time; those of keys and values add up over the blocks.
template <typename T>
class Backward {
 public:
  Backward(const AttentionBatch& batch, const Tensor& q, const Tensor& k,
           const Tensor& v, const Tensor& out, const Tensor& lse,
           const Tensor& d_out, const AttentionGradients& gradients)
      : batch_(batch),
        q_(q),
        k_(k),
        v_(v),
        out_(out),
        lse_(lse),
        d_out_(d_out),
        gradients_(gradients) {
    query_rows_ = batch.queries.begin(batch.queries.count());
    key_rows_ = batch.keys.begin(batch.keys.count());
  }

  void Run(int64_t sequence, int64_t head) const {
    const AttentionHead<T> one(batch_, sequence, head);
    const Head of = HeadsOf(one);
    ZeroRows(of.dk, of.dk.data == nullptr ? 0 : one.keys());
    ZeroRows(of.dv, of.dv.data == nullptr ? 0 : one.keys());
    if (one.queries() == 0) return;
    const int64_t block = BlockRows(one.queries(), one.keys());
    const int64_t size = block * std::max<int64_t>(one.keys(), 1);
    T* scratch = ThreadScratch<T>(ScratchSlot::kPiece, 3 * size);
    for (int64_t first = 0; first < one.queries(); first += block) {
      const int64_t rows = std::min(block, one.queries() - first);
      RunBlock(one, of, first, rows,
               {scratch, scratch + size, scratch + 2 * size});
    }
  }

 private:
  struct Head {
    HeadRows<const T> q, k, v, out, d_out;
    HeadRows<T> dq, dk, dv;
  };
  struct Scratch {
    T* weights;
    T* d_weights;
    T* factors;
  };

  Head HeadsOf(const AttentionHead<T>& one) const {
    const int64_t n = batch_.heads;
    const int64_t h = one.head();
    const int64_t qb = one.query_begin();
    const int64_t kb = one.key_begin();
    return {HeadOf<const T>(&q_, query_rows_, n, h, qb),
            HeadOf<const T>(&k_, key_rows_, n, h, kb),
            HeadOf<const T>(&v_, key_rows_, n, h, kb),
            HeadOf<const T>(&out_, query_rows_, n, h, qb),
            HeadOf<const T>(&d_out_, query_rows_, n, h, qb),
            HeadOf<T>(gradients_.q, query_rows_, n, h, qb),
            HeadOf<T>(gradients_.k, key_rows_, n, h, kb),
            HeadOf<T>(gradients_.v, key_rows_, n, h, kb)};
  }

  void RunBlock(const AttentionHead<T>& one, const Head& of, int64_t first,
                int64_t rows, const Scratch& scratch) const {
    const int64_t seen = one.Seen(first, rows);
    const T* lse = lse_.data<T>() + (one.query_begin() + first) * batch_.heads +
                   one.head();
    T* p = scratch.weights;
    T* ds = scratch.d_weights;
    if (seen > 0) one.Scores(of.q, of.k, first, rows, seen, p);
    WeightsAgain(rows, seen, lse, batch_.heads, p);
    Product(false, true, rows, seen, of.v.width, T(1), of.d_out.row(first),
            of.d_out.stride, of.v.data, of.v.stride, T(0), ds, seen);
    if (batch_.dropout > 0) {
      one.DropoutFactors(first, rows, seen, scratch.factors);
      Multiply(rows * seen, scratch.factors, ds);
    }
    ScoreGradients(of, first, rows, seen, p, ds);
    if (gradients_.bias != nullptr) {
      AddBiasGrad(one, first, rows, seen, seen, ds,
                  gradients_.bias->mutable_data<T>());
    }
    if (of.dv.data != nullptr) {
      if (batch_.dropout > 0) Multiply(rows * seen, scratch.factors, p);
      Product(true, false, seen, of.dv.width, rows, T(1), p, seen,
              of.d_out.row(first), of.d_out.stride, T(1), of.dv.data,
              of.dv.stride);
    }
    const T scale = static_cast<T>(batch_.scale);
    if (of.dq.data != nullptr) {
      Product(false, false, rows, of.dq.width, seen, scale, ds, seen, of.k.data,
              of.k.stride, T(0), of.dq.row(first), of.dq.stride);
    }
    if (of.dk.data != nullptr) {
      Product(true, false, seen, of.dk.width, rows, scale, ds, seen,
              of.q.row(first), of.q.stride, T(1), of.dk.data, of.dk.stride);
    }
  }

  // Computes ds = p * (dp - sum of p * dp). The sum equals that of out * d_out,
  // which is over e columns instead of all keys, and includes dropout.
  static void ScoreGradients(const Head& of, int64_t first, int64_t rows,
                             int64_t seen, const T* p, T* ds) {
    for (int64_t i = 0; i < rows; ++i, p += seen, ds += seen) {
      const T* out = of.out.row(first + i);
      const T* d_out = of.d_out.row(first + i);
      const T sum = ReduceRun(of.out.width, T(0), SumReducer(),
                              [=](int64_t j) { return out[j] * d_out[j]; });
      AssignRun(seen, ds, [=](int64_t j) { return p[j] * (ds[j] - sum); });
    }
  }

  const AttentionBatch& batch_;
  const Tensor& q_;
  const Tensor& k_;
  const Tensor& v_;
  const Tensor& out_;
  const Tensor& lse_;
  const Tensor& d_out_;
  const AttentionGradients gradients_;
  int64_t query_rows_;
  int64_t key_rows_;
};

}  // namespace

template <class Device, class T>
void Attention(const Device&, const AttentionBatch& batch, const Tensor& q,
               const Tensor& k, const Tensor& v, Tensor* out, Tensor* lse) {
  const Forward<T> forward(batch, q, k, v, out, lse);
  ForEachHead(batch, /*sums_bias=*/false,
              [&](int64_t i, int64_t head) { forward.Run(i, head); });
}

template <class Device, class T>
void AttentionGrad(const Device&, const AttentionBatch& batch, const Tensor& q,
                   const Tensor& k, const Tensor& v, const Tensor& out,
                   const Tensor& lse, const Tensor& d_out,
                   const AttentionGradients& gradients) {
  RunGradients<T>(batch, gradients.bias,
                  Backward<T>(batch, q, k, v, out, lse, d_out, gradients));
}

PADDLE_INSTANTIATE(Attention, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(AttentionGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
