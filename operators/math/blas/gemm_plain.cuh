// The products of gemm_device.h as tiles: a team computes a square of outputs,
// each lane a few of them in registers, from strips of the operands in shared
// memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels::internal {

// A tile is of kSide x kSide cells, and a cell of kMicro x kMicro outputs that
// lie kSide apart: neighbouring lanes read and write neighbouring elements.
inline constexpr int kSide = 16;
// How much of k is in shared memory at a time.
inline constexpr int kDepth = 16;

// How an operand is stored: as rows of op(a), or columns of op(b), along k.
template <typename T>
struct TileOperand {
  bool k_is_inner;  // neighbours in memory are neighbours along k
  int64_t rows;
  int64_t pitch;
  const T* data;
};

// A product as kernels capture it. Its strips of k, and those of all products
// that share a c, are numbered in one go, and cut into parts.
template <typename T>
struct TilePlan {
  TilePlan(const DeviceGemm<T>& g, int64_t tile)
      : k(g.k),
        a{!g.trans_a, g.m, g.lda, g.a},
        b{g.trans_b, g.n, g.ldb, g.b},
        alpha(g.alpha),
        beta(g.beta),
        c(g.c),
        ldc(g.ldc),
        row_tiles((g.m - 1) / tile + 1),
        column_tiles((g.n - 1) / tile + 1),
        strips_of_term((g.k - 1 + kDepth) / kDepth) {
    constexpr int64_t kTeams = 256;  // to keep a GPU busy
    constexpr int64_t kStrips = 16;  // a part has at least so many
    for (int axis = 0; axis < g.stack.rank(); ++axis) {
      (g.stack.stride(axis, 2) == 0 ? terms : products).Add(g.stack, axis);
    }
    strips = terms.total() * strips_of_term;
    const int64_t most = std::max<int64_t>(strips / kStrips, 1);
    parts = std::min(most, kTeams / std::max<int64_t>(tiles(), 1) + 1);
    part = (strips + parts - 1) / parts;
  }

  int64_t tiles() const { return products.total() * row_tiles * column_tiles; }
  int64_t outputs() const { return products.total() * a.rows * b.rows; }

  int64_t k;
  TileOperand<T> a, b;
  platform::Accumulator<T> alpha, beta;
  T* c;
  int64_t ldc;
  int64_t row_tiles, column_tiles;
  int64_t strips_of_term;
  DeviceNest<3> products, terms;
  int64_t strips, parts, part;
};

// Which outputs a team computes, from which strips.
struct TilePlace {
  int64_t part, product, row, column;
};

template <typename T>
PADDLE_HOST_DEVICE TilePlace PlaceOfTeam(const TilePlan<T>& plan, int64_t team,
                                         int tile) {
  TilePlace place;
  place.column = team % plan.column_tiles * tile;
  team /= plan.column_tiles;
  place.row = team % plan.row_tiles * tile;
  team /= plan.row_tiles;
  place.product = team % plan.products.total();
  place.part = team / plan.products.total();
  return place;
}

template <typename A, int kTile>
struct TileSpace {
  // A column more than is used keeps lanes out of each other's banks.
  A a[kDepth][kTile + 1];
  A b[kDepth][kTile + 1];
};

// space[i][j] = the element at row `row` + j and place k + i; 0 outside.
template <typename T, typename A, int kPitch>
PADDLE_DEVICE void LoadStrip(const platform::Team& team,
                             const TileOperand<T>& from, int64_t offset,
                             int64_t row, int64_t k, int64_t k_size,
                             A (&space)[kDepth][kPitch]) {
  constexpr int kTile = kPitch - 1;
  const T* data = from.data + offset;
  for (int e = team.lane(); e < kDepth * kTile; e += team.size()) {
    const int i = from.k_is_inner ? e % kDepth : e / kTile;
    const int j = from.k_is_inner ? e / kDepth : e % kTile;
    const int64_t r = row + j, at = k + i;
    const bool inside = r < from.rows && at < k_size;
    const int64_t index =
        from.k_is_inner ? r * from.pitch + at : at * from.pitch + r;
    space[i][j] = inside ? platform::Widened(data[index]) : A(0);
  }
}

