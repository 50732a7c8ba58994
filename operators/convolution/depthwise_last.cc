#include "paddle/operators/convolution/depthwise_last.h"

#include <algorithm>
#include <cstdint>

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/convolution/depthwise_tile.h"
#include "paddle/operators/math/blas/own_order.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The bytes of an image that are read for some channels after the others: so
// many stay in a core's own cache.
constexpr int64_t kBlockBytes = 512 * 1024;

OwnOrder OrderOf(const ConvShape& s) {
  const int64_t taps = Volume(s.kernel);
  return {0,
          {'d', 'e', 'p', 't', 'h'},
          taps,
          s.channels,
          platform::RoundUp(s.channels, kDepthwiseLanes) * taps};
}

// Writes [M / kDepthwiseLanes, KH, KW, kDepthwiseLanes], filled up by zeros,
// from [M, 1, KH, KW].
void Turn(const ConvShape& s, const float* filter, float* turned) {
  const int64_t taps = Volume(s.kernel);
  for (int64_t c = 0; c < s.channels; c += kDepthwiseLanes) {
    const int64_t lanes = std::min(kDepthwiseLanes, s.channels - c);
    for (int64_t t = 0; t < taps; ++t, turned += kDepthwiseLanes) {
      for (int64_t i = 0; i < kDepthwiseLanes; ++i) {
        turned[i] = i < lanes ? filter[(c + i) * taps + t] : 0;
      }
    }
  }
}

// The last rows of an image that windows see, of some channels, with zeros
// around: a ring in memory of the calling thread (ScratchSlot::kPiece), which
// one object at a time may use.
class SeenRows {
 public:
  explicit SeenRows(const ConvShape& s)
      : shape_(s),
        pixels_(SeenPixels(s.kernel[2], s.stride[2], s.out[2])),
        copied_(std::clamp<int64_t>(pixels_ - s.padding[2], 0, s.in[2])) {
    const int64_t size = s.kernel[1] * row_size();
    auto* const memory =
        ThreadScratch<float>(ScratchSlot::kPiece, size + kDepthwiseLanes);
    begin_ = memory;
    // Aligned to a register.
    while (reinterpret_cast<uintptr_t>(begin_) % kRegisterBytes != 0) ++begin_;
    std::fill_n(begin_, size, 0.0F);
  }

  // Begins with row `first` of an image, at `lanes` of its channels.
  void Begin(const float* image, int64_t lanes, int64_t first) {
    image_ = image;
    lanes_ = lanes;
    next_ = first;
  }
  // Copies the rows up to one, which is not copied.
  void CopyUpTo(int64_t end) {
    const int64_t row = shape_.in[2] * shape_.channels;
    for (; next_ < end; ++next_) {
      CopyLanes(copied_, shape_.channels, lanes_, image_ + next_ * row,
                At(next_) + shape_.padding[2] * kDepthwiseLanes);
    }
  }
  // Returns the place of a row of the image.
  float* At(int64_t row) const {
    return begin_ + row % shape_.kernel[1] * row_size();
  }

 private:
  static constexpr int64_t kRegisterBytes = kDepthwiseLanes * sizeof(float);

  int64_t row_size() const { return pixels_ * kDepthwiseLanes; }

  const ConvShape& shape_;
  const int64_t pixels_;  // of a row
  const int64_t copied_;  // those of the image
  float* begin_;
  const float* image_ = nullptr;
  int64_t lanes_ = 0;
  int64_t next_ = 0;
};

// Rows of the output.
struct Rows {
  int64_t begin;
  int64_t end;
};

// Computes rows of the output of an image.
class ImageRun {
 public:
  ImageRun(const ConvShape& shape, const float* filter, const float* bias,
           const ActivationBounds& bounds)
      : shape_(shape), filter_(filter), bias_(bias), seen_(shape) {
    row_.pixels = shape.out[2];
    row_.channels = shape.channels;
    row_.low = bounds.low;
    row_.high = bounds.high;
  }

