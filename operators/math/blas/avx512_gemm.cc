#include "paddle/operators/math/blas/avx512_gemm.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/math/blas/avx512_finish.h"
#include "paddle/operators/math/blas/avx512_micro.h"
#include "paddle/operators/math/blas/avx512_pack.h"
#include "paddle/operators/math/blas/isa_limit.h"
#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

using Input = GemmOperand<const float>;
using Tile = GemmTile<Avx512Gemm>;

constexpr int64_t kWidth = kAvx512Width;
constexpr int64_t kPanel = Avx512Gemm::kPanelColumns;
constexpr int64_t kMostDepth = 512;
// So few rows or columns are not worth packing the other operand.
constexpr int64_t kFew = 64;

// True if rows so far apart displace each other from caches, where a place
// serves addresses that are a multiple of 4 KiB apart.
bool SharesSets(int64_t stride) { return stride % 1024 == 0; }

// The panels of rows of a tile, or parts of products: as equal as possible.
struct Panels {
  explicit Panels(int64_t rows, int64_t most = kAvx512Rows)
      : count((rows - 1) / most + 1),
        least(rows / count),
        larger(rows - least * count) {}
  int64_t begin(int64_t i) const { return i * least + std::min(i, larger); }
  int64_t size(int64_t i) const { return least + (i < larger ? 1 : 0); }

  int64_t count;
  int64_t least;   // rows, or products, of each
  int64_t larger;  // those with one more, which are the first
};

// Adds sums, row by row, to a c whose rows are adjacent.
void AddTransposed(int64_t rows, int64_t columns, const float* sums,
                   int64_t stride, const Tile& tile,
                   const GemmOperand<float>& c) {
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) {
      float* const to = c.At(i, j).data;
      const float x = sums[i * stride + j];
      *to = tile.beta == 0 ? tile.alpha * x
                           : std::fma(tile.alpha, x, tile.beta * *to);
    }
  }
}

// Multiplies a tile, some registers of columns at a time.
class TileRun {
 public:
  explicit TileRun(const Tile& tile)
      : tile_(tile),
        packed_a_(tile.packed_a != nullptr),
        packed_b_(tile.packed_b != nullptr),
        adjacent_(packed_a_ || tile.a.row_step == 1),
        few_(SharesSets(tile.b.row_step) ? 1 : 2),
        wide_(!packed_a_ && tile.columns >= kWideRegisters * kWidth &&
              tile.rows > few_ * kAvx512Rows),
        panels_(tile.rows, wide_ ? kWideRows : kAvx512Rows),
        packs_b_(!packed_b_ && panels_.count > few_) {
    micro_.alpha = tile.alpha;
    micro_.beta = tile.beta;
    micro_.a_row = packed_a_ ? 1 : tile.a.row_step;
    micro_.a_step = tile.a.column_step;
    micro_.b_panel = packed_b_ ? kPanel * tile.depth : kPanel;
    micro_.c_step = tile.c.row_step;
  }

  void Run() {
    while (column_ < tile_.columns) {
      const int64_t left = tile_.columns - column_;
      registers_ = RegistersOf(left);
      columns_ = std::min(left, registers_ * kWidth);
      RunColumns();
      column_ += columns_;
    }
  }

 private:
  // Returns how many of the columns that are left are multiplied together.
  int64_t RegistersOf(int64_t left) const {
    // A b that is read where it lies is not filled up to a register.
    const int64_t all = packed_b_ ? (left - 1) / kWidth + 1 : left / kWidth;
    if (panels_.count > few_) {
      return wide_ && all >= kWideRegisters ? kWideRegisters
                                            : std::clamp<int64_t>(all, 1, 2);
    }
    const auto& functions = Avx512FunctionsOf(panels_.size(0));
    int64_t registers = std::min(all, kMostRegisters);
    while (registers > 1 && (functions.of[registers] == nullptr ||
                             (packed_b_ && registers % 2 == 1))) {
      --registers;
    }
    return std::max<int64_t>(registers, 1);
  }

