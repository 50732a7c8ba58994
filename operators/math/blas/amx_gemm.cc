#include "paddle/operators/math/blas/amx_gemm.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "paddle/operators/math/blas/amx_kernel.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

// The steps for which a panel of b stays in the first cache, and those for
// which all panels of a tile's rows stay in the second.
constexpr int64_t kInnerSteps = 16;
constexpr int64_t kOuterSteps = 2 * kInnerSteps;
constexpr int64_t kManyPanels = 4;
constexpr int64_t kSmallColumns = 1 << 18;  // elements in the second cache
constexpr int64_t kBlock = kAmxPanel * kAmxPanel;  // sums of two panels

// Multiplies a tile: for each part of the products, its rows by one panel of
// columns after another.
template <typename C>
class Product {
 public:
  explicit Product(const GemmTile<AmxGemm<C>>& tile)
      : tile_(tile),
        steps_(AmxSteps(tile.depth)),
        row_panels_(AmxSteps(tile.rows)),
        column_panels_(AmxSteps(tile.columns)),
        keeps_sums_(steps_ > kOuterSteps),
        one_block_(steps_ <= kInnerSteps),
        reads_rows_(ReadsRows(tile)) {
    const int64_t blocks = keeps_sums_  ? row_panels_ * column_panels_
                           : one_block_ ? 1
                                        : row_panels_;
    const int64_t rows =
        reads_rows_ ? 0 : row_panels_ * std::min(steps_, kOuterSteps);
    sums_ = ThreadScratch<float>(
        ScratchSlot::kPiece,
        blocks * kBlock + (rows + 2 * kInnerSteps) * kAmxStep / 2);
    rows_ = reinterpret_cast<bfloat16*>(sums_ + blocks * kBlock);
    columns_ = rows_ + rows * kAmxStep;
    next_columns_ = columns_ + kInnerSteps * kAmxStep;
  }

  void Run() {
    const AmxTiles tiles;
    for (int64_t first = 0; first < steps_; first += kOuterSteps) {
      RunPart(first, std::min(kOuterSteps, steps_ - first));
    }
    FinishAmxResult(last_);
  }

 private:
  // True if tiles can be read where they lie, of whole lines of the cache. Deep
  // ones are faster packed.
  static bool ReadsRows(const GemmTile<AmxGemm<C>>& tile) {
    return tile.a.column_step == 1 && tile.depth <= kInnerSteps * kAmxDepth &&
           tile.rows % (kAmxPanel / 2) == 0 && tile.depth % kAmxDepth == 0 &&
           tile.a.row_step % kAmxDepth == 0 &&
           reinterpret_cast<uintptr_t>(tile.a.data) % 64 == 0;
  }

  int64_t DepthOf(int64_t first, int64_t steps) const {
    return std::min(steps * kAmxDepth, tile_.depth - first * kAmxDepth);
  }

  void RunPart(int64_t first, int64_t steps) {
    if (!reads_rows_) {
      PackAmxRows(tile_.rows, DepthOf(first, steps),
                  tile_.a.At(0, first * kAmxDepth), rows_);
    }
    for (int64_t panel = 0; panel < column_panels_; ++panel) {
      for (int64_t i = 0; i < steps; i += kInnerSteps) {
        RunPanel(panel, first, i, steps);
      }
    }
  }

  // Some steps of a panel of columns.
  struct Piece {
    int64_t panel;
    int64_t first;
    int64_t steps;
  };

  int64_t ColumnsIn(int64_t panel) const {
    return std::min(kAmxPanel, tile_.columns - panel * kAmxPanel);
  }

  const bfloat16* ColumnsOf(const Piece& piece) {
    if (tile_.packed_b != nullptr) {
      return tile_.packed_b + (piece.panel * steps_ + piece.first) * kAmxStep;
    }
    if (pairs_.count > 0) {  // those of the piece before
      PackAmxPairs(pairs_.count, &pairs_);
      pairs_.count = 0;
      std::swap(columns_, next_columns_);
    } else {
      PackAmxColumns(ColumnsIn(piece.panel), DepthOf(piece.first, piece.steps),
                     BOf(piece), columns_);
    }
    return columns_;
  }

  GemmOperand<const bfloat16> BOf(const Piece& piece) const {
    return tile_.b.At(piece.first * kAmxDepth, piece.panel * kAmxPanel);
  }

