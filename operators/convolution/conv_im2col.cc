#include "paddle/operators/convolution/conv_im2col.h"

#include <algorithm>

#include "paddle/operators/convolution/conv_pieces.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/windows/tap_range.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

// The sizes of the products of one group of one image: one for each slice of
// outputs of one depth, so that the columns stay few.
struct GroupSizes {
  explicit GroupSizes(const ConvShape& s)
      : filters(s.filters / s.groups),
        channels(s.channels / s.groups),
        taps(channels * Volume(s.kernel)),
        slice(s.out[1] * s.out[2]),
        pixels(s.out[0] * slice),
        input(channels * Volume(s.in)),
        output(filters * pixels),
        filter(filters * taps) {}

  int64_t filters;
  int64_t channels;
  int64_t taps;
  int64_t slice;
  int64_t pixels;
  int64_t input;
  int64_t output;
  int64_t filter;
};

TapRange TapOf(const ConvShape& s, int axis, int64_t tap) {
  return TapRange(s.in[axis], s.out[axis], s.stride[axis],
                  tap * s.dilation[axis] - s.padding[axis]);
}

// Calls row(columns, image, x) for every row of the outputs of depth z under
// every tap: `columns` and `image` are where the rows begin, and x says which
// outputs of the row are inside. outside(columns, rows) gets rows that are not.
template <typename Row, typename Outside>
void ForEachRow(const ConvShape& s, int64_t channels, int64_t z, const Row& row,
                const Outside& outside) {
  int64_t column = 0;
  const auto plane = [&](int64_t first_line) {
    for (int64_t i = 0; i < s.kernel[1]; ++i) {
      const TapRange y = TapOf(s, 1, i);
      for (int64_t j = 0; j < s.kernel[2]; ++j) {
        const TapRange x = TapOf(s, 2, j);
        for (int64_t oy = 0; oy < s.out[1]; ++oy, column += s.out[2]) {
          if (oy < y.begin || oy >= y.end) {
            outside(column, 1);
          } else {
            const int64_t line = first_line + y.origin + oy * s.stride[1];
            row(column, line * s.in[2] + x.origin, x);
          }
        }
      }
    }
  };
  const int64_t rows = s.kernel[1] * s.kernel[2] * s.out[1];
  for (int64_t c = 0; c < channels; ++c) {
    for (int64_t h = 0; h < s.kernel[0]; ++h) {
      const int64_t depth = z * s.stride[0] + h * s.dilation[0] - s.padding[0];
      if (depth >= 0 && depth < s.in[0]) {
        plane((c * s.in[0] + depth) * s.in[1]);
      } else {
        outside(column, rows);
        column += rows * s.out[2];
      }
    }
  }
}

template <typename T>
void ImageToColumns(const ConvShape& s, int64_t channels, int64_t z,
                    const T* image, T* columns) {
  const int64_t step = s.stride[2];
  ForEachRow(
      s, channels, z,
      [&](int64_t column, int64_t at, const TapRange& x) {
        T* out = columns + column;
        std::fill(out, out + x.begin, T(0));
        if (step == 1) {
          std::copy(image + at + x.begin, image + at + x.end, out + x.begin);
        } else {
          for (int64_t o = x.begin; o < x.end; ++o)
            out[o] = image[at + o * step];
        }
        std::fill(out + x.end, out + s.out[2], T(0));
      },
      [&](int64_t column, int64_t rows) {
        std::fill_n(columns + column, rows * s.out[2], T(0));
      });
}

// Adds each column element to the image element it was taken from.
template <typename T>
void AddColumnsToImage(const ConvShape& s, int64_t channels, int64_t z,
                       const T* columns, T* image) {
  const int64_t step = s.stride[2];
  ForEachRow(
      s, channels, z,
      [&](int64_t column, int64_t at, const TapRange& x) {
        for (int64_t o = x.begin; o < x.end; ++o) {
          image[at + o * step] += columns[column + o];
        }
      },
      [](int64_t, int64_t) {});
}

// Calls body(image, group, depth of outputs) for each slice of the groups of
// each image of a piece.
template <typename Body>
void ForEachSlice(const ConvShape& s, ConvPiece piece, const Body& body) {
  for (int64_t n = piece.begin; n < piece.begin + piece.count; ++n) {
    for (int64_t g = 0; g < s.groups; ++g) {
      for (int64_t z = 0; z < s.out[0]; ++z) body(n, g, z);
    }
  }
}

}  // namespace

template <class Device, class T>
void Im2ColForward(const Device& context, const ConvShape& s, const T* input,
                   const T* filter, T* output) {
  const GroupSizes k(s);
  ForEachPiece(s, [&](ConvPiece piece) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, k.taps * k.slice);
    ForEachSlice(s, piece, [&](int64_t n, int64_t g, int64_t z) {
      ImageToColumns(s, k.channels, z, input + (n * s.groups + g) * k.input,
                     columns);
      Gemm<Device, T>(context, false, false, k.filters, k.slice, k.taps, T(1),
                      filter + g * k.filter, k.taps, columns, k.slice, T(0),
                      output + (n * s.groups + g) * k.output + z * k.slice,
                      k.pixels);
    });
  });
}

template <class Device, class T>
void Im2ColBackwardInput(const Device& context, const ConvShape& s,
                         const T* filter, const T* d_output, T* d_input) {
  const GroupSizes k(s);
  ForEachPiece(s, [&](ConvPiece piece) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, k.taps * k.slice);
    ForEachSlice(s, piece, [&](int64_t n, int64_t g, int64_t z) {
      T* image = d_input + (n * s.groups + g) * k.input;
      Gemm<Device, T>(context, true, false, k.taps, k.slice, k.filters, T(1),
                      filter + g * k.filter, k.taps,
                      d_output + (n * s.groups + g) * k.output + z * k.slice,
                      k.pixels, T(0), columns, k.slice);
      // The first slice of an image clears it, while it is on its way to the
      // cache.
      if (z == 0) std::fill_n(image, k.input, T(0));
      AddColumnsToImage(s, k.channels, z, columns, image);
    });
  });
}

template <class Device, class T>
void Im2ColBackwardFilter(const Device& context, const ConvShape& s,
                          const T* input, const T* d_output, T* d_filter) {
  const GroupSizes k(s);
  const auto add = [&](ConvPiece piece, bool first, T* sums) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, k.taps * k.slice);
    ForEachSlice(s, piece, [&](int64_t n, int64_t g, int64_t z) {
      const bool write = first && n == piece.begin && z == 0;
      ImageToColumns(s, k.channels, z, input + (n * s.groups + g) * k.input,
                     columns);
      Gemm<Device, T>(context, false, true, k.filters, k.taps, k.slice, T(1),
                      d_output + (n * s.groups + g) * k.output + z * k.slice,
                      k.pixels, columns, k.slice, T(write ? 0 : 1),
                      sums + g * k.filter, k.taps);
    });
  };
  SumOverPieces<T>(s, s.filter_size(), add, d_filter);
}

PADDLE_INSTANTIATE(Im2ColForward, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(Im2ColBackwardInput, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE(Im2ColBackwardFilter, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
