#include "paddle/operators/convolution/winograd_group.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels::winograd {
namespace {

void MultiplyEach(int64_t products,
                  absl::FunctionRef<void(int64_t i)> multiply) {
  platform::ParallelFor(products, 1, [&](int64_t begin, int64_t end) {
    const platform::SerialLibraries serial;
    for (int64_t i = begin; i < end; ++i) multiply(i);
  });
}

// Finishes the rows of a tile that was written.
void FinishTile(const TilePlace& at, int64_t tile, int64_t image,
                absl::FunctionRef<void(int64_t, int64_t)> finish) {
  const int64_t rows = std::min(tile, at.image.height - at.row);
  const int64_t columns = std::min(tile, at.image.width - at.column);
  for (int64_t i = 0; i < rows; ++i) {
    finish(image + at.image.offset(at.row + i, at.column),
           columns * at.image.channels);
  }
}

}  // namespace

int64_t TilesOf(const ConvShape& s, int tile) {
  return platform::CeilDivide(s.out[1], tile) *
         platform::CeilDivide(s.out[2], tile);
}

Factors FilterFactors(const ConvShape& s, int tile) {
  Factors factors;
  factors.tile = tile;
  factors.rows = s.channels;
  factors.columns = s.filters;
  return factors;
}

bool AreFew(const Factors& filter) { return filter.size() <= kOwnElements; }

Groups::Groups(const ConvShape& s, const Factors& filter, bool may_be_small)
    : batch(s.batch),
      small(may_be_small && s.batch > 1),
      elements(small ? kOwnElements : kSharedElements) {
  // Small groups are cut further until there are so many.
  constexpr int64_t kMany = 8;
  const int64_t tiles = TilesOf(s, filter.tile);
  const int64_t image = filter.products() * tiles * (s.channels + s.filters);
  images = elements / image;
  if (small) {
    images = std::min(images, std::max(platform::CeilDivide(kFewTiles, tiles),
                                       platform::CeilDivide(batch, kMany)));
  }
  images = std::clamp<int64_t>(images, 1, batch);
  count = platform::CeilDivide(batch, images);
}

Groups Groups::OfOne(const ConvShape& s, const Factors& filter) {
  Groups groups(s, filter, AreFew(filter));
  groups.elements = kSharedElements;
  groups.images = 1;
  groups.count = s.batch;
  return groups;
}

GroupRun::GroupRun(const ConvShape& s, int tile, int64_t images,
                   int64_t elements)
    : shape_(s),
      in_{s.in[1], s.in[2], s.channels},
      out_{s.out[1], s.out[2], s.filters},
      tiles_(TilesOf(s, tile)) {
  inputs_.tile = outputs_.tile = tile;
  const int64_t of_tile = inputs_.products() * (s.channels + s.filters);
  block_ = std::min(images * tiles_, std::max(kFewTiles, elements / of_tile));
  inputs_.rows = outputs_.rows = block_;
  inputs_.columns = s.channels;
  outputs_.columns = s.filters;
  const int64_t in = s.channels_last ? 0 : images * in_.size();
  const int64_t out = s.channels_last ? 0 : images * out_.size();
  inputs_.data = ThreadScratch<float>(
      ScratchSlot::kPiece, inputs_.size() + outputs_.size() + in + out);
  outputs_.data = inputs_.data + inputs_.size();
  float* const room = outputs_.data + outputs_.size();
  turned_in_ = {in_, s.channels_last, room};
  turned_out_ = {out_, s.channels_last, room + in};
}

template <typename T>
void GroupRun::Forward(const Group& group, const T* input,
                       const Factors& filter, const Finish<T>& finish,
                       T* output) const {
  const int64_t first = group.first * out_.size();
  const T* x = input + group.first * in_.size();
  T* y = output + first;
  if constexpr (std::is_same_v<T, float>) {
    x = turned_in_.Read(x, group.images);
    y = turned_out_.Room(y);
  }
  ForEachBlock(group, [&](const Tiles& tiles) {
    ReadInputs(tiles, x);
    Multiply(tiles, filter);
    ForEachTile(tiles, out_, [&](const TilePlace& at, int64_t image) {
      InRegisters<T> of_image = finish.in_registers;
      if (of_image.residual != nullptr) of_image.residual += first + image;
      WriteResults(at, outputs_, of_image, y + image);
      if (finish.rest == nullptr) return;
      FinishTile(at, inputs_.tile, first + image, *finish.rest);
    });
  });
  if constexpr (std::is_same_v<T, float>) {
    turned_out_.Write(group.images, output + first);
  }
}

