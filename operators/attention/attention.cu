#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "paddle/operators/attention/attention.h"
#include "paddle/operators/attention/attention_pairs.cuh"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// The number of elements of weights that are in memory at a time.
constexpr int64_t kWeights = int64_t{1} << 25;

// Calls body(first row, rows) for pieces of rows whose weights, `width` for
// each row and head, fit into kWeights.
template <typename Body>
void ForEachPiece(int64_t rows, int64_t heads, int64_t width,
                  const Body& body) {
  const int64_t piece =
      std::max<int64_t>(kWeights / std::max<int64_t>(heads * width, 1), 1);
  for (int64_t row = 0; row < rows; row += piece) {
    body(row, std::min(piece, rows - row));
  }
}
int64_t PieceRows(int64_t rows, int64_t heads, int64_t width) {
  int64_t most = 0;
  ForEachPiece(rows, heads, width,
               [&](int64_t, int64_t count) { most = std::max(most, count); });
  return most;
}

// Computes out[c] = factor * the sum over i < size of weights[i] * rows[i, c];
// rows are `pitch` apart. A lane per column: neighbours read neighbours.
template <typename T>
PADDLE_DEVICE void WeighRows(const Team& team, int64_t size, const T* weights,
                             const T* rows, int64_t pitch, int64_t width,
                             T factor, T* out) {
  for (int64_t c = team.lane(); c < width; c += team.size()) {
    T sum = 0;
    for (int64_t i = 0; i < size; ++i) sum += weights[i] * rows[i * pitch + c];
    out[c] = factor * sum;
  }
}

// Computes the weights of one query of one head, dropout included, and returns
// the log of the sum of the exponentials of its scores.
template <typename T>
PADDLE_DEVICE T Softmax(const Team& team, const AttentionPairs<T>& pairs,
                        const AttentionRow& query, int64_t head, int64_t seen,
                        T* weights) {
  T largest = MaxReducer::Identity<T>();
  for (int64_t j = team.lane(); j < seen; j += team.size()) {
    weights[j] = pairs.Score(query, head, j);
    largest = MaxReducer()(largest, weights[j]);
  }
  largest = team.Reduce(largest, MaxReducer());
  const bool none = largest == -std::numeric_limits<T>::infinity();
  T sum = 0;
  for (int64_t j = team.lane(); j < seen; j += team.size()) {
    weights[j] = none ? T(0) : std::exp(weights[j] - largest);
    sum += weights[j];
  }
  sum = team.Reduce(sum, SumReducer());
  for (int64_t j = team.lane(); j < seen && !none; j += team.size()) {
    weights[j] *= pairs.Factor(query, head, j) / sum;
  }
  return none ? largest : largest + std::log(sum);
}

template <typename T>
void ForwardRows(const platform::CUDADeviceContext& device,
                 const AttentionPairs<T>& pairs, int64_t first, int64_t rows,
                 T* scratch, T* out, T* lse) {
  const AttentionPairs<T> p = pairs;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const int64_t head = team.index() % p.heads;
    const AttentionRow query = p.Query(first + team.index() / p.heads);
    const int64_t seen = p.Seen(query), at = query.row * p.heads + head;
    T* weights = scratch + team.index() * p.longest_keys;
    const T log_sum = Softmax(team, p, query, head, seen, weights);
    if (team.lane() == 0) lse[at] = log_sum;
    // Lanes read the weights of all others below.
    team.Barrier();
    const int64_t begin = p.key_offsets[query.sequence];
    WeighRows(team, seen, weights, p.v + (begin * p.heads + head) * p.v_width,
              p.heads * p.v_width, p.v_width, T(1), out + at * p.v_width);
  };
  platform::ForEachTeam(device, rows * p.heads, p.longest_keys * (p.width + 1),
                        body);
}