  // Lets the next piece be packed while this one is multiplied, if there is one
  // in this part and nothing of it is filled up. Few rows do not give a large b
  // the time.
  void PackNext(Piece next, AmxPanels* panels) {
    panels->pairs = nullptr;
    if (tile_.packed_b != nullptr || tile_.b.column_step != 1 ||
        (row_panels_ < kManyPanels &&
         tile_.depth * tile_.columns > kSmallColumns) ||
        next.panel == column_panels_ || ColumnsIn(next.panel) < kAmxPanel ||
        DepthOf(next.first, next.steps) < next.steps * kAmxDepth) {
      return;
    }
    pairs_ = {BOf(next).data, tile_.b.row_step, next_columns_,
              next.steps * kAmxDepth / 2};
    panels->pairs = &pairs_;
    panels->pairs_a_step =
        (pairs_.count - 1) / (row_panels_ * panels->steps) + 1;
  }

  // Multiplies all rows by a panel of columns, from step i of a part on.
  void RunPanel(int64_t panel, int64_t first, int64_t i, int64_t part) {
    const int64_t steps = std::min(kInnerSteps, part - i);
    AmxPanels p;
    p.steps = steps;
    p.b = ColumnsOf({panel, first + i, steps});
    p.next_b = tile_.packed_b == nullptr ? p.b : p.b + steps * kAmxStep;
    const int64_t next = i + steps == part ? 0 : i + steps;
    PackNext({panel + (next == 0 ? 1 : 0), first + next,
              std::min(kInnerSteps, part - next)},
             &p);
    p.one_tile_of_columns = 2 * ColumnsIn(panel) <= kAmxPanel;
    p.adds = first + i > 0;
    float* sums = sums_ + (keeps_sums_ ? panel * row_panels_ * kBlock : 0);
    const int64_t a_panel = FindRows(first, i, part, &p);
    const bool is_last = first + i + steps == steps_;
    for (int64_t row = 0; row < row_panels_; ++row) {
      p.one_tile_of_rows = 2 * (tile_.rows - row * kAmxPanel) <= kAmxPanel;
      p.sums = p.to = sums;
      p.to_row = kAmxPanel;
      AmxResult<C> result;
      if (is_last) result = ResultOf(row, panel, sums);
      StoreAtOnce(&p, &result);
      MultiplyAmxPanels(p, last_, result);
      last_ = result;
      p.a += a_panel;
      sums += one_block_ ? 0 : kBlock;
      if (tile_.packed_b != nullptr) p.next_b += steps * kAmxFetched;
    }
  }

  // Lets whole tiles be stored where they belong, if that is all there is to
  // do.
  static void StoreAtOnce(AmxPanels* p, AmxResult<C>* result) {
    if constexpr (std::is_same_v<C, float>) {
      if (result->sums == nullptr || result->alpha != 1 || result->beta != 0 ||
          result->rows % (kAmxPanel / 2) != 0 ||
          result->columns % (kAmxPanel / 2) != 0) {
        return;
      }
      p->to = result->c;
      p->to_row = result->stride;
      result->sums = nullptr;
    }
  }

  // Says where the first panel of rows lies; returns how far the next one is.
  int64_t FindRows(int64_t first, int64_t i, int64_t part, AmxPanels* p) const {
    if (reads_rows_) {
      p->a = tile_.a.At(0, (first + i) * kAmxDepth).data;
      p->a_row = tile_.a.row_step;
      p->a_tile = p->a_row * kAmxPanel / 2;
      p->a_step = kAmxDepth;
      return 2 * p->a_tile;
    }
    p->a = rows_ + i * kAmxStep;
    p->a_row = kAmxDepth;
    p->a_tile = kAmxTile;
    p->a_step = kAmxStep;
    return part * kAmxStep;
  }

  AmxResult<C> ResultOf(int64_t row, int64_t panel, const float* sums) const {
    AmxResult<C> result;
    result.sums = sums;
    result.rows = std::min(kAmxPanel, tile_.rows - row * kAmxPanel);
    result.columns = ColumnsIn(panel);
    result.alpha = tile_.alpha;
    result.beta = tile_.beta;
    const auto c = tile_.c.At(row * kAmxPanel, panel * kAmxPanel);
    result.c = c.data;
    result.stride = c.row_step;
    return result;
  }

  const GemmTile<AmxGemm<C>>& tile_;
  const int64_t steps_;
  const int64_t row_panels_;
  const int64_t column_panels_;
  const bool keeps_sums_;  // of all blocks, from part to part
  const bool one_block_;   // of sums is enough, as none is added to
  const bool reads_rows_;
  float* sums_;
  bfloat16* rows_;
  bfloat16* columns_;
  bfloat16* next_columns_;
  AmxPairs pairs_;     // of next_columns_
  AmxResult<C> last_;  // not yet written
};

}  // namespace

template <typename C>
void AmxGemm<C>::Multiply(const GemmTile<AmxGemm<C>>& tile) {
  Product<C>(tile).Run();
}

template struct AmxGemm<float>;
template struct AmxGemm<bfloat16>;

}  // namespace paddle::operators::kernels
