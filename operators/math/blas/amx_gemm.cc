#include "paddle/operators/math/blas/amx_gemm.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "paddle/operators/math/blas/amx_kernel.h"
#include "paddle/operators/math/blas/amx_odd_numbers.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

// The steps for which a panel of b stays in the first cache, and those for
// which all panels of a tile's rows stay in the second.
template <typename T>
constexpr int64_t kInnerStepsOf = kAmxTerms<T> == 1 ? 16 : 4;
template <typename T>
constexpr int64_t kOuterStepsOf = kAmxTerms<T> == 1 ? 32 : 16;
constexpr int64_t kManyPanels = 4;
constexpr int64_t kSmallColumns = 1 << 18;  // elements in the second cache
constexpr int64_t kBlock = kAmxPanel * kAmxPanel;  // sums of two panels

// Products of bfloat16 are all AMX's.
struct NoOddNumbers {
  template <typename Tile>
  explicit NoOddNumbers(const Tile&) {}
  void SeeRows(int64_t, int64_t, const bfloat16*) {}
  void SeeColumns(int64_t, int64_t, const bfloat16*) {}
  bool AreIn(int64_t, int64_t) const { return false; }
  void AddUp(int64_t, int64_t, float*) const {}
};

// Multiplies a tile: for each part of the products, its rows by one panel of
// columns after another.
template <typename T, typename C>
class Product {
 public:
  using Tile = GemmTile<AmxGemm<T, C>>;

  explicit Product(const Tile& tile)
      : tile_(tile),
        steps_(AmxSteps(tile.depth)),
        row_panels_(AmxSteps(tile.rows)),
        column_panels_(AmxSteps(tile.columns)),
        keeps_sums_(steps_ > kOuterSteps),
        one_block_(steps_ <= kInnerSteps),
        reads_rows_(ReadsRows(tile)),
        odd_(tile) {
    const int64_t blocks = keeps_sums_  ? row_panels_ * column_panels_
                           : one_block_ ? 1
                                        : row_panels_;
    const int64_t rows =
        reads_rows_ ? 0 : row_panels_ * std::min(steps_, kOuterSteps);
    sums_ = ThreadScratch<float>(
        ScratchSlot::kTile,
        blocks * kBlock + (rows + 2 * kInnerSteps) * kStep / 2);
    rows_ = reinterpret_cast<bfloat16*>(sums_ + blocks * kBlock);
    columns_ = rows_ + rows * kStep;
    next_columns_ = columns_ + kInnerSteps * kStep;
  }

  void Run() {
    const AmxTiles tiles;
    for (int64_t first = 0; first < steps_; first += kOuterSteps) {
      RunPart(first, std::min(kOuterSteps, steps_ - first));
    }
    FinishAmxResult(results_[1 - next_result_]);
  }

 private:
  static constexpr int64_t kInnerSteps = kInnerStepsOf<T>;
  static constexpr int64_t kOuterSteps = kOuterStepsOf<T>;
  static constexpr int64_t kStep = kAmxStepOf<T>;