// Computes the sums of out * d_out that the gradients of all scores subtract,
// once for each query and head.
template <typename T>
void Dots(const platform::CUDADeviceContext& device, int64_t size,
          int64_t width, const T* out, const T* d_out, T* dots) {
  platform::ForEachTeam(
      device, size, width, [=] PADDLE_DEVICE(const Team& team) {
        T sum = 0;
        for (int64_t c = team.lane(); c < width; c += team.size()) {
          sum +=
              out[team.index() * width + c] * d_out[team.index() * width + c];
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() == 0) dots[team.index()] = sum;
      });
}

template <typename T>
void QueryGrads(const platform::CUDADeviceContext& device,
                const GradPairs<T>& grads, int64_t first, int64_t rows,
                T* scratch, T* dq) {
  const GradPairs<T> g = grads;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const AttentionPairs<T>& p = g.pairs;
    const int64_t head = team.index() % p.heads;
    const AttentionRow query = p.Query(first + team.index() / p.heads);
    const int64_t seen = p.Seen(query);
    T* scores = scratch + team.index() * p.longest_keys;
    T weight;
    for (int64_t j = team.lane(); j < seen; j += team.size()) {
      scores[j] = g.Score(query, head, j, &weight);
    }
    team.Barrier();
    const int64_t begin = p.key_offsets[query.sequence];
    WeighRows(team, seen, scores, p.k + (begin * p.heads + head) * p.width,
              p.heads * p.width, p.width, p.scale,
              dq + (query.row * p.heads + head) * p.width);
  };
  platform::ForEachTeam(device, rows * g.pairs.heads,
                        g.pairs.longest_keys * (g.pairs.width + 1), body);
}

// Computes the gradients of keys and values, where not null, with a team per
// key: it goes over the queries, so nothing is added across teams. `longest` is
// the length of the longest queries.
template <typename T>
void KeyGrads(const platform::CUDADeviceContext& device,
              const GradPairs<T>& grads, int64_t first, int64_t rows,
              int64_t longest, T* scratch, T* dk, T* dv) {
  const GradPairs<T> g = grads;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const AttentionPairs<T>& p = g.pairs;
    const int64_t head = team.index() % p.heads;
    const AttentionRow key = p.Key(first + team.index() / p.heads);
    const int64_t begin = p.query_offsets[key.sequence];
    const int64_t size = p.query_offsets[key.sequence + 1] - begin;
    T* scores = scratch + team.index() * 2 * longest;
    T* weights = scores + longest;
    for (int64_t i = team.lane(); i < size; i += team.size()) {
      const AttentionRow query = p.Query(begin + i);
      const bool seen = key.place < p.Seen(query);
      weights[i] = 0;
      scores[i] = seen ? g.Score(query, head, key.place, &weights[i]) : T(0);
    }
    team.Barrier();
    const int64_t row = begin * p.heads + head, at = key.row * p.heads + head;
    if (dk != nullptr) {
      WeighRows(team, size, scores, p.q + row * p.width, p.heads * p.width,
                p.width, p.scale, dk + at * p.width);
    }
    if (dv != nullptr) {
      WeighRows(team, size, weights, g.d_out + row * p.v_width,
                p.heads * p.v_width, p.v_width, T(1), dv + at * p.v_width);
    }
  };
  platform::ForEachTeam(device, rows * g.pairs.heads,
                        longest * (g.pairs.width + 1), body);
}

