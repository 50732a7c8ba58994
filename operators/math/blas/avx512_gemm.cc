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

// True if no register of a row lies in two lines of the cache.
bool FitsLines(const Input& b) {
  return reinterpret_cast<uintptr_t>(b.data) % (kWidth * sizeof(float)) == 0 &&
         b.row_step % kWidth == 0;
}

// The panels of rows of a tile: as equal as possible.
struct Panels {
  explicit Panels(int64_t rows, int64_t most = kAvx512Rows)
      : count((rows - 1) / most + 1),
        least(rows / count),
        larger(rows - least * count) {}
  int64_t begin(int64_t i) const { return i * least + std::min(i, larger); }
  int64_t size(int64_t i) const { return least + (i < larger ? 1 : 0); }

  int64_t count;
  int64_t least;   // rows of a panel
  int64_t larger;  // panels with one more, which are the first
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
        wide_(!packed_a_ && !packed_b_ && FitsLines(tile.b) &&
              tile.columns >= kWideRegisters * kWidth &&
              tile.rows > few_ * kAvx512Rows),
        panels_(tile.rows, wide_ ? kWideRows : kAvx512Rows),
        packs_b_(!packed_b_ && panels_.count > few_ && !FitsLines(tile.b)) {
    micro_.depth = tile.depth;
    micro_.alpha = tile.alpha;
    micro_.beta = tile.beta;
    micro_.a_row = packed_a_ ? 1 : tile.a.row_step;
    micro_.a_step = tile.a.column_step;
    micro_.b_panel = packed_b_ ? kPanel * tile.depth : kPanel;
    micro_.c_step = tile.c.row_step;
  }

  void Run() {
    int64_t j = 0;
    while (j < tile_.columns) {
      const int64_t left = tile_.columns - j;
      const int64_t registers = RegistersOf(left);
      const int64_t columns = std::min(left, registers * kWidth);
      RunColumns(j, columns, registers);
      j += columns;
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

  void RunColumns(int64_t j, int64_t columns, int64_t registers) {
    const bool packs = packs_b_ && columns == kPanel;
    const bool last = j + columns == tile_.columns;
    const float* const b =
        packed_b_ ? tile_.packed_b + j * tile_.depth : tile_.b.data + j;
    micro_.b = b;
    micro_.b_step = packed_b_ ? kPanel : tile_.b.row_step;
    micro_.lanes =
        static_cast<uint16_t>(0xffff >> (registers * kWidth - columns));
    for (int64_t i = 0; i < panels_.count; ++i) {
      const auto& functions = Avx512FunctionsOf(panels_.size(i));
      FetchLater(b + (packed_b_ ? columns * tile_.depth : columns), last, i);
      micro_.packed = packs && i == 0 ? packed_ : nullptr;
      RunPanel(adjacent_ && registers <= 2 ? functions.adjacent[registers]
                                           : functions.of[registers],
               i, j, columns, registers);
      if (packs) {
        micro_.b = packed_;
        micro_.b_step = kPanel;
      }
    }
  }

  // Lets a panel of rows fetch its part of the rows of b that are next.
  void FetchLater(const float* next, bool last, int64_t i) {
    const int64_t parts = panels_.count < kGroup ? kGroup / 2 : kGroup;
    const bool fetches = !last && panels_.count > few_ && i < parts;
    micro_.next_step = packed_b_ ? kPanel : tile_.b.row_step;
    micro_.next = next + i * tile_.depth / parts * micro_.next_step;
    micro_.next_rows = fetches ? kGroup / parts : 0;
  }

  void RunPanel(Avx512Function function, int64_t i, int64_t j, int64_t columns,
                int64_t registers) {
    const int64_t begin = panels_.begin(i), size = panels_.size(i);
    micro_.a = packed_a_ ? tile_.packed_a + begin * tile_.depth
                         : tile_.a.At(begin, 0).data;
    if (packed_a_) micro_.a_step = size;
    const GemmOperand<float> c = tile_.c.At(begin, j);
    if (c.column_step != 1) return RunTransposed(function, size, columns, c);
    // Not a copy of it, which would wait for all that was stored before.
    micro_.c = c.data;
    if (tile_.finish == nullptr) return function(micro_);
    const GemmFinish finish = tile_.finish->At(begin, j);
    const bool in_registers = registers == 2 && finish.addend == nullptr &&
                              tile_.beta == 0 && tile_.alpha == 1;
    micro_.finish = in_registers ? &finish : nullptr;
    function(micro_);
    if (!in_registers) {
      FinishAvx512Rows(size, columns, finish, c.row_step, c.data);
    }
  }

  void RunTransposed(Avx512Function function, int64_t rows, int64_t columns,
                     const GemmOperand<float>& c) {
    alignas(64) float sums[kMostSums];
    micro_.c = sums;
    micro_.c_step = (columns - 1) / kWidth * kWidth + kWidth;
    micro_.alpha = 1;
    micro_.beta = 0;
    function(micro_);
    PADDLE_ENFORCE(tile_.finish == nullptr, Unimplemented,
                   "a product that is transposed and finished");
    AddTransposed(rows, columns, sums, micro_.c_step, tile_, c);
  }

  static constexpr int64_t kMostSums = 28 * kWidth;
  // Products between one look ahead of a function and the next.
  static constexpr int64_t kGroup = 8;
  static constexpr int64_t kMostRegisters = 16;
  // The panels of a wide tile, whose b is as fast where it lies.
  static constexpr int64_t kWideRows = 6, kWideRegisters = 4;

  const Tile& tile_;
  const bool packed_a_, packed_b_, adjacent_;
  const int64_t few_;  // so few panels of rows read b where it lies
  const bool wide_;
  const Panels panels_;
  const bool packs_b_;
  Avx512Micro micro_;
  alignas(64) float packed_[kMostDepth * kPanel];
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
