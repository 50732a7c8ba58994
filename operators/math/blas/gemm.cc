#include "paddle/operators/math/blas/gemm.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "paddle/operators/math/blas/amx_gemm.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/avx512_dot.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/float_gemm.h"
#include "paddle/operators/math/blas/gemm_blocks.h"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/blas/gemm_plan.h"
#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

// A tile is worth a thread from this many multiplications on (about 30 us, also
// where the processor multiplies tiles of bfloat16).
template <typename T>
constexpr double kTileWork = std::is_same_v<T, platform::bfloat16> ? 2e7 : 4e6;
// Packing the operands costs the less the larger a tile is: a product is cut
// into more than a few tiles only if those are large.
constexpr int64_t kFewTiles = 4;
constexpr int64_t kLargeTile = 512;
constexpr int64_t kSmallTile = 64;
constexpr int64_t kFewRows = 16;
// A tile with more multiplications takes over 0.05 s, and a run cannot be
// cancelled inside one.
template <typename T>
constexpr double kLongTileWork = std::is_same_v<T, platform::bfloat16> ? 1.2e10
                                 : sizeof(T) <= sizeof(float)          ? 3e9
                                                                       : 6e8;
constexpr int64_t kTileAlignment = 16;
// So many products of a dot are worth a thread.
constexpr double kDotWork = 1e5;

// The tiles of a product. Those that sums depend on are a function of its sizes
// alone: a plan's do not depend on how many rows there are.
struct Tiling {
  int64_t rows;
  int64_t columns;
  int64_t row_tiles = 1;
  int64_t column_tiles = 1;
  int64_t count() const { return row_tiles * column_tiles; }
};

int64_t Half(int64_t size) {
  return ((size + 1) / 2 + kTileAlignment - 1) / kTileAlignment *
         kTileAlignment;
}

// Plans take b and c without gaps between their rows alone. Few rows are not
// worth a thread each: their columns are cut if b's are rows.
template <typename T>
bool KeepsColumns(const GemmArgs<T>& g) {
  return platform::kIsHalf<T> && !(g.trans_b && g.m < kSmallTile);
}

template <typename T>
Tiling CutIntoTiles(const GemmArgs<T>& g) {
  const int64_t m = g.m, n = g.n, k = g.k;
  Tiling tiling{m, n};
  // Each tile of whole rows packs all of b anew.
  const int64_t few = KeepsColumns(g)
                          ? std::min<int64_t>(kFewTiles, platform::NumThreads())
                          : kFewTiles;
  while (true) {
    const double work = 1.0 * tiling.rows * tiling.columns * k;
    int64_t& larger = KeepsColumns(g) || tiling.rows >= tiling.columns
                          ? tiling.rows
                          : tiling.columns;
    const bool small = tiling.count() < few || work > kLongTileWork<T>;
    const int64_t least = KeepsColumns(g) ? kFewRows : kSmallTile;
    const int64_t limit = small ? least : kLargeTile;
    if (work <= kTileWork<T> || larger < 2 * limit) return tiling;
    larger = Half(larger);
    tiling.row_tiles = (m - 1) / tiling.rows + 1;
    tiling.column_tiles = (n - 1) / tiling.columns + 1;
  }
}

template <typename T>
void RunTile(const GemmArgs<T>& g, const Tiling& tiling, int64_t index) {
  const int64_t row = index / tiling.column_tiles * tiling.rows;
  const int64_t column = index % tiling.column_tiles * tiling.columns;
  GemmArgs<T> tile = g;
  tile.m = std::min(tiling.rows, g.m - row);
  tile.n = std::min(tiling.columns, g.n - column);
  tile.a += g.trans_a ? row : row * g.lda;
  tile.b += g.trans_b ? column * g.ldb : column;
  tile.c += row * g.ldc + column;
  SerialGemm(tile);
}

// Scales c by beta: what is left of a product over nothing. beta 0 writes zeros
// without reading c, whose NaN would stay.
template <typename T, typename C>
void ScaleRows(const GemmArgs<T, C>& g) {
  for (int64_t i = 0; i < g.m; ++i) {
    C* row = g.c + i * g.ldc;
    const C beta = g.beta;
    AssignRun(g.n, row,
              [=](int64_t j) { return beta == C(0) ? C(0) : beta * row[j]; });
  }
}

