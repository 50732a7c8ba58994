#include "paddle/operators/kernels/conv_im2col.h"

#include <algorithm>

#include "paddle/operators/kernels/conv_pieces.h"
#include "paddle/operators/kernels/gemm.h"
#include "paddle/operators/kernels/tap_range.h"
#include "paddle/operators/kernels/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

// The sizes of the product of one group of one image.
struct GroupSizes {
  explicit GroupSizes(const Conv2dShape& s)
      : filters(s.filters / s.groups),
        channels(s.channels / s.groups),
        taps(channels * s.kernel[0] * s.kernel[1]),
        pixels(s.out[0] * s.out[1]),
        input(channels * s.in[0] * s.in[1]),
        output(filters * pixels),
        filter(filters * taps) {}

  int64_t filters;
  int64_t channels;
  int64_t taps;
  int64_t pixels;
  int64_t input;
  int64_t output;
  int64_t filter;
};

TapRange TapOf(const Conv2dShape& s, int axis, int64_t tap) {
  return TapRange(s.in[axis], s.out[axis], s.stride[axis],
                  tap * s.dilation[axis] - s.padding[axis]);
}

// Calls row(columns, image, x) for every row of outputs under every tap:
// `columns` and `image` are where the rows begin, and x says which outputs of
// the row are inside. `outside` gets the rows that are not.
template <typename Row, typename Outside>
void ForEachRow(const Conv2dShape& s, int64_t channels, const Row& row,
                const Outside& outside) {
  int64_t column = 0;
  for (int64_t c = 0; c < channels; ++c) {
    for (int64_t i = 0; i < s.kernel[0]; ++i) {
      const TapRange y = TapOf(s, 0, i);
      for (int64_t j = 0; j < s.kernel[1]; ++j) {
        const TapRange x = TapOf(s, 1, j);
        for (int64_t oy = 0; oy < s.out[0]; ++oy, column += s.out[1]) {
          if (oy < y.begin || oy >= y.end) {
            outside(column);
          } else {
            const int64_t line = c * s.in[0] + y.origin + oy * s.stride[0];
            row(column, line * s.in[1] + x.origin, x);
          }
        }
      }
    }
  }
}

template <typename T>
void ImageToColumns(const Conv2dShape& s, int64_t channels, const T* image,
                    T* columns) {
  const int64_t step = s.stride[1];
  ForEachRow(
      s, channels,
      [&](int64_t column, int64_t at, const TapRange& x) {
        T* out = columns + column;
        std::fill(out, out + x.begin, T(0));
        if (step == 1) {
          std::copy(image + at + x.begin, image + at + x.end, out + x.begin);
        } else {
          for (int64_t o = x.begin; o < x.end; ++o)
            out[o] = image[at + o * step];
        }
        std::fill(out + x.end, out + s.out[1], T(0));
      },
      [&](int64_t column) { std::fill_n(columns + column, s.out[1], T(0)); });
}

// Adds each column element to the image element it was taken from.
template <typename T>
void AddColumnsToImage(const Conv2dShape& s, int64_t channels, const T* columns,
                       T* image) {
  const int64_t step = s.stride[1];
  ForEachRow(
      s, channels,
      [&](int64_t column, int64_t at, const TapRange& x) {
        for (int64_t o = x.begin; o < x.end; ++o) {
          image[at + o * step] += columns[column + o];
        }
      },
      [](int64_t) {});
}

// Calls body(image, group) for the groups of each image of a piece.
template <typename Body>
void ForEachGroup(const Conv2dShape& s, ConvPiece piece, const Body& body) {
  for (int64_t n = piece.begin; n < piece.begin + piece.count; ++n) {
    for (int64_t g = 0; g < s.groups; ++g) body(n, g);
  }
}

}  // namespace

template <typename T>
void Im2ColForward(const platform::DeviceContext& context, const Conv2dShape& s,
                   const T* input, const T* filter, T* output) {
  const GroupSizes z(s);
  ForEachPiece(s, [&](ConvPiece piece) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, z.taps * z.pixels);
    ForEachGroup(s, piece, [&](int64_t n, int64_t g) {
      ImageToColumns(s, z.channels, input + (n * s.groups + g) * z.input,
                     columns);
      Gemm<T>(context, false, false, z.filters, z.pixels, z.taps, T(1),
              filter + g * z.filter, z.taps, columns, z.pixels, T(0),
              output + (n * s.groups + g) * z.output, z.pixels);
    });
  });
}

template <typename T>
void Im2ColBackwardInput(const platform::DeviceContext& context,
                         const Conv2dShape& s, const T* filter,
                         const T* d_output, T* d_input) {
  const GroupSizes z(s);
  ForEachPiece(s, [&](ConvPiece piece) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, z.taps * z.pixels);
    ForEachGroup(s, piece, [&](int64_t n, int64_t g) {
      T* image = d_input + (n * s.groups + g) * z.input;
      Gemm<T>(context, true, false, z.taps, z.pixels, z.filters, T(1),
              filter + g * z.filter, z.taps,
              d_output + (n * s.groups + g) * z.output, z.pixels, T(0), columns,
              z.pixels);
      std::fill_n(image, z.input, T(0));
      AddColumnsToImage(s, z.channels, columns, image);
    });
  });
}

template <typename T>
void Im2ColBackwardFilter(const platform::DeviceContext& context,
                          const Conv2dShape& s, const T* input,
                          const T* d_output, T* d_filter) {
  const GroupSizes z(s);
  const auto add = [&](ConvPiece piece, bool first, T* sums) {
    T* columns = ThreadScratch<T>(ScratchSlot::kPiece, z.taps * z.pixels);
    ForEachGroup(s, piece, [&](int64_t n, int64_t g) {
      const bool write = first && n == piece.begin;
      ImageToColumns(s, z.channels, input + (n * s.groups + g) * z.input,
                     columns);
      Gemm<T>(context, false, true, z.filters, z.taps, z.pixels, T(1),
              d_output + (n * s.groups + g) * z.output, z.pixels, columns,
              z.pixels, T(write ? 0 : 1), sums + g * z.filter, z.taps);
    });
  };
  SumOverPieces<T>(s, s.filter_size(), add, d_filter);
}

#define PADDLE_INSTANTIATE_(T)                                                 \
  template void Im2ColForward<T>(const platform::DeviceContext&,               \
                                 const Conv2dShape&, const T*, const T*, T*);  \
  template void Im2ColBackwardInput<T>(const platform::DeviceContext&,         \
                                       const Conv2dShape&, const T*, const T*, \
                                       T*);                                    \
  template void Im2ColBackwardFilter<T>(const platform::DeviceContext&,        \
                                        const Conv2dShape&, const T*,          \
                                        const T*, T*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
