// Cuts a product into blocks that caches hold, and runs a kernel on them.
// Source: K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix
// Multiplication, ACM TOMS 34(3), 2008 (DOI 10.1145/1356052.1356053), and F.
// Van Zee and R. van de Geijn, BLIS, ACM TOMS 41(3), 2015
// (DOI 10.1145/2764454).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {

// Computes c = alpha * a * b + beta * c, of at least one row, column and
// product, on the threads of ParallelFor. An operand that the kernel does not
// read where it lies is packed once for all of them, into ScratchSlot::kLibrary
// of the calling thread. A Kernel is a class of static members:
//
//   Element, Packed, Result    the types of a and b, of them packed, and of c
//   kTileRows, kTileColumns    the largest tile that is worth one call
//   kPanelColumns              tiles begin at multiples of it
//   kTileWork                  multiplications that are worth a thread
//   kTilesEach                 tiles for each thread, so that all are busy to
//                              the end
//   kReadA, kReadB             columns that take as long as the rows of a tile
//                              take to be read or packed, and rows likewise
//   DepthOf(k)                 the products of each sum that a call adds up
//   RowsSize(rows, depth), ColumnsSize(columns, depth)
//                              elements of a packed part of a, of b
//   ReadsRows(m, n, a), ReadsColumns(m, n, b)
//                              true if Multiply is as fast on what is not
//                              packed
//   PackRows(rows, depth, a, to), PackColumns(columns, depth, b, to)
//   Multiply(tile)             a tile of GemmTile<Kernel>
//
// If what Multiply computes for an element of c depends on the products alone,
// its bits depend on k alone.
template <class Kernel>
class GemmBlocks {
 public:
  using Element = typename Kernel::Element;
  using Packed = typename Kernel::Packed;
  using Result = typename Kernel::Result;
  // Called with rows and columns of c that are complete, while they are in the
  // cache, on the thread that computed them.
  using Completed = absl::FunctionRef<void(int64_t row, int64_t rows,
                                           int64_t column, int64_t columns)>;

  GemmBlocks(int64_t m, int64_t n, int64_t k, float alpha,
             const GemmOperand<const Element>& a,
             const GemmOperand<const Element>& b, float beta,
             const GemmOperand<Result>& c)
      : m_(m),
        n_(n),
        k_(k),
        alpha_(alpha),
        beta_(beta),
        a_(a),
        b_(b),
        c_(c),
        depth_(Kernel::DepthOf(k)),
        packs_rows_(!Kernel::ReadsRows(m, n, a)),
        packs_columns_(!Kernel::ReadsColumns(m, n, b)) {}

  // Returns how many elements PackAll writes.
  static int64_t PackedSize(int64_t n, int64_t k) {
    const int64_t depth = Kernel::DepthOf(k), rest = k % depth;
    return PackedBefore(n, k - rest, depth) + Kernel::ColumnsSize(n, rest);
  }

  // Packs all of a b [k, n] for many products, on the calling thread.
  static void PackAll(int64_t n, int64_t k, const GemmOperand<const Element>& b,
                      Packed* to) {
    const int64_t depth = Kernel::DepthOf(k);
    for (int64_t p = 0; p < k; p += depth) {
      Kernel::PackColumns(n, std::min(depth, k - p), b.At(p, 0),
                          to + PackedBefore(n, p, depth));
    }
  }

  // Has b read from what PackAll wrote; its own elements may be null.
  void ReadPacked(const Packed* packed) {
    all_packed_ = packed;
    packs_columns_ = false;
  }
  // Has c finished; `completed` may be null. Both must outlive Run.
  void FinishBy(const GemmFinish* finish, const Completed* completed) {
    finish_ = finish;
    completed_ = completed;
  }

  // Without threads the calling one does all the work.
  void Run(bool threads) {
    parallel_ = threads && WorkOf(m_, n_, k_) > Kernel::kTileWork;
    if (!parallel_ && IsOneTile()) {
      tile_rows_ = m_;
      tile_columns_ = n_;
      return RunTile({0, m_, 0, n_, 0, k_}, 0, 0);
    }
    CutIntoTiles();
    const int64_t columns = Chunk(packs_columns_, n_, tile_columns_);
    const int64_t rows = Chunk(packs_rows_, m_, tile_rows_);
    for (int64_t p = 0; p < k_; p += depth_) {
      for (int64_t j = 0; j < n_; j += columns) {
        for (int64_t i = 0; i < m_; i += rows) {
          RunBlock({i, std::min(rows, m_ - i), j, std::min(columns, n_ - j), p,
                    std::min(depth_, k_ - p)});
        }
      }
    }
  }

