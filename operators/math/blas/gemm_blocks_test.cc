#include "paddle/operators/math/blas/gemm_blocks.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

// Packs nothing, into a byte for each element, and counts the products of each
// element of c.
struct Counter {
  using Element = char;
  using Packed = char;
  using Result = int32_t;

  static constexpr int64_t kPanelColumns = 32;
  static constexpr int64_t kTileRows = 256;
  static constexpr int64_t kTileColumns = 2048;
  static constexpr double kTileWork = 1e6;
  static constexpr double kTilesEach = 4;
  static constexpr double kReadA = 16, kReadB = 6;

  static int64_t DepthOf(int64_t k) { return k; }
  static int64_t RowsSize(int64_t rows, int64_t depth) { return rows * depth; }
  static int64_t ColumnsSize(int64_t columns, int64_t depth) {
    return columns * depth;
  }
  static bool ReadsRows(int64_t, int64_t, const GemmOperand<const char>&) {
    return false;
  }
  static bool ReadsColumns(int64_t, int64_t, const GemmOperand<const char>&) {
    return false;
  }
  static void PackRows(int64_t, int64_t, const GemmOperand<const char>&,
                       char*) {}
  static void PackColumns(int64_t, int64_t, const GemmOperand<const char>&,
                          char*) {}
  template <class Tile>
  static void Multiply(const Tile& tile) {
    for (int64_t i = 0; i < tile.rows; ++i) {
      for (int64_t j = 0; j < tile.columns; ++j) {
        *tile.c.At(i, j).data += static_cast<int32_t>(tile.depth);
      }
    }
  }
};

// Adds up some products after the others, whose columns are packed as their
// numbers.
struct Deep : Counter {
  static int64_t DepthOf(int64_t k) { return std::min<int64_t>(k, 100); }
  static void PackColumns(int64_t columns, int64_t depth,
                          const GemmOperand<const char>& b, char* to) {
    for (int64_t j = 0; j < columns; ++j) {
      char* const panel = to + j / kPanelColumns * kPanelColumns * depth;
      panel[j % kPanelColumns] = *b.At(0, j).data;
    }
  }
  static void Multiply(const GemmTile<Deep>& tile) {
    for (int64_t j = 0; j < tile.columns; j += kPanelColumns) {
      EXPECT_EQ(tile.packed_b[j * tile.depth], *tile.b.At(0, j).data);
    }
    Counter::Multiply(tile);
  }
};

// Expects a product to be complete; returns the bytes that it packed into.
int64_t RunAndCount(int64_t m, int64_t n, int64_t k, bool threads) {
  const std::vector<char> a(m * k), b(k * n);
  std::vector<int32_t> c(m * n);
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  int64_t bytes = 0;
  // A new thread has no scratch memory yet.
  std::thread([&] {
    const int64_t before = allocator.stats().current;
    allocator.ResetPeak();
    GemmBlocks<Counter>(m, n, k, 1, OperandOf(a.data(), k, false),
                        OperandOf(b.data(), n, false), 0,
                        OperandOf(c.data(), n, false))
        .Run(threads);
    bytes = allocator.stats().peak - before;
  }).join();
  EXPECT_EQ(c, std::vector<int32_t>(m * n, static_cast<int32_t>(k)))
      << m << " x " << k << " by " << k << " x " << n;
  return bytes;
}

// Expects each element to be complete once, when all products are added up.
void ExpectCompletesEach(int64_t m, int64_t n, int64_t k) {
  std::vector<char> a(m * k), b(k * n);
  for (int64_t i = 0; i < k * n; ++i) b[i] = static_cast<char>(i % 101);
  const auto columns = OperandOf<const char>(b.data(), n, false);
  std::vector<char> packed(GemmBlocks<Deep>::PackedSize(n, k));
  GemmBlocks<Deep>::PackAll(n, k, columns, packed.data());
  std::vector<int32_t> c(m * n), completed(m * n);
  const auto complete = [&](int64_t row, int64_t rows, int64_t column,
                            int64_t count) {
    for (int64_t i = row; i < row + rows; ++i) {
      for (int64_t j = column; j < column + count; ++j) {
        completed[i * n + j] += c[i * n + j];
      }
    }
  };
  const GemmBlocks<Deep>::Completed body = complete;
  GemmBlocks<Deep> blocks(m, n, k, 1, OperandOf<const char>(a.data(), k, false),
                          columns, 0, OperandOf(c.data(), n, false));
  blocks.ReadPacked(packed.data());
  blocks.FinishBy(nullptr, &body);
  blocks.Run(/*threads=*/true);
  EXPECT_EQ(completed, std::vector<int32_t>(m * n, static_cast<int32_t>(k)))
      << m << " x " << k << " by " << k << " x " << n;
}

TEST(GemmBlocksTest, ReadsWhatIsPackedAndCompletesEachElement) {
  for (const int64_t m : {1, 255, 700}) {
    for (const int64_t n : {1, 33, 5000}) {
      for (const int64_t k : {1, 100, 330}) ExpectCompletesEach(m, n, k);
    }
  }
}

constexpr int64_t kMiB = 1 << 20;

TEST(GemmBlocksTest, ComputesEachProductOnce) {
  for (const bool threads : {false, true}) {
    for (const int64_t m : {1, 255, 700}) {
      for (const int64_t n : {1, 33, 5000}) {
        for (const int64_t k : {1, 100, 3000}) RunAndCount(m, n, k, threads);
      }
    }
  }
}

// A MiB for each operand, and the last tile of each.
TEST(GemmBlocksTest, PacksNoMoreRowsThanItMultiplies) {
  EXPECT_LE(RunAndCount(20000, 32, 512, false), 3 * kMiB);
}

TEST(GemmBlocksTest, PacksFewColumnsOfDeepProducts) {
  EXPECT_LE(RunAndCount(8, 2048, 1 << 16, false), 5 * kMiB / 2 + kMiB / 2);
}

}  // namespace
}  // namespace paddle::operators::kernels
