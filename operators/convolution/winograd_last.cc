#include "paddle/operators/convolution/winograd_last.h"

#include <cstring>

#include "paddle/operators/convolution/winograd.h"
#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using winograd::Factors;
using winograd::FilterOrder;
using winograd::GroupRun;

// Stands before the factors. It is no order of oneDNN, which would begin with
// the number of axes.
struct Note {
  int64_t no_axes = 0;
  char name[8] = {'w', 'i', 'n', 'o', 'g', 'r', 'a', 'd'};
  int64_t channels;
  int64_t filters;
};
static_assert(sizeof(Note) <= kPackedNoteBytes);

Note NoteOf(const Factors& factors) {
  Note note;
  note.channels = factors.rows;
  note.filters = factors.columns;
  return note;
}

bool HasRoom(const Factors& factors, const Tensor& packed) {
  const int64_t bytes = factors.size() * static_cast<int64_t>(sizeof(float));
  return static_cast<int64_t>(packed.bytes()) >= kPackedNoteBytes + bytes;
}

// Returns the factors in a tensor; null if it has others or none.
float* FindFactors(const Factors& factors, const Tensor& packed) {
  const auto* begin = static_cast<const char*>(packed.raw_data());
  const Note note = NoteOf(factors);
  if (!HasRoom(factors, packed) ||
      std::memcmp(begin, &note, sizeof(note)) != 0) {
    return nullptr;
  }
  // Nobody writes them: Factors has one pointer for both.
  return reinterpret_cast<float*>(const_cast<char*>(begin) + kPackedNoteBytes);
}

// Returns the factors of the filter, packed or made now, in memory that all
// images read.
Factors FactorsOf(const ConvShape& s, const ConvLastOperands<float>& operands) {
  Factors factors = winograd::FilterFactors(s);
  if (operands.packed != nullptr) {
    factors.data = FindFactors(factors, *operands.packed);
  }
  if (factors.data == nullptr) {
    factors.data = ThreadScratch<float>(ScratchSlot::kShared, factors.size());
    winograd::WriteFilterFactors(FilterOrder::kForward, operands.filter(),
                                 factors);
  }
  return factors;
}

}  // namespace

bool HasWinogradLast(const ConvShape& shape) {
  ConvShape image = shape;
  image.batch = 1;
  image.each_alone = false;
  return HasWinogradCode(image);
}

// Images are computed one by one: products of several would have other bits
// where a library computes them.
void WinogradLast(const ConvShape& shape,
                  const ConvLastOperands<float>& operands,
                  ConvFinish<float> finish, float* output) {
  ConvShape s = shape;
  s.channels_last = true;
  const Factors factors = FactorsOf(s, operands);
  const auto in_place = [&](int64_t first, int64_t count) {
    finish(first, count, output + first);
  };
  const GroupRun::Finish finish_all = in_place;
  platform::ParallelFor(s.batch, winograd::AreFew(factors) ? 1 : s.batch,
                        [&](int64_t begin, int64_t end) {
                          const GroupRun run(s, 1, winograd::kSharedElements);
                          for (int64_t i = begin; i < end; ++i) {
                            run.Forward({i, 1}, operands.input, factors,
                                        operands.bias, &finish_all, output);
                          }
                        });
}

void PackWinogradFilter(const ConvShape& s, const float* filter,
                        Tensor* packed) {
  Factors factors = winograd::FilterFactors(s);
  auto* const begin = static_cast<char*>(packed->raw_mutable_data());
  std::memset(begin, 0, packed->bytes());
  if (!HasRoom(factors, *packed)) return;
  const Note note = NoteOf(factors);
  std::memcpy(begin, &note, sizeof(note));
  factors.data = reinterpret_cast<float*>(begin + kPackedNoteBytes);
  winograd::WriteFilterFactors(FilterOrder::kForward, filter, factors);
}

}  // namespace paddle::operators::kernels