// Computes a product of no elements, or over nothing; else returns false.
template <typename T, typename C>
bool RunEmpty(const GemmArgs<T, C>& g) {
  if (g.m == 0 || g.n == 0) return true;
  if (g.k != 0) return false;
  ScaleRows(g);
  return true;
}

// Rows of a c of so few columns fill no register. Where a is stored as its
// transpose, c is computed transposed.
constexpr int64_t kFewColumns = 8;

// Rows of b of so many elements are multiplied where they lie, not turned into
// columns.
constexpr int64_t kDotDepth = 32;

// True if elements of c are dots of rows of a and columns of b.
bool AreDots(const GemmArgs<float>& g) {
  return !g.trans_a &&
         (g.n == 1 || (g.trans_b && g.n < kFewColumns && g.k >= kDotDepth));
}

// Multiplies rows of a by few columns of b.
void RunDots(const GemmArgs<float>& g, bool threads) {
  const float* b = g.b;
  if (!g.trans_b && g.ldb != 1 && g.k > 1) {
    float* const copy = ThreadScratch<float>(ScratchSlot::kLibrary, g.k);
    for (int64_t p = 0; p < g.k; ++p) copy[p] = g.b[p * g.ldb];
    b = copy;
  }
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      for (int64_t j = 0; j < g.n; ++j) {
        const float dot = DotAvx512(g.k, g.a + i * g.lda, b + j * g.ldb);
        float* const c = g.c + i * g.ldc + j;
        *c = g.beta == 0 ? g.alpha * dot : std::fma(g.alpha, dot, g.beta * *c);
      }
    }
  };
  if (!threads) return run(0, g.m);
  platform::ParallelFor(g.m, static_cast<int64_t>(kDotWork / (g.n * g.k)) + 1,
                        run);
}

// Few rows are not worth turning the rows of b into columns.
constexpr int64_t kFewRowsOfTransposed = 32;

bool HasBlocks(const GemmArgs<float>& g) {
  return HasAvx512Gemm() &&
         (!g.trans_b || g.n < kFewColumns || g.m >= kFewRowsOfTransposed);
}

void RunBlocks(const GemmArgs<float>& g, bool threads) {
  const auto a = OperandOf(g.a, g.lda, g.trans_a);
  const auto b = OperandOf(g.b, g.ldb, g.trans_b);
  const auto c = OperandOf(g.c, g.ldc, false);
  if (AreDots(g)) {
    RunDots(g, threads);
  } else if (g.n < kFewColumns && g.trans_a) {
    MultiplyByAvx512({g.n, g.m, g.k, g.alpha, b.Transposed(), a.Transposed(),
                      g.beta, c.Transposed()},
                     threads);
  } else {
    const FloatGemm product{g.m, g.n, g.k, g.alpha, a, b, g.beta, c};
    // Rows of examples by a parameter, which is not packed, may be few.
    if ((g.trans_a || g.trans_b) && SuitsAmx(g.k, g.n)) {
      MultiplyByAmx(product, threads);
    } else {
      MultiplyByAvx512(product, threads);
    }
  }
}

template <typename C>
void RunBlocks(const GemmArgs<platform::bfloat16, C>& g, bool threads) {
  GemmBlocks<AmxGemm<platform::bfloat16, C>>(
      g.m, g.n, g.k, g.alpha, OperandOf(g.a, g.lda, g.trans_a),
      OperandOf(g.b, g.ldb, g.trans_b), g.beta, OperandOf(g.c, g.ldc, false))
      .Run(threads);
}

template <typename C>
bool HasBlocks(const GemmArgs<platform::bfloat16, C>&) {
  return HasAmxProducts();
}

template <typename T>
void RunGemm(const GemmArgs<T>& g) {
  if (RunEmpty(g)) return;
  if constexpr (!std::is_same_v<T, double>) {
    if (HasBlocks(g)) return RunBlocks(g, true);
  }
  const Tiling tiling = CutIntoTiles(g);
  const platform::SerialLibraries serial;
  if (tiling.count() == 1) return SerialGemm(g);
  platform::ParallelFor(tiling.count(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) RunTile(g, tiling, i);
  });
}

// Copies rows of a 16-bit type that lie at any distance; returns what follows
// the copy.
template <typename T>
float* CopyRows(int64_t rows, int64_t columns, const T* from, int64_t stride,
                float* to) {
  for (int64_t i = 0; i < rows; ++i, to += columns) {
    ToFloat(columns, from + i * stride, to);
  }
  return to;
}

