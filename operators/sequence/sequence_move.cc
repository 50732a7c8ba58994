#include "paddle/operators/sequence/sequence_move.h"

#include <cstring>

#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

const char* BytesOf(const Tensor& x) {
  return static_cast<const char*>(x.raw_data());
}

char* MutableBytesOf(Tensor* x) {
  return static_cast<char*>(x->raw_mutable_data());
}

// Calls body(j, joined, own, rows) for sequence i of each input j, in parallel
// over i: its `rows` rows begin at `joined` in the joined tensor and at `own`
// in the input. All offsets follow from those of the inputs, without a table.
template <typename Body>
void ForEachPiece(absl::Span<const Offsets> offsets, int64_t row_work,
                  const Body& body) {
  ForEachSequence(offsets[0], row_work * static_cast<int64_t>(offsets.size()),
                  [&](int64_t i, int64_t, int64_t) {
                    int64_t at = 0;
                    for (Offsets input : offsets) at += input[i];
                    for (size_t j = 0; j < offsets.size(); ++j) {
                      const int64_t rows = offsets[j][i + 1] - offsets[j][i];
                      body(j, at, offsets[j][i], rows);
                      at += rows;
                    }
                  });
}

}  // namespace

template <class Device>
void SequenceConcat(const Device&, absl::Span<const Tensor* const> inputs,
                    absl::Span<const Offsets> offsets, Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t bytes = RowBytes(*out);
  char* to = MutableBytesOf(out);
  // Work is counted in elements, here of the usual 4 bytes.
  ForEachPiece(offsets, bytes / 4,
               [&](size_t j, int64_t joined, int64_t own, int64_t rows) {
                 if (rows == 0) return;
                 std::memcpy(to + joined * bytes,
                             BytesOf(*inputs[j]) + own * bytes, rows * bytes);
               });
}

template <class Device>
void SequenceSplit(const Device&, const Tensor& x,
                   absl::Span<const Offsets> offsets,
                   absl::Span<Tensor* const> outputs) {
  if (x.numel() == 0) return;
  const int64_t bytes = RowBytes(x);
  const char* from = BytesOf(x);
  ForEachPiece(offsets, bytes / 4,
               [&](size_t j, int64_t joined, int64_t own, int64_t rows) {
                 // memcpy must not get the null pointer of an empty tensor,
                 // even for no bytes.
                 if (rows == 0 || outputs[j] == nullptr) return;
                 std::memcpy(MutableBytesOf(outputs[j]) + own * bytes,
                             from + joined * bytes, rows * bytes);
               });
}

template <class Device>
void SequenceReverse(const Device&, const Tensor& x, Offsets offsets,
                     Tensor* out) {
  const int64_t bytes = RowBytes(x);
  if (bytes == 0) return;
  const char* from = BytesOf(x);
  char* to = MutableBytesOf(out);
  ForEachSequence(offsets, bytes / 4, [=](int64_t, int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      std::memcpy(to + r * bytes, from + (begin + end - 1 - r) * bytes, bytes);
    }
  });
}

template <class Device>
void SequenceSlice(const Device&, const Tensor& x,
                   absl::Span<const int64_t> first, Offsets offsets,
                   Tensor* out) {
  if (out->numel() == 0) return;
  const int64_t bytes = RowBytes(x);
  const char* from = BytesOf(x);
  char* to = MutableBytesOf(out);
  ForEachSequence(offsets, bytes / 4,
                  [=](int64_t i, int64_t begin, int64_t end) {
                    std::memcpy(to + begin * bytes, from + first[i] * bytes,
                                (end - begin) * bytes);
                  });
}

template <class Device>
void SequenceSliceGrad(const Device&, const Tensor& d_out,
                       absl::Span<const int64_t> first, Offsets offsets,
                       Tensor* d_x) {
  if (d_x->numel() == 0) return;
  const int64_t bytes = RowBytes(*d_x);
  const int64_t rows = d_x->dims()[0];
  const char* from = BytesOf(d_out);
  char* to = MutableBytesOf(d_x);
  // Each sequence clears the rows between its slice and the next one, so every
  // row is written exactly once, by one thread.
  const int64_t before = first.empty() ? rows : first[0];
  std::memset(to, 0, before * bytes);
  ForEachSequence(
      offsets, bytes / 4, [=](int64_t i, int64_t begin, int64_t end) {
        const size_t next = static_cast<size_t>(i) + 1;
        const int64_t last = next < first.size() ? first[next] : rows;
        char* zeros = to + (first[i] + end - begin) * bytes;
        if (begin < end) {
          std::memcpy(to + first[i] * bytes, from + begin * bytes,
                      (end - begin) * bytes);
        }
        std::memset(zeros, 0, to + last * bytes - zeros);
      });
}

PADDLE_INSTANTIATE_ONE(SequenceConcat<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSplit<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceReverse<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSlice<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(SequenceSliceGrad<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