  // True if tiles can be read where they lie, of whole lines of the cache. Deep
  // ones are faster packed.
  static bool ReadsRows(const Tile& tile) {
    return kAmxTerms<T> == 1 && tile.a.column_step == 1 &&
           tile.depth <= kInnerSteps * kAmxDepth &&
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
      for (int64_t row = 0; row < row_panels_; ++row) {
        odd_.SeeRows(row, steps, rows_ + row * steps * kStep);
      }
    }
    if (kAmxTerms < T >> 1) FetchNextRows(first, steps);
    for (int64_t panel = 0; panel < column_panels_; ++panel) {
      for (int64_t i = 0; i < steps; i += kInnerSteps) {
        RunPanel(panel, first, i, steps);
      }
    }
  }

  // Has the part of a that is packed next fetched, where packing takes long: of
  // the following products, or of the following rows, which another tile has,
  // if any.
  void FetchNextRows(int64_t first, int64_t steps) {
    const int64_t next = first + steps;
    const bool same_rows = next < steps_;
    const auto a =
        same_rows ? tile_.a.At(0, next * kAmxDepth) : tile_.a.At(tile_.rows, 0);
    const int64_t depth =
        same_rows ? DepthOf(next, std::min(kOuterSteps, steps_ - next))
                  : DepthOf(0, std::min(kOuterSteps, steps_));
    const bool in_rows = a.column_step == 1;
    const int64_t size = static_cast<int64_t>(sizeof(T));
    lines_ = {reinterpret_cast<const char*>(a.data),
              (in_rows ? a.row_step : a.column_step) * size,
              ((in_rows ? depth : tile_.rows) * size + 63) / 64,
              in_rows ? tile_.rows : depth};
    lines_a_step_ =
        lines_.lines * lines_.rows / (row_panels_ * steps * column_panels_) + 1;
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
      return tile_.packed_b + (piece.panel * steps_ + piece.first) * kStep;
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

  GemmOperand<const T> BOf(const Piece& piece) const {
    return tile_.b.At(piece.first * kAmxDepth, piece.panel * kAmxPanel);
  }

  // Lets the next piece be packed while this one is multiplied, if there is one
  // in this part and nothing of it is filled up. Few rows do not give a large b
  // the time.
  void PackNext(Piece next, AmxPanels<T>* panels) {
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
    AmxPanels<T> p;
    p.steps = steps;
    p.b = ColumnsOf({panel, first + i, steps});
    odd_.SeeColumns(panel, steps, p.b);
    p.next_b = tile_.packed_b == nullptr ? p.b : p.b + steps * kStep;
    const int64_t next = i + steps == part ? 0 : i + steps;
    PackNext({panel + (next == 0 ? 1 : 0), first + next,
              std::min(kInnerSteps, part - next)},
             &p);
    p.lines = &lines_;
    p.lines_a_step = lines_a_step_;
    p.one_tile_of_columns = AmxTilesOf(ColumnsIn(panel)) == 1;
    p.adds = first + i > 0;
    float* sums = sums_ + (keeps_sums_ ? panel * row_panels_ * kBlock : 0);
    const int64_t a_panel = FindRows(first, i, part, &p);
    const bool is_last = first + i + steps == steps_;
    for (int64_t row = 0; row < row_panels_; ++row) {
      p.one_tile_of_rows = AmxTilesOf(tile_.rows - row * kAmxPanel) == 1;
      p.sums = p.to = sums;
      p.to_row = kAmxPanel;
      AmxResult<C>* const result = &results_[next_result_];
      next_result_ = 1 - next_result_;
      const AmxResult<C>& last = results_[next_result_];
      if (is_last) {
        SetResult(row, panel, sums, result);
      } else {
        *result = AmxResult<C>();
      }
      const bool is_odd = is_last && odd_.AreIn(row, panel);
      if (!is_odd) StoreAtOnce(&p, result);
      MultiplyAmxPanels(p, last, *result);
      if (is_odd) odd_.AddUp(row, panel, sums);
      p.a += a_panel;
      sums += one_block_ ? 0 : kBlock;
      if (tile_.packed_b != nullptr) p.next_b += steps * kAmxFetched<T>;
    }
  }

  // Lets whole tiles be stored where they belong, if that is all there is to
  // do.
  static void StoreAtOnce(AmxPanels<T>* p, AmxResult<C>* result) {
    if constexpr (std::is_same_v<C, float>) {
      if (result->sums == nullptr || result->alpha != 1 || result->beta != 0 ||
          result->finish != nullptr || result->rows % (kAmxPanel / 2) != 0 ||
          result->columns % (kAmxPanel / 2) != 0) {
        return;
      }
      p->to = result->c;
      p->to_row = result->stride;
      result->sums = nullptr;
    }
  }

  // Says where the first panel of rows lies; returns how far the next one is.
  int64_t FindRows(int64_t first, int64_t i, int64_t part,
                   AmxPanels<T>* p) const {
    if constexpr (kAmxTerms<T> == 1) {
      if (reads_rows_) return FindRowsOfA(first + i, p);
    }
    p->a = rows_ + i * kStep;
    p->a_row = kAmxDepth;
    p->a_tile = kAmxTile;
    p->a_step = kStep;
    return part * kStep;
  }

  int64_t FindRowsOfA(int64_t step, AmxPanels<T>* p) const {
    p->a = tile_.a.At(0, step * kAmxDepth).data;
    p->a_row = tile_.a.row_step;
    p->a_tile = p->a_row * kAmxPanel / 2;
    p->a_step = kAmxDepth;
    return 2 * p->a_tile;
  }

  // Member by member: a copy of some that were just written would wait for all
  // that was stored before.
  void SetResult(int64_t row, int64_t panel, const float* sums,
                 AmxResult<C>* result) const {
    result->sums = sums;
    result->row = row * kAmxPanel;
    result->column = panel * kAmxPanel;
    result->rows = std::min(kAmxPanel, tile_.rows - result->row);
    result->columns = ColumnsIn(panel);
    result->alpha = tile_.alpha;
    result->beta = tile_.beta;
    result->c = tile_.c.data + result->row * tile_.c.row_step + result->column;
    result->stride = tile_.c.row_step;
    result->finish = tile_.finish;
  }

  const Tile& tile_;
  const int64_t steps_;
  const int64_t row_panels_;
  const int64_t column_panels_;
  const bool keeps_sums_;  // of all blocks, from part to part
  const bool one_block_;   // of sums is enough, as none is added to
  const bool reads_rows_;
  std::conditional_t<kAmxTerms<T> == 1, NoOddNumbers, AmxOddNumbers> odd_;
  float* sums_;
  bfloat16* rows_;
  bfloat16* columns_;
  bfloat16* next_columns_;
  AmxPairs<T> pairs_;  // of next_columns_
  AmxLines lines_;     // of the next part of a
  int64_t lines_a_step_ = 0;
  AmxResult<C> results_[2];  // the last of which is not yet written
  int next_result_ = 0;
};

}  // namespace

template <typename T, typename C>
void AmxGemm<T, C>::Multiply(const GemmTile<AmxGemm>& tile) {
  Product<T, C>(tile).Run();
}

template struct AmxGemm<float, float>;
template struct AmxGemm<bfloat16, float>;
template struct AmxGemm<bfloat16, bfloat16>;

}  // namespace paddle::operators::kernels