 private:
  // Elements of each operand that are packed at the same time.
  static constexpr int64_t kMostPacked = 1 << 20;
  // Multiplications that take as long as packing an element.
  static constexpr double kPackWork = 16;

  // A part of a product: `depth` of the products for some elements of c.
  struct Block {
    int64_t row, rows;
    int64_t column, columns;
    int64_t first, depth;
    int64_t row_tiles = 0, column_tiles = 0;
    Packed* packed_a = nullptr;
    Packed* packed_b = nullptr;
  };

  // Returns how many elements PackAll writes for products before p, `depth` at
  // a time.
  static int64_t PackedBefore(int64_t n, int64_t p, int64_t depth) {
    return p / depth * Kernel::ColumnsSize(n, depth);
  }

  // True for a small product whose operands are read where they lie. Batches
  // have thousands of them, for which cutting would take longer than they do.
  bool IsOneTile() const {
    return !packs_rows_ && !packs_columns_ && m_ <= Kernel::kTileRows &&
           n_ <= Kernel::kTileColumns && k_ <= depth_;
  }

  // Returns how many multiplications take as long: reading b takes as long as
  // multiplying some rows by it.
  static double WorkOf(int64_t rows, int64_t columns, int64_t depth) {
    constexpr int64_t kLeastRows = 8;
    return 1.0 * std::max(rows, kLeastRows) * columns * depth;
  }

  void CutIntoTiles() {
    tile_rows_ =
        platform::CeilDivide(m_, platform::CeilDivide(m_, Kernel::kTileRows));
    tile_columns_ = std::min(platform::RoundUp(n_, Kernel::kPanelColumns),
                             MostTileColumns());
    if (parallel_) CutForThreads(platform::NumThreads());
  }

  // Deep columns that are packed make narrow tiles.
  int64_t MostTileColumns() const {
    constexpr int64_t kPanel = Kernel::kPanelColumns;
    if (!packs_columns_) return Kernel::kTileColumns;
    const int64_t panels = kMostPacked / depth_ / kPanel;
    return std::min(std::max<int64_t>(panels, 1) * kPanel,
                    Kernel::kTileColumns);
  }

  // Makes the tiles smaller if there are too few for all threads: so that the
  // thread with the most to do is done first.
  void CutForThreads(int threads) {
    const int64_t rounds = static_cast<int64_t>(
        std::clamp<double>(WorkOf(m_, n_, k_) / Kernel::kTileWork / threads, 1,
                           Kernel::kTilesEach));
    const int64_t wanted = rounds * threads;
    const int64_t most_rows = tile_rows_, most_columns = tile_columns_;
    if (Tiles(most_rows, most_columns) >= wanted) return;
    double least = std::numeric_limits<double>::infinity();
    for (int64_t parts = 1; parts <= wanted; ++parts) {
      const int64_t rows = platform::CeilDivide(m_, parts);
      const int64_t columns = platform::RoundUp(
          platform::CeilDivide(n_, platform::CeilDivide(wanted, parts)),
          Kernel::kPanelColumns);
      if (rows > most_rows || columns > most_columns) continue;
      const double time = TimeOf(rows, columns, threads);
      if (time >= least) continue;
      least = time;
      tile_rows_ = rows;
      tile_columns_ = columns;
    }
  }

  int64_t Tiles(int64_t rows, int64_t columns) const {
    return platform::CeilDivide(m_, rows) * platform::CeilDivide(n_, columns);
  }

  // Returns how long the threads take for tiles of so many rows and columns, as
  // a number to compare: rows of b are read for each tile, and a panel of
  // columns begins with reading the rows of a.
  double TimeOf(int64_t rows, int64_t columns, int threads) const {
    return static_cast<double>(
               platform::CeilDivide(Tiles(rows, columns), int64_t{threads})) *
           (rows + Kernel::kReadB) * (columns + Kernel::kReadA);
  }

  // Returns how many rows or columns are packed at the same time.
  int64_t Chunk(bool packs, int64_t size, int64_t tile) const {
    if (!packs) return size;
    return std::max<int64_t>(kMostPacked / depth_ / tile, 1) * tile;
  }

  // Calls body on the numbers of tiles, each of so many multiplications.
  void ForTiles(int64_t count, double work,
                absl::FunctionRef<void(int64_t tile)> body) const {
    const auto run = [&](int64_t begin, int64_t end) {
      for (int64_t tile = begin; tile < end; ++tile) body(tile);
    };
    if (!parallel_) return run(0, count);
    const auto grain = static_cast<int64_t>(Kernel::kTileWork / 4 / work) + 1;
    platform::ParallelFor(count, grain, run);
  }