  void Run(const Rows& rows, const float* image, float* output) {
    for (int64_t c = 0; c < shape_.channels; c += kDepthwiseLanes) {
      row_.lanes = std::min(kDepthwiseLanes, shape_.channels - c);
      row_.bias = bias_ == nullptr ? nullptr : bias_ + c;
      seen_.Begin(image + c, row_.lanes, std::max<int64_t>(Top(rows.begin), 0));
      for (int64_t y = rows.begin; y < rows.end; ++y) {
        row_.output = output + y * shape_.out[2] * shape_.channels + c;
        RunRow(y, filter_ + c * Volume(shape_.kernel));
      }
    }
  }

 private:
  // Returns the row of the image, or before it, under the first one of a
  // window.
  int64_t Top(int64_t y) const {
    return y * shape_.stride[1] - shape_.padding[1];
  }

  void RunRow(int64_t y, const float* filter) {
    const ConvShape& s = shape_;
    const int64_t top = Top(y);
    const int64_t begin = std::clamp<int64_t>(-top, 0, s.kernel[1]);
    const int64_t end = std::clamp<int64_t>(s.in[1] - top, begin, s.kernel[1]);
    // A window beyond the image sees no row of it.
    if (begin < end) seen_.CopyUpTo(top + end);
    for (int64_t i = begin; i < end; ++i) {
      row_.seen[i - begin] = seen_.At(top + i);
    }
    row_.count = end - begin;
    row_.weights = filter + begin * s.kernel[2] * kDepthwiseLanes;
    WeighRow(s.kernel[2], s.stride[2], row_);
  }

  const ConvShape& shape_;
  const float* const filter_;
  const float* const bias_;
  SeenRows seen_;
  DepthwiseRow row_{};
};

// Returns how many rows of the output are computed for some channels after the
// others.
int64_t RowsOfBlock(const ConvShape& s) {
  const int64_t bytes =
      s.in[2] * s.channels * s.stride[1] * static_cast<int64_t>(sizeof(float));
  return std::max<int64_t>(kBlockBytes / bytes, 1);
}

// Returns how many rows are worth a thread: those of about 5 us. The bits of a
// row do not depend on where a thread begins.
int64_t RowsOfThread(const ConvShape& s) {
  constexpr int64_t kWork = 256 * 1024;  // products
  return kWork / (s.out[2] * s.channels * Volume(s.kernel)) + 1;
}

}  // namespace

bool HasDepthwiseLast(const ConvShape& s) {
  return s.is_flat() && s.is_depthwise() && s.filters == s.channels &&
         s.dilation[1] == 1 && s.dilation[2] == 1 &&
         s.kernel[1] <= kDepthwiseRows && s.stride[1] <= s.kernel[1] &&
         HasDepthwiseTiles(s.kernel[2], s.stride[2]);
}

void DepthwiseLast(const ConvShape& s, const ConvLastOperands<float>& operands,
                   ConvFinish<float> finish, float* output) {
  // In memory that all threads read.
  const float* const filter =
      OwnFloats(OrderOf(s), operands.packed,
                [&](float* to) { Turn(s, operands.filter(), to); });
  const ActivationBounds bounds(operands.activation);
  const int64_t step = RowsOfBlock(s), height = s.out[1];
  const int64_t size = s.out[2] * s.channels;
  platform::ParallelFor(
      s.batch * height, RowsOfThread(s), [&](int64_t begin, int64_t end) {
        ImageRun run(s, filter, operands.bias, bounds);
        while (begin < end) {
          const int64_t image = begin / height, y = begin % height;
          const Rows rows{y, std::min({y + step, height, y + end - begin})};
          const int64_t first = image * s.output_size();
          run.Run(rows, operands.input + image * s.input_size(),
                  output + first);
          begin += rows.end - rows.begin;
          if (bounds.are_activation) continue;
          const int64_t at = first + rows.begin * size;
          finish(at, (rows.end - rows.begin) * size, output + at);
        }
      });
}

void PackDepthwiseFilter(const ConvShape& s, const float* filter,
                         Tensor* packed) {
  PackOwn(
      OrderOf(s), [&](float* to) { Turn(s, filter, to); }, packed);
}

}  // namespace paddle::operators::kernels