void GroupRun::Multiply(const Tiles& tiles, const Factors& filter) const {
  MultiplyEach(filter.products(), [&](int64_t i) {
    int64_t column = 0;
    while (column < filter.columns) {
      const Panel panel(filter, column);
      SerialGemm(GemmArgs<float>{
          false, false, tiles.count, panel.columns, filter.rows, 1,
          inputs_.Matrix(i), filter.rows, filter.Matrix(i) + panel.offset,
          panel.columns, 0, outputs_.Matrix(i) + column, filter.columns});
      column += panel.columns;
    }
  });
}

void GroupRun::BackwardFilter(const Group& group, const float* input,
                              const float* d_output, float beta,
                              const Factors& sums) const {
  const float* const x =
      turned_in_.Read(input + group.first * in_.size(), group.images);
  const float* const dy =
      turned_out_.Read(d_output + group.first * out_.size(), group.images);
  ForEachBlock(group, [&](const Tiles& tiles) {
    ReadInputs(tiles, x);
    ForEachTile(tiles, out_, [&](const TilePlace& at, int64_t image) {
      WriteGradFactors(at, dy + image, outputs_);
    });
    const float old = tiles.first == 0 ? beta : 1;
    MultiplyEach(sums.products(), [&](int64_t i) {
      SerialGemm(GemmArgs<float>{true, false, sums.rows, sums.columns,
                                 tiles.count, 1, inputs_.Matrix(i), sums.rows,
                                 outputs_.Matrix(i), sums.columns, old,
                                 sums.Matrix(i), sums.columns});
    });
  });
}

void GroupRun::ForEachBlock(const Group& group,
                            absl::FunctionRef<void(const Tiles&)> body) const {
  const int64_t count = group.images * tiles_;
  for (int64_t first = 0; first < count; first += block_) {
    body({first, std::min(block_, count - first)});
  }
}

void GroupRun::ForEachTile(
    const Tiles& tiles, const Images& images,
    absl::FunctionRef<void(TilePlace, int64_t)> body) const {
  constexpr int64_t kGrain = 16 * 1024;  // elements that are worth a thread
  const int64_t tile = inputs_.tile;
  const int64_t columns = platform::CeilDivide(shape_.out[2], tile);
  platform::ParallelFor(
      tiles.count, kGrain / (inputs_.products() * images.channels) + 1,
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = (tiles.first + i) / tiles_;
          const int64_t at = (tiles.first + i) % tiles_;
          body({images, at / columns * tile, at % columns * tile, i},
               image * images.size());
        }
      });
}

template <typename T>
void GroupRun::ReadInputs(const Tiles& tiles, const T* x) const {
  ForEachTile(tiles, in_, [&](TilePlace at, int64_t image) {
    at.row -= shape_.padding[1];
    at.column -= shape_.padding[2];
    WriteInputFactors(at, x + image, inputs_);
  });
}

template <typename T>
void ForwardAll(const ConvShape& s, const Groups& groups, const T* input,
                const Factors& filter, const Finish<T>& finish, T* output) {
  platform::ParallelFor(
      groups.count, groups.small ? 1 : groups.count,
      [&](int64_t begin, int64_t end) {
        const GroupRun run(s, filter.tile, groups.images, groups.elements);
        for (int64_t i = begin; i < end; ++i) {
          run.Forward(groups.At(i), input, filter, finish, output);
        }
      });
}

PADDLE_INSTANTIATE_ONE(ForwardAll<float>);
PADDLE_INSTANTIATE_ONE(ForwardAll<platform::bfloat16>);

}  // namespace paddle::operators::kernels::winograd