// Computes a product of a shape that no plan is for, such as one of few
// columns.
template <typename T, typename C>
void ThroughFloat(const GemmArgs<T, C>& g) {
  constexpr bool kRounds = !std::is_same_v<C, float>;
  float* const a = ThreadScratch<float>(
      ScratchSlot::kPiece, g.m * g.k + g.k * g.n + (kRounds ? g.m * g.n : 0));
  const int64_t lda = g.trans_a ? g.m : g.k, ldb = g.trans_b ? g.k : g.n;
  float* const b = CopyRows(g.m * g.k / lda, lda, g.a, g.lda, a);
  float* const c = CopyRows(g.k * g.n / ldb, ldb, g.b, g.ldb, b);
  GemmArgs<float> wide{g.trans_a, g.trans_b, g.m, g.n,    g.k, g.alpha, a,
                       lda,       b,         ldb, g.beta, c,   g.n};
  if constexpr (kRounds) {
    if (g.beta != C(0)) CopyRows(g.m, g.n, g.c, g.ldc, c);
    SerialGemm(wide);
    for (int64_t i = 0; i < g.m; ++i) {
      FromFloat(g.n, c + i * g.n, g.c + i * g.ldc);
    }
  } else {
    wide.c = g.c;
    wide.ldc = g.ldc;
    SerialGemm(wide);
  }
}

template <typename C>
void LibraryGemm(const GemmArgs<platform::bfloat16, C>& g) {
  if (!RunPlan(g)) ThroughFloat(g);
}

template <typename T, typename C>
void RunSerially(const GemmArgs<T, C>& g) {
  if (RunEmpty(g)) return;
  if (HasBlocks(g)) return RunBlocks(g, false);
  LibraryGemm(g);
}

// Tries a product.
template <typename T>
bool TryPlan() {
  constexpr int64_t kSize = 64;
  const std::vector<T> a(kSize * kSize), b = a;
  std::vector<T> c = a;
  return RunPlan(GemmArgs<T>{false, false, kSize, kSize, kSize, T(1), a.data(),
                             kSize, b.data(), kSize, T(0), c.data(), kSize});
}

template <typename T>
bool HasPlans() {
  static const bool has = TryPlan<T>();
  return has;
}

}  // namespace

void SerialGemm(const GemmArgs<float>& args) { RunSerially(args); }

void SerialGemm(const GemmArgs<platform::bfloat16>& args) { RunSerially(args); }

void SerialGemm(const GemmArgs<platform::bfloat16, float>& args) {
  RunSerially(args);
}

template <class Device, class T>
void Gemm(const Device&, bool trans_a, bool trans_b, int64_t m, int64_t n,
          int64_t k, T alpha, const T* a, int64_t lda, const T* b, int64_t ldb,
          T beta, T* c, int64_t ldc) {
  RunGemm<T>({trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc});
}

template <class Device, class T>
void BatchedGemm(const Device&, bool trans_a, bool trans_b, int64_t batch,
                 int64_t m, int64_t n, int64_t k, T alpha, const T* a,
                 const T* b, T beta, T* c,
                 absl::FunctionRef<GemmOffsets(int64_t i)> offsets_of) {
  const auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const GemmOffsets offset = offsets_of(i);
      RunGemm<T>({trans_a, trans_b, m, n, k, alpha, a + offset.a,
                  trans_a ? m : k, b + offset.b, trans_b ? k : n, beta,
                  c + offset.c, n});
    }
  };
  const double work = std::max(1.0 * m * n * k, 1.0);
  if (work > kTileWork<T>) return run(0, batch);  // each is parallel in itself
  platform::ParallelFor(batch,
                        static_cast<int64_t>(kTileWork<T> / 8 / work) + 1, run);
}

template <class T>
bool HasHalfGemm() {
  if constexpr (std::is_same_v<T, platform::bfloat16>) return HasPlans<T>();
  return false;
}

template <class T>
void RowGemm(int64_t m, int64_t n, int64_t k, const T* a, const T* b, T beta,
             T* c) {
  RunGemm<T>({false, false, m, n, k, T(1), a, k, b, n, beta, c, n});
}

PADDLE_INSTANTIATE(Gemm, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE(BatchedGemm, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE_ONE(HasHalfGemm<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(HasHalfGemm<platform::float16>);
PADDLE_INSTANTIATE_ONE(RowGemm<float>);
PADDLE_INSTANTIATE_ONE(RowGemm<double>);

}  // namespace paddle::operators::kernels
