#include "paddle/operators/convolution/winograd_group.h"

#include <algorithm>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels::winograd {
namespace {

int64_t TilesOf(int64_t size) { return platform::CeilDivide(size, kTile); }

void MultiplyEach(absl::FunctionRef<void(int64_t i)> multiply) {
  platform::ParallelFor(kProducts, 1, [&](int64_t begin, int64_t end) {
    const platform::SerialLibraries serial;
    for (int64_t i = begin; i < end; ++i) multiply(i);
  });
}

// Finishes the rows of a tile that was written.
void FinishTile(const TilePlace& at, int64_t image,
                const GroupRun::Finish& finish) {
  const int64_t rows = std::min<int64_t>(kTile, at.image.height - at.row);
  const int64_t columns = std::min<int64_t>(kTile, at.image.width - at.column);
  for (int64_t i = 0; i < rows; ++i) {
    finish(image + at.image.offset(at.row + i, at.column),
           columns * at.image.channels);
  }
}

}  // namespace

int64_t TilesOf(const ConvShape& s) {
  return TilesOf(s.out[1]) * TilesOf(s.out[2]);
}

Factors FilterFactors(const ConvShape& s) {
  Factors factors;
  factors.rows = s.channels;
  factors.columns = s.filters;
  return factors;
}

bool AreFew(const Factors& filter) { return filter.size() <= kOwnElements; }

GroupRun::GroupRun(const ConvShape& s, int64_t images, int64_t elements)
    : shape_(s),
      in_{s.in[1], s.in[2], s.channels},
      out_{s.out[1], s.out[2], s.filters},
      tiles_(winograd::TilesOf(s)),
      block_(std::min(
          images * tiles_,
          std::max(kFewTiles,
                   elements / (kProducts * (s.channels + s.filters))))) {
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

void GroupRun::Forward(const Group& group, const float* input,
                       const Factors& filter, const float* bias,
                       const Finish* finish, float* output) const {
  const int64_t first = group.first * out_.size();
  const float* const x =
      turned_in_.Read(input + group.first * in_.size(), group.images);
  float* const y = turned_out_.Room(output + first);
  ForEachBlock(group, [&](const Tiles& tiles) {
    ReadInputs(tiles, x);
    MultiplyEach([&](int64_t i) {
      SerialGemm(GemmArgs<float>{false, false, tiles.count, filter.columns,
                                 filter.rows, 1, inputs_.Matrix(i), filter.rows,
                                 filter.Matrix(i), filter.columns, 0,
                                 outputs_.Matrix(i), filter.columns});
    });
    ForEachTile(tiles, out_, [&](const TilePlace& at, int64_t image) {
      WriteResults(at, outputs_, bias, y + image);
      if (finish != nullptr) FinishTile(at, first + image, *finish);
    });
  });
  turned_out_.Write(group.images, output + first);
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
    MultiplyEach([&](int64_t i) {
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
  const int64_t columns = TilesOf(shape_.out[2]);
  platform::ParallelFor(
      tiles.count, kGrain / (kProducts * images.channels) + 1,
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = (tiles.first + i) / tiles_;
          const int64_t at = (tiles.first + i) % tiles_;
          body({images, at / columns * kTile, at % columns * kTile, i},
               image * images.size());
        }
      });
}

void GroupRun::ReadInputs(const Tiles& tiles, const float* x) const {
  ForEachTile(tiles, in_, [&](TilePlace at, int64_t image) {
    at.row -= shape_.padding[1];
    at.column -= shape_.padding[2];
    WriteInputFactors(at, x + image, inputs_);
  });
}

}  // namespace paddle::operators::kernels::winograd