  // The columns of a wide tile are multiplied some products at a time, whose
  // part of b stays in the first cache.
  void RunColumns() {
    micro_.lanes =
        static_cast<uint16_t>(0xffff >> (registers_ * kWidth - columns_));
    const bool cuts = wide_ && registers_ == kWideRegisters;
    const Panels parts(tile_.depth, cuts ? kWideDepth : tile_.depth);
    for (int64_t part = 0; part < parts.count; ++part) {
      micro_.begins = part == 0;
      micro_.ends = part + 1 == parts.count;
      micro_.depth = parts.size(part);
      RunProducts(parts.begin(part));
    }
  }

  // Returns where b begins for products from `first` on.
  const float* PartOfB(int64_t first, int64_t column) const {
    return packed_b_ ? tile_.packed_b + column * tile_.depth + first * kPanel
                     : tile_.b.At(first, column).data;
  }

  void RunProducts(int64_t first) {
    FetchLater(micro_.ends ? PartOfB(0, column_ + columns_)
                           : PartOfB(first + micro_.depth, column_),
               micro_.ends && column_ + columns_ == tile_.columns);
    micro_.b = PartOfB(first, column_);
    micro_.b_step = packed_b_ ? kPanel : tile_.b.row_step;
    int64_t i = 0;
    if (packs_b_ && columns_ % kPanel == 0) {
      micro_.packed = packed_;
      RunPanels(i++, 1, first);
      micro_.packed = nullptr;
      micro_.b = packed_;
      micro_.b_step = columns_;
    }
    const bool together = FitsFunctions();
    while (i < panels_.count) {
      const int64_t end = i < panels_.larger ? panels_.larger : panels_.count;
      const int64_t count = together ? end - i : 1;
      RunPanels(i, count, first);
      i += count;
    }
  }

  // True if functions finish c themselves.
  bool FitsFunctions() const {
    if (tile_.c.column_step != 1) return false;
    if (tile_.finish == nullptr) return true;
    return (registers_ == 2 || registers_ == kWideRegisters) &&
           tile_.finish->addend == nullptr && tile_.beta == 0 &&
           tile_.alpha == 1;
  }

  // Lets the panels of rows fetch the rows of b that are next, each its part.
  void FetchLater(const float* next, bool last) {
    const int64_t parts = panels_.count < kGroup ? kGroup / 2 : kGroup;
    micro_.next = next;
    micro_.next_step = packed_b_ ? kPanel : tile_.b.row_step;
    micro_.next_rows = kGroup / parts;
    micro_.next_panel = micro_.depth / parts * micro_.next_step;
    micro_.next_panels = last || panels_.count <= few_ ? 0 : parts;
  }

  // Runs `count` panels of the same number of rows.
  void RunPanels(int64_t i, int64_t count, int64_t first) {
    const int64_t begin = panels_.begin(i), size = panels_.size(i);
    micro_.panels = count;
    if (packed_a_) {
      micro_.a_step = size;
      micro_.a = tile_.packed_a + begin * tile_.depth + first * size;
      micro_.a_panel = size * tile_.depth;
    } else {
      micro_.a = tile_.a.At(begin, first).data;
      micro_.a_panel = size * tile_.a.row_step;
    }
    micro_.sums = sums_ + begin * kWideRegisters * kWidth;
    Compute(begin, size);
    micro_.next += count * micro_.next_panel;
    micro_.next_panels = std::max<int64_t>(micro_.next_panels - count, 0);
  }

  void Compute(int64_t begin, int64_t size) {
    const auto& functions = Avx512FunctionsOf(size);
    const Avx512Function function = adjacent_ && registers_ <= 2
                                        ? functions.adjacent[registers_]
                                        : functions.of[registers_];
    if (!micro_.ends) return function(micro_);
    const GemmOperand<float> c = tile_.c.At(begin, column_);
    if (c.column_step != 1) return RunTransposed(function, size, c);
    // Not a copy of it, which would wait for all that was stored before.
    micro_.c = c.data;
    if (tile_.finish == nullptr) return function(micro_);
    const GemmFinish finish = tile_.finish->At(begin, column_);
    const bool in_registers = FitsFunctions();
    micro_.finish = in_registers ? &finish : nullptr;
    function(micro_);
    if (!in_registers) {
      FinishAvx512Rows(size, columns_, finish, c.row_step, c.data);
    }
  }

