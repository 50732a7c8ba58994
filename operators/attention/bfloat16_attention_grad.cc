#include <algorithm>

#include "paddle/operators/attention/attention_head.h"
#include "paddle/operators/attention/attention_weights.h"
#include "paddle/operators/attention/bfloat16_attention.h"
#include "paddle/operators/attention/bfloat16_blocks.h"
#include "paddle/operators/attention/half_rows.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {
namespace {

using bfloat16_blocks::Block;
using bfloat16_blocks::Product;
using bfloat16_blocks::Room;
using bfloat16_blocks::Rows;
using bfloat16_blocks::RowsOf;
using bfloat16_blocks::Sizes;
using bfloat16_blocks::Store;
using framework::Tensor;
using platform::bfloat16;

class Backward {
 public:
  Backward(const AttentionBatch& batch, const Tensor& q, const Tensor& k,
           const Tensor& v, const Tensor& lse, const Tensor& d_out,
           const AttentionGradients& gradients)
      : batch_(batch),
        q_(q),
        k_(k),
        v_(v),
        lse_(lse),
        d_out_(d_out),
        gradients_(gradients),
        query_rows_(RowsOf(batch.queries)),
        key_rows_(RowsOf(batch.keys)) {}

  void Run(int64_t sequence, int64_t head) const {
    const AttentionHead<float> one(batch_, sequence, head);
    const Head of = HeadsOf(one);
    const Sizes sizes(one, of.q.width, of.v.width);
    const Arrays arrays(sizes);
    TurnRows(of.k, sizes.keys, sizes.pitch, arrays.turned_k);
    TurnRows(of.v, sizes.keys, sizes.pitch, arrays.turned_v);
    FillRows(of.k, sizes.keys, sizes.pitch, arrays.k);
    std::fill_n(arrays.dk, sizes.pitch * sizes.d, 0.0F);
    std::fill_n(arrays.dv, sizes.pitch * sizes.e, 0.0F);
    for (int64_t first = 0; first < sizes.queries; first += sizes.block) {
      RunBlock(one, sizes, Block(one, sizes, first), arrays, of);
    }
    if (of.dk.data != nullptr) {
      Store(arrays.dk, sizes.keys, scale(), of.dk, arrays.row);
    }
    if (of.dv.data != nullptr) {
      Store(arrays.dv, sizes.keys, 1, of.dv, arrays.row);
    }
  }

 private:
  struct Head {
    Rows q, k, v, d_out;
    HeadRows<bfloat16> dq, dk, dv;
  };

  struct Arrays {
    explicit Arrays(const Sizes& s)
        : Arrays(s,
                 Room(3 * Room::Bytes<bfloat16>(s.pitch * std::max(s.d, s.e)) +
                      2 * Room::Bytes<float>(s.pitch * std::max(s.d, s.e)) +
                      2 * Room::Bytes<bfloat16>(s.block * std::max(s.d, s.e)) +
                      2 * Room::Bytes<bfloat16>(s.block * s.pitch) +
                      3 * Room::Bytes<float>(s.block * s.pitch) +
                      2 * Room::Bytes<float>(s.block * std::max(s.d, s.e)))) {}
    Arrays(const Sizes& s, Room room)
        : turned_k(room.Take<bfloat16>(s.d * s.pitch)),
          turned_v(room.Take<bfloat16>(s.e * s.pitch)),
          k(room.Take<bfloat16>(s.pitch * s.d)),
          dk(room.Take<float>(s.pitch * s.d)),
          dv(room.Take<float>(s.pitch * s.e)),
          q(room.Take<bfloat16>(s.block * s.d)),
          d_out(room.Take<bfloat16>(s.block * s.e)),
          rounded(room.Take<bfloat16>(s.block * s.pitch)),
          turned(room.Take<bfloat16>(s.block * s.pitch)),
          weights(room.Take<float>(s.block * s.pitch)),
          d_weights(room.Take<float>(s.block * s.pitch)),
          factors(room.Take<float>(s.block * s.pitch)),
          dq(room.Take<float>(s.block * s.d)),
          row(room.Take<float>(std::max(s.d, s.e))) {}

    bfloat16* turned_k;
    bfloat16* turned_v;
    bfloat16* k;
    float* dk;
    float* dv;
    // Arrays of a block: inputs; weights or their gradients, rounded.
    bfloat16* q;
    bfloat16* d_out;
    bfloat16* rounded;
    bfloat16* turned;
    float* weights;
    float* d_weights;
    float* factors;
    float* dq;
    float* row;
  };

  float scale() const { return static_cast<float>(batch_.scale); }