// The outputs of one cell.
template <typename A, int kMicro>
struct Cell {
  template <int kTile>
  PADDLE_DEVICE void Add(const TileSpace<A, kTile>& space, int y, int x) {
#pragma unroll 4
    for (int k = 0; k < kDepth; ++k) {
      A a[kMicro], b[kMicro];
      for (int i = 0; i < kMicro; ++i) a[i] = space.a[k][y + i * kSide];
      for (int j = 0; j < kMicro; ++j) b[j] = space.b[k][x + j * kSide];
      for (int i = 0; i < kMicro; ++i) {
        for (int j = 0; j < kMicro; ++j) sums[i][j] += a[i] * b[j];
      }
    }
  }

  A sums[kMicro][kMicro] = {};
};

// alpha * sum + beta * what is there, which is not read for beta 0.
template <typename T>
PADDLE_HOST_DEVICE void Store(const TilePlan<T>& plan,
                              platform::Accumulator<T> sum, int64_t product,
                              int64_t row, int64_t column) {
  T* c = plan.c + plan.products(product).of[2] + row * plan.ldc + column;
  platform::Accumulator<T> value = plan.alpha * sum;
  if (plan.beta != 0) value += plan.beta * platform::Widened(*c);
  *c = platform::Narrowed<T>(value);
}

// The sums go to c, or, of several parts, to `sums`: [part, product, m, n].
template <typename T, int kMicro>
PADDLE_DEVICE void StoreCell(const TilePlan<T>& plan, const TilePlace& place,
                             const Cell<platform::Accumulator<T>, kMicro>& cell,
                             int y, int x, platform::Accumulator<T>* sums) {
  const int64_t m = plan.a.rows, n = plan.b.rows;
  for (int i = 0; i < kMicro; ++i) {
    for (int j = 0; j < kMicro; ++j) {
      const int64_t row = place.row + y + i * kSide;
      const int64_t column = place.column + x + j * kSide;
      if (row >= m || column >= n) continue;
      if (plan.parts == 1) {
        Store(plan, cell.sums[i][j], place.product, row, column);
      } else {
        const int64_t matrix =
            place.part * plan.products.total() + place.product;
        sums[(matrix * m + row) * n + column] = cell.sums[i][j];
      }
    }
  }
}

// What one team does.
template <int kMicro, typename T>
PADDLE_DEVICE void ComputeTile(const platform::Team& team,
                               const TilePlan<T>& plan,
                               platform::Accumulator<T>* sums) {
  using A = platform::Accumulator<T>;
  constexpr int kTile = kSide * kMicro;
  // Of each lane: one, unless the team is smaller than a GPU's.
  constexpr int kCells = kSide * kSide / platform::Team::kMaxSize;
  auto& space = team.template Shared<TileSpace<A, kTile>>();
  const TilePlace place = PlaceOfTeam(plan, team.index(), kTile);
  const DeviceOffsets<3> product = plan.products(place.product);
  const int64_t begin = place.part * plan.part;
  const int64_t end =
      begin + plan.part < plan.strips ? begin + plan.part : plan.strips;
  Cell<A, kMicro> cells[kCells];
  for (int64_t strip = begin; strip < end; ++strip) {
    const int64_t term = strip / plan.strips_of_term;
    const int64_t k = (strip - term * plan.strips_of_term) * kDepth;
    const DeviceOffsets<3> at = plan.terms(term);
    team.Barrier();
    LoadStrip(team, plan.a, product.of[0] + at.of[0], place.row, k, plan.k,
              space.a);
    LoadStrip(team, plan.b, product.of[1] + at.of[1], place.column, k, plan.k,
              space.b);
    team.Barrier();
    for (int i = 0; i < kCells; ++i) {
      const int index = team.lane() + i * platform::Team::kMaxSize;
      cells[i].Add(space, index / kSide, index % kSide);
    }
  }
  for (int i = 0; i < kCells; ++i) {
    const int index = team.lane() + i * platform::Team::kMaxSize;
    StoreCell(plan, place, cells[i], index / kSide, index % kSide, sums);
  }
}

}  // namespace paddle::operators::kernels::internal