  void RunTransposed(Avx512Function function, int64_t rows,
                     const GemmOperand<float>& c) {
    alignas(64) float sums[kMostSums];
    micro_.c = sums;
    micro_.c_step = (columns_ - 1) / kWidth * kWidth + kWidth;
    micro_.alpha = 1;
    micro_.beta = 0;
    function(micro_);
    PADDLE_ENFORCE(tile_.finish == nullptr, Unimplemented,
                   "a product that is transposed and finished");
    AddTransposed(rows, columns_, sums, micro_.c_step, tile_, c);
  }

  static constexpr int64_t kMostSums = 28 * kWidth;
  // Products between one look ahead of a function and the next.
  static constexpr int64_t kGroup = 8;
  static constexpr int64_t kMostRegisters = 16;
  // The panels of a wide tile: with fewer loads for each product, and fewer
  // rows of a at the same time.
  static constexpr int64_t kWideRows = 6, kWideRegisters = 4;
  // Products of a wide tile whose part of b, of 32 KiB, stays in the first
  // cache.
  static constexpr int64_t kWideDepth = 128;

  const Tile& tile_;
  const bool packed_a_, packed_b_, adjacent_;
  const int64_t few_;  // so few panels of rows read b where it lies
  const bool wide_;
  const Panels panels_;
  const bool packs_b_;
  int64_t column_ = 0;  // the first of those that are computed
  int64_t columns_ = 0, registers_ = 0;
  Avx512Micro micro_;
  alignas(64) float packed_[kMostDepth * kPanel];
  alignas(64) float sums_[Avx512Gemm::kTileRows * kWideRegisters * kWidth];
};

}  // namespace

bool HasAvx512Gemm() {
  static const bool has =
      platform::CPULevel() >= 4 && ReadIsaLimit() >= IsaLimit::kAvx512;
  return has;
}

// Sums are cut into equal parts: the fewer there are, the less often c is read.
int64_t Avx512Gemm::DepthOf(int64_t k) {
  return (k - 1) / ((k - 1) / kMostDepth + 1) + 1;
}

int64_t Avx512Gemm::RowsSize(int64_t rows, int64_t depth) {
  return (rows * depth + kWidth - 1) / kWidth * kWidth;
}

int64_t Avx512Gemm::ColumnsSize(int64_t columns, int64_t depth) {
  return (columns + kPanel - 1) / kPanel * kPanel * depth;
}

bool Avx512Gemm::ReadsRows(int64_t, int64_t n, const Input& a) {
  return n <= kFew || !SharesSets(std::max(a.row_step, a.column_step));
}

bool Avx512Gemm::ReadsColumns(int64_t m, int64_t, const Input& b) {
  return b.column_step == 1 && (m <= kFew || !SharesSets(b.row_step));
}

void Avx512Gemm::PackRows(int64_t rows, int64_t depth, const Input& a,
                          float* to) {
  const Panels panels(rows);
  for (int64_t i = 0; i < panels.count; ++i) {
    const int64_t begin = panels.begin(i), size = panels.size(i);
    PackAvx512Rows(size, depth, a.At(begin, 0), to + begin * depth, size, size);
  }
}

void Avx512Gemm::PackColumns(int64_t columns, int64_t depth, const Input& b,
                             float* to) {
  int64_t j = 0;
  if (b.column_step == 1) {
    const int64_t panels = columns / kPanel;
    PackAvx512Panels(panels, depth, b.data, b.row_step, to);
    j = panels * kPanel;
  }
  for (; j < columns; j += kWidth) {
    PackAvx512Rows(
        std::min(kWidth, columns - j), depth, b.At(0, j).Transposed(),
        to + j / kPanel * kPanel * depth + j % kPanel, kWidth, kPanel);
  }
}

void Avx512Gemm::Multiply(const Tile& tile) { TileRun(tile).Run(); }

}  // namespace paddle::operators::kernels