// Computes the gradient of the bias with a team per element, which adds up all
// pairs that share it: no atomics, and a fixed order.
template <typename T>
void BiasGrad(const platform::CUDADeviceContext& device,
              const GradPairs<T>& grads, int64_t queries, T* d_bias) {
  const GradPairs<T> g = grads;
  const int64_t* sizes = g.pairs.bias.sizes;
  const int64_t size = sizes[0] * sizes[1] * sizes[2] * sizes[3];
  const int64_t rows = sizes[2] == 1 ? queries : 1;
  const int64_t heads = sizes[1] == 1 ? g.pairs.heads : 1;
  const int64_t all = (sizes[0] == 1 ? g.pairs.sequences : 1) * heads * rows;
  const auto body = [=] PADDLE_DEVICE(const Team& team) {
    const AttentionPairs<T>& p = g.pairs;
    const int64_t key = team.index() % p.bias.sizes[3];
    int64_t place = team.index() / p.bias.sizes[3];
    const int64_t first_query = place % p.bias.sizes[2];
    place /= p.bias.sizes[2];
    const int64_t first_head = place % p.bias.sizes[1];
    const int64_t first_sequence = place / p.bias.sizes[1];
    T sum = 0;
    for (int64_t i = team.lane(); i < all; i += team.size()) {
      const int64_t sequence = first_sequence + i / (heads * rows);
      const int64_t head = first_head + i / rows % heads;
      const AttentionRow query =
          p.Query(p.query_offsets[sequence] + first_query + i % rows);
      T weight;
      if (key < p.Seen(query)) sum += g.Score(query, head, key, &weight);
    }
    sum = team.Reduce(sum, SumReducer());
    if (team.lane() == 0) d_bias[team.index()] = sum;
  };
  platform::ForEachTeam(device, size, all, body);
}

template <typename T>
T* DataOf(Tensor* x) {
  return x == nullptr ? nullptr : x->mutable_data<T>();
}

}  // namespace

template <class Device, class T>
void Attention(const Device& device, const AttentionBatch& batch,
               const Tensor& q, const Tensor& k, const Tensor& v, Tensor* out,
               Tensor* lse) {
  const DeviceRanges queries(device, batch.queries), keys(device, batch.keys);
  const AttentionPairs<T> p(batch, queries, keys, q, k, v, *out);
  const int64_t rows = PieceRows(p.query_rows, p.heads, p.longest_keys);
  const DeviceScratch<T> scratch(device, rows * p.heads * p.longest_keys);
  T* to = out->mutable_data<T>();
  T* log_sums = lse->mutable_data<T>();
  ForEachPiece(
      p.query_rows, p.heads, p.longest_keys, [&](int64_t first, int64_t count) {
        ForwardRows(device, p, first, count, scratch.data(), to, log_sums);
      });
}

template <class Device, class T>
void AttentionGrad(const Device& device, const AttentionBatch& batch,
                   const Tensor& q, const Tensor& k, const Tensor& v,
                   const Tensor& out, const Tensor& lse, const Tensor& d_out,
                   const AttentionGradients& gradients) {
  const DeviceRanges queries(device, batch.queries), keys(device, batch.keys);
  const AttentionPairs<T> p(batch, queries, keys, q, k, v, out);
  const DeviceScratch<T> dots(device, p.query_rows * p.heads);
  Dots(device, p.query_rows * p.heads, p.v_width, out.data<T>(),
       d_out.data<T>(), dots.data());
  const GradPairs<T> g{p, lse.data<T>(), d_out.data<T>(), dots.data()};
  if (gradients.q != nullptr) {
    T* dq = gradients.q->mutable_data<T>();
    const int64_t rows = PieceRows(p.query_rows, p.heads, p.longest_keys);
    const DeviceScratch<T> scratch(device, rows * p.heads * p.longest_keys);
    ForEachPiece(p.query_rows, p.heads, p.longest_keys,
                 [&](int64_t first, int64_t count) {
                   QueryGrads(device, g, first, count, scratch.data(), dq);
                 });
  }
  const int64_t longest = batch.queries.longest();
  if (gradients.k != nullptr || gradients.v != nullptr) {
    const int64_t rows = PieceRows(p.key_rows, p.heads, 2 * longest);
    const DeviceScratch<T> scratch(device, rows * p.heads * 2 * longest);
    ForEachPiece(p.key_rows, p.heads, 2 * longest,
                 [&](int64_t first, int64_t count) {
                   KeyGrads(device, g, first, count, longest, scratch.data(),
                            DataOf<T>(gradients.k), DataOf<T>(gradients.v));
                 });
  }
  if (gradients.bias == nullptr) return;
  BiasGrad(device, g, longest, gradients.bias->mutable_data<T>());
}

PADDLE_INSTANTIATE(Attention, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(AttentionGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