  void RunBlock(Block block) {
    block.row_tiles = platform::CeilDivide(block.rows, tile_rows_);
    block.column_tiles = platform::CeilDivide(block.columns, tile_columns_);
    if (packs_rows_ || packs_columns_) Pack(&block);
    ForTiles(block.row_tiles * block.column_tiles,
             WorkOf(tile_rows_, tile_columns_, block.depth), [&](int64_t tile) {
               RunTile(block, tile % block.row_tiles, tile / block.row_tiles);
             });
  }

  int64_t RowsSize() const { return Kernel::RowsSize(tile_rows_, depth_); }
  int64_t ColumnsSize() const {
    return Kernel::ColumnsSize(tile_columns_, depth_);
  }

  void Pack(Block* block) const {
    const int64_t b_size =
        packs_columns_ ? block->column_tiles * ColumnsSize() : 0;
    const int64_t a_size = packs_rows_ ? block->row_tiles * RowsSize() : 0;
    block->packed_b =
        ThreadScratch<Packed>(ScratchSlot::kLibrary, b_size + a_size);
    block->packed_a = block->packed_b + b_size;
    // The columns of other rows are the same.
    if (packs_columns_ && block->row == 0) PackColumns(*block);
    if (packs_rows_) PackRows(*block);
  }

  void PackColumns(const Block& block) const {
    ForTiles(block.column_tiles, kPackWork * tile_columns_ * block.depth,
             [&](int64_t tile) {
               const int64_t j = tile * tile_columns_;
               Kernel::PackColumns(std::min(tile_columns_, block.columns - j),
                                   block.depth,
                                   b_.At(block.first, block.column + j),
                                   block.packed_b + tile * ColumnsSize());
             });
  }

  void PackRows(const Block& block) const {
    ForTiles(block.row_tiles, kPackWork * tile_rows_ * block.depth,
             [&](int64_t tile) {
               const int64_t i = tile * tile_rows_;
               Kernel::PackRows(std::min(tile_rows_, block.rows - i),
                                block.depth, a_.At(block.row + i, block.first),
                                block.packed_a + tile * RowsSize());
             });
  }

  void RunTile(const Block& block, int64_t row_tile,
               int64_t column_tile) const {
    const int64_t i = row_tile * tile_rows_;
    const int64_t j = column_tile * tile_columns_;
    const int64_t row = block.row + i, column = block.column + j;
    GemmTile<Kernel> tile;
    tile.rows = std::min(tile_rows_, block.rows - i);
    tile.columns = std::min(tile_columns_, block.columns - j);
    tile.depth = block.depth;
    tile.a = a_.At(row, block.first);
    tile.packed_a =
        packs_rows_ ? block.packed_a + row_tile * RowsSize() : nullptr;
    tile.b = b_.data == nullptr ? b_ : b_.At(block.first, column);
    tile.packed_b = PackedColumns(block, column_tile);
    tile.alpha = alpha_;
    tile.beta = block.first == 0 ? beta_ : 1;
    tile.c = c_.At(row, column);
    const bool completes = block.first + block.depth == k_;
    GemmFinish finish;
    if (completes && finish_ != nullptr) {
      finish = finish_->At(row, column);
      tile.finish = &finish;
    }
    Kernel::Multiply(tile);
    if (completes && completed_ != nullptr) {
      (*completed_)(row, tile.rows, column, tile.columns);
    }
  }

  // Panels of columns are packed one behind the other, over some products after
  // the others.
  const Packed* PackedColumns(const Block& block, int64_t tile) const {
    if (all_packed_ != nullptr) {
      const int64_t column = block.column + tile * tile_columns_;
      return all_packed_ + PackedBefore(n_, block.first, depth_) +
             Kernel::ColumnsSize(column, block.depth);
    }
    return packs_columns_ ? block.packed_b + tile * ColumnsSize() : nullptr;
  }

  const int64_t m_, n_, k_;
  const float alpha_, beta_;
  const GemmOperand<const Element> a_, b_;
  const GemmOperand<Result> c_;
  const int64_t depth_;
  const bool packs_rows_;
  bool packs_columns_;
  const Packed* all_packed_ = nullptr;
  const GemmFinish* finish_ = nullptr;
  const Completed* completed_ = nullptr;
  bool parallel_ = false;
  int64_t tile_rows_ = 0, tile_columns_ = 0;
};

}  // namespace paddle::operators::kernels
