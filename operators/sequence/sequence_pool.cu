#include <cmath>

#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/sequence/sequence_pool.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The range of rows of a sequence that a pooling sums up, and the factor.
template <typename T>
struct PooledRows {
  PADDLE_HOST_DEVICE PooledRows(SequencePooling pooling,
                                const DeviceSequences& sequences, int64_t i)
      : begin(sequences.begin(i)), end(sequences.end(i)) {
    const T length = static_cast<T>(end - begin);
    if (begin == end) return;
    if (pooling == SequencePooling::kAverage) scale = T(1) / length;
    if (pooling == SequencePooling::kSqrt) scale = T(1) / std::sqrt(length);
    if (pooling == SequencePooling::kFirst) end = begin + 1;
    if (pooling == SequencePooling::kLast) begin = end - 1;
  }
  int64_t begin;
  int64_t end;
  T scale = T(1);
};

// An element of a column and its row.
template <typename T>
struct Item {
  T value;
  int64_t row;  // -1: none
};

// Returns the greater item, the first of equal ones; NaN exceeds every number.
// Being associative and commutative, it suits any order of reduction.
struct MaxItem {
  template <typename T>
  PADDLE_HOST_DEVICE Item<T> operator()(const Item<T>& a,
                                        const Item<T>& b) const {
    if (a.row < 0 || b.row < 0) return a.row < 0 ? b : a;
    if (Above(a.value, b.value)) return a;
    if (Above(b.value, a.value)) return b;
    return a.row < b.row ? a : b;
  }
  template <typename T>
  PADDLE_HOST_DEVICE static bool Above(T a, T b) {
    return a > b || (a != a && b == b);
  }
};

// Calls store(i, column, part(i, column, first, step)) for each column of each
// sequence; `part` reduces the rows first, first + step, ... of the sequence.
// Wide rows have a thread for each column, which reads coalesced; narrow ones
// would leave the GPU idle, so a team shares each column.
template <typename Part, typename Reducer, typename Store>
void ReduceColumns(const platform::CUDADeviceContext& device,
                   const DeviceSequences& sequences, int64_t rows,
                   int64_t width, const Part& part, const Reducer& reducer,
                   const Store& store) {
  constexpr int64_t kWide = 32;
  const int64_t columns = sequences.count * width;
  if (width >= kWide) {
    platform::ForEach(device, columns, [=] PADDLE_DEVICE(int64_t at) {
      store(at, part(at / width, at % width, 0, 1));
    });
    return;
  }
  platform::ForEachTeam(
      device, columns, rows / (sequences.count + 1),
      [=] PADDLE_DEVICE(const platform::Team& team) {
        const int64_t at = team.index();
        const auto reduced = team.Reduce(
            part(at / width, at % width, team.lane(), team.size()), reducer);
        if (team.lane() == 0) store(at, reduced);
      });
}

// The sum of the rows that one lane reads, already scaled: sums of lanes then
// only add up.
template <typename T>
struct SumPart {
  PADDLE_HOST_DEVICE T operator()(int64_t i, int64_t column, int64_t first,
                                  int64_t step) const {
    const PooledRows<T> rows(pooling, sequences, i);
    // One lane gives what stands for an empty sequence.
    if (sequences.size(i) == 0) return first == 0 ? padding : T(0);
    T sum = T(0);
    for (int64_t r = rows.begin + first; r < rows.end; r += step) {
      sum += x[r * width + column];
    }
    return sum * rows.scale;
  }
  SequencePooling pooling;
  DeviceSequences sequences;
  int64_t width;
  const T* x;
  T padding;
};

template <typename T>
struct SumStore {
  PADDLE_HOST_DEVICE void operator()(int64_t at, T sum) const { out[at] = sum; }
  T* out;
};

// The largest element among the rows that one lane reads. A row of -1 marks a
// lane, or a sequence, without any; it loses to every other item.
template <typename T>
struct MaxPart {
  PADDLE_HOST_DEVICE Item<T> operator()(int64_t i, int64_t column,
                                        int64_t first, int64_t step) const {
    Item<T> most{T(0), -1};
    for (int64_t r = sequences.begin(i) + first; r < sequences.end(i);
         r += step) {
      most = MaxItem()(most, Item<T>{x[r * width + column], r});
    }
    return most;
  }
  DeviceSequences sequences;
  int64_t width;
  const T* x;
};

template <typename T>
struct MaxStore {
  PADDLE_HOST_DEVICE void operator()(int64_t at, const Item<T>& most) const {
    out[at] = most.row < 0 ? padding : most.value;
    index[at] = most.row;
  }
  T* out;
  int64_t* index;
  T padding;
};

}  // namespace

template <class Device, class T>
void SequencePool(const Device& device, SequencePooling pooling,
                  const Tensor& x, Offsets offsets, double pad_value,
                  Tensor* out) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t width = RowWidth(x);
  ReduceColumns(device, sequences, offsets.back(), width,
                SumPart<T>{pooling, sequences, width, x.data<T>(),
                           static_cast<T>(pad_value)},
                SumReducer(), SumStore<T>{out->mutable_data<T>()});
}

template <class Device, class T>
void SequencePoolGrad(const Device& device, SequencePooling pooling,
                      const Tensor& d_out, Offsets offsets, Tensor* d_x) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  platform::ForEach(device, d_x->numel(), [=] PADDLE_DEVICE(int64_t at) {
    const int64_t row = at / width;
    const int64_t i = sequences.Of(row);
    const PooledRows<T> rows(pooling, sequences, i);
    const bool pooled = rows.begin <= row && row < rows.end;
    to[at] = pooled ? from[i * width + (at - row * width)] * rows.scale : T(0);
  });
}

template <class Device, class T>
void SequenceMax(const Device& device, const Tensor& x, Offsets offsets,
                 double pad_value, Tensor* out, Tensor* index) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t width = RowWidth(x);
  ReduceColumns(
      device, sequences, offsets.back(), width,
      MaxPart<T>{sequences, width, x.data<T>()}, MaxItem(),
      MaxStore<T>{out->mutable_data<T>(), index->mutable_data<int64_t>(),
                  static_cast<T>(pad_value)});
}

template <class Device, class T>
void SequenceMaxGrad(const Device& device, const Tensor& d_out,
                     const Tensor& index, Offsets offsets, Tensor* d_x) {
  // Kernels cannot throw: a bad index is recorded and replaced by a legal one.
  const platform::DeviceErrors errors =
      platform::ErrorsOf(device, "sequence_pool_grad: MaxIndex");
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const int64_t width = RowWidth(*d_x);
  const T* from = d_out.data<T>();
  const int64_t* rows = index.data<int64_t>();
  T* to = d_x->mutable_data<T>();
  Fill(device, 0, d_x);
  platform::ForEach(
      device, sequences.count * width, [=] PADDLE_DEVICE(int64_t at) {
        const int64_t i = at / width;
        if (sequences.size(i) == 0) return;
        const int64_t row =
            sequences.begin(i) +
            errors.Checked(rows[at] - sequences.begin(i), sequences.size(i));
        to[row * width + (at - i * width)] = from[at];
      });
}

PADDLE_INSTANTIATE(SequencePool, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(SequencePoolGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE(SequenceMax, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(SequenceMaxGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
