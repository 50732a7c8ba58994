#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/device_scratch.h"
#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/operators/structured/chunk_eval.h"
#include "paddle/operators/structured/chunk_tags.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The numbers that are summed up over rows, in the order of ChunkCounts.
enum Number { kInferred, kLabeled, kCorrect, kNumbers };

// Two taggings of the same rows.
struct Taggings {
  using Tags = ChunkTags<RowLabels<>>;

  // Returns the contribution of a row: 1 if a chunk that counts begins there.
  PADDLE_HOST_DEVICE int64_t Count(int64_t number, int64_t row) const {
    const int64_t sequence = sequences.Of(row);
    const bool first = row == sequences.begin(sequence);
    if (number == kInferred) return Begins(inference, first, row);
    if (number == kLabeled) return Begins(label, first, row);
    return Begins(inference, first, row) && Begins(label, first, row) &&
           AreSame(row, sequences.end(sequence));
  }

  Tags inference, label;
  DeviceSequences sequences;

 private:
  PADDLE_HOST_DEVICE static bool Begins(const Tags& tags, bool first,
                                        int64_t row) {
    return (first || !tags.Continues(row)) && tags.Counts(tags.TypeAt(row));
  }
  // True if the chunks of both taggings that begin in a row have one type and
  // length.
  PADDLE_HOST_DEVICE bool AreSame(int64_t row, int64_t end) const {
    if (inference.TypeAt(row) != label.TypeAt(row)) return false;
    for (++row; row < end; ++row) {
      const bool goes_on = inference.Continues(row);
      if (goes_on != label.Continues(row)) return false;
      if (!goes_on) return true;
    }
    return true;
  }
};

}  // namespace

// Computes a term for each row and number, and reduces: even a few long
// sequences then occupy the GPU, which a thread per sequence would not.
template <class Device>
void EvaluateChunks(const Device& device, const Tensor& inference,
                    const Tensor& label, Offsets offsets,
                    const ChunkScheme& scheme, int64_t types,
                    absl::Span<const int64_t> excluded,
                    const ChunkScores& out) {
  const SequencesOnDevice sequences(device, offsets);
  const DeviceCopy copy(device, excluded);
  const auto tags = [&](const char* what, const Tensor& tensor) {
    return Taggings::Tags{
        RowLabels<>(device, what, tensor, types * scheme.tags + 1), scheme,
        types, copy.data(), static_cast<int64_t>(excluded.size())};
  };
  const Taggings both{tags("chunk_eval: Inference", inference),
                      tags("chunk_eval: Label", label), sequences.get()};
  const int64_t rows = offsets.back();
  const framework::Dims space({kNumbers, rows});
  const AxisSet axes = AxisSet().set(1);
  const int64_t scratch = kNumbers + ReductionScratchOnCUDA(space, axes);
  const DeviceScratch<int64_t> memory(device, scratch);
  int64_t* const sums = memory.data();
  ReduceAxesOnCUDA<int64_t>(
      device, space, axes, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t number) {
        return both.Count(number, i - number * rows);
      },
      Itself(), [=](size_t) { return sums + kNumbers; }, sums);
  const ChunkScores scores = out;
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    PutScores({sums[kInferred], sums[kLabeled], sums[kCorrect]}, scores);
  });
}

PADDLE_INSTANTIATE_ONE(EvaluateChunks<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