  Head HeadsOf(const AttentionHead<float>& one) const {
    const int64_t n = batch_.heads, h = one.head();
    const int64_t qb = one.query_begin(), kb = one.key_begin();
    return {HeadOf<const bfloat16>(&q_, query_rows_, n, h, qb),
            HeadOf<const bfloat16>(&k_, key_rows_, n, h, kb),
            HeadOf<const bfloat16>(&v_, key_rows_, n, h, kb),
            HeadOf<const bfloat16>(&d_out_, query_rows_, n, h, qb),
            HeadOf<bfloat16>(gradients_.q, query_rows_, n, h, qb),
            HeadOf<bfloat16>(gradients_.k, key_rows_, n, h, kb),
            HeadOf<bfloat16>(gradients_.v, key_rows_, n, h, kb)};
  }

  void RunBlock(const AttentionHead<float>& one, const Sizes& sizes,
                const Block& b, const Arrays& arrays, const Head& of) const {
    FillRows({of.q.row(b.first), of.q.stride, of.q.width}, b.rows, b.all,
             arrays.q);
    FillRows({of.d_out.row(b.first), of.d_out.stride, of.d_out.width}, b.rows,
             b.all, arrays.d_out);
    ComputeWeights(one, sizes, b, arrays);
    ComputeScoreGrads(one, sizes, b, arrays);
    const int64_t size = b.rows * b.pitch;
    if (of.dv.data != nullptr) {
      if (batch_.dropout > 0) Multiply(size, arrays.factors, arrays.weights);
      Turn(b, arrays.weights, arrays);
      Product(b.pitch, sizes.e, b.all, arrays.turned, arrays.d_out, sizes.e, 1,
              arrays.dv);
    }
    Turn(b, arrays.d_weights, arrays);
    if (of.dk.data != nullptr) {
      Product(b.pitch, sizes.d, b.all, arrays.turned, arrays.q, sizes.d, 1,
              arrays.dk);
    }
    if (of.dq.data != nullptr) {
      Product(b.all, sizes.d, b.pitch, arrays.rounded, arrays.k, sizes.d, 0,
              arrays.dq);
      Store(arrays.dq, b.rows, scale(),
            {of.dq.row(b.first), of.dq.stride, of.dq.width}, arrays.row);
    }
  }

  void ComputeWeights(const AttentionHead<float>& one, const Sizes& sizes,
                      const Block& b, const Arrays& arrays) const {
    Product(b.all, b.pitch, sizes.d, arrays.q, arrays.turned_k, sizes.pitch, 0,
            arrays.weights);
    one.ToScores(b.first, b.rows, b.seen, b.pitch, scale(), arrays.weights);
    const int64_t row = one.query_begin() + b.first;
    WeightsAgain(b.rows, b.pitch,
                 lse_.data<float>() + row * batch_.heads + one.head(),
                 batch_.heads, arrays.weights);
  }

  // Computes ds = p * (dp - sum of p * dp), which does without `out`: that has
  // been rounded.
  void ComputeScoreGrads(const AttentionHead<float>& one, const Sizes& sizes,
                         const Block& b, const Arrays& arrays) const {
    Product(b.all, b.pitch, sizes.e, arrays.d_out, arrays.turned_v, sizes.pitch,
            0, arrays.d_weights);
    if (batch_.dropout > 0) {
      one.DropoutFactors(b.first, b.rows, b.pitch, arrays.factors);
      Multiply(b.rows * b.pitch, arrays.factors, arrays.d_weights);
    }
    for (int64_t i = 0; i < b.rows; ++i) {
      const float* p = arrays.weights + i * b.pitch;
      float* ds = arrays.d_weights + i * b.pitch;
      const float sum = ReduceRun(b.pitch, 0.0F, SumReducer(),
                                  [=](int64_t j) { return p[j] * ds[j]; });
      AssignRun(b.pitch, ds, [=](int64_t j) { return p[j] * (ds[j] - sum); });
    }
    if (gradients_.bias != nullptr) {
      AddBiasGrad(one, b.first, b.rows, b.seen, b.pitch, arrays.d_weights,
                  gradients_.bias->mutable_data<float>());
    }
  }

  // Rounds a block of weights, or of their gradients, and turns it.
  static void Turn(const Block& b, const float* from, const Arrays& arrays) {
    RoundRows(from, b.rows, b.all, b.pitch, arrays.rounded);
    TurnRows({arrays.rounded, b.pitch, b.pitch}, b.all, b.all, arrays.turned);
  }

  const AttentionBatch& batch_;
  const Tensor& q_;
  const Tensor& k_;
  const Tensor& v_;
  const Tensor& lse_;
  const Tensor& d_out_;
  const AttentionGradients gradients_;
  int64_t query_rows_;
  int64_t key_rows_;
};

}  // namespace

void BFloat16AttentionGrad(const AttentionBatch& batch, const Tensor& q,
                           const Tensor& k, const Tensor& v, const Tensor& lse,
                           const Tensor& d_out,
                           const AttentionGradients& gradients) {
  RunGradients<float>(batch, gradients.bias,
                      Backward(batch, q, k, v, lse, d_out, gradients));
}

}  // namespace paddle::operators::kernels
