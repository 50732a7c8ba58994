// The tiled kernel of PlainGemm (gemm_device.h): a team computes a square of
// outputs, each lane some of them in registers, from strips of the operands in
// shared memory. Each element that is loaded serves a row or a column of the
// tile.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels::internal {

// A tile has kSide x kSide cells, and a cell has kMicro x kMicro outputs at
// distances of kSide, so that neighbouring lanes read and write neighbouring
// elements.
inline constexpr int kSide = 16;
// The length of a strip along k, the part that is in shared memory. Longer
// strips need fewer barriers and more of that memory.
inline constexpr int kDepth = 16;

// The storage of an operand: rows of op(a), or columns of op(b), along k.
template <typename T>
struct TileOperand {
  bool k_is_inner;  // neighbours in memory are neighbours along k
  // The rows of op(a) or columns of op(b), and the distance in elements between
  // neighbours along the axis that is not contiguous.
  int64_t rows;
  int64_t pitch;
  const T* data;
};

// The plan of a product, which kernels capture. The strips along k, of all the
// products that share a c, are numbered consecutively and cut into parts: a
// product with few outputs and a long k keeps a GPU busy, too. The plan depends
// on sizes only.
template <typename T>
struct TilePlan {
  // Plans tiles of `tile` x `tile` outputs.
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
    // Parts cost memory and a second kernel: only as many as bring the number
    // of teams to kTeams, and none of few strips.
    strips = terms.total() * strips_of_term;
    const int64_t most = std::max<int64_t>(strips / kStrips, 1);
    parts = std::min(most, kTeams / std::max<int64_t>(tiles(), 1) + 1);
    part = (strips + parts - 1) / parts;
  }

  // The tiles of all products, and their outputs.
  int64_t tiles() const { return products.total() * row_tiles * column_tiles; }
  int64_t outputs() const { return products.total() * a.rows * b.rows; }

  // The operands, the factors and the result, as in DeviceGemm.
  int64_t k;
  TileOperand<T> a, b;
  platform::Accumulator<T> alpha, beta;
  T* c;
  int64_t ldc;
  // The tiles of one product along m and n.
  int64_t row_tiles, column_tiles;
  // The strips of one product along k.
  int64_t strips_of_term;
  // The axes of the stack along which c advances, and the others, whose
  // products are added up.
  DeviceNest<3> products, terms;
  // The strips of all terms, the parts that they are cut into, and the strips
  // of each part but the last.
  int64_t strips, parts, part;
};

// The first output that a team computes, and the part of the strips it adds.
struct TilePlace {
  int64_t part, product, row, column;
};

// Returns the place of a team. Neighbouring teams have neighbouring columns, so
// that they read the same rows of a while the cache has them.
template <typename T>
PADDLE_HOST_DEVICE TilePlace PlaceOfTeam(const TilePlan<T>& plan, int64_t team,
                                         int tile) {
  TilePlace place;
  // The team's number in row-major order of [part, product, row, column].
  place.column = team % plan.column_tiles * tile;
  team /= plan.column_tiles;
  place.row = team % plan.row_tiles * tile;
  team /= plan.row_tiles;
  place.product = team % plan.products.total();
  place.part = team / plan.products.total();
  return place;
}

// A strip of each operand in shared memory, k first.
template <typename A, int kTile>
struct TileSpace {
  // A column more than is used keeps lanes out of each other's banks.
  A a[kDepth][kTile + 1];
  A b[kDepth][kTile + 1];
};

// Loads a strip of an operand: space[i][j] = the element of row `row` + j at k
// + i, and 0 outside, which adds nothing. Lanes run along whichever axis is
// contiguous in memory.
template <typename T, typename A, int kPitch>
PADDLE_DEVICE void LoadStrip(const platform::Team& team,
                             const TileOperand<T>& from, int64_t offset,
                             int64_t row, int64_t k, int64_t k_size,
                             A (&space)[kDepth][kPitch]) {
  constexpr int kTile = kPitch - 1;
  const T* data = from.data + offset;
  for (int e = team.lane(); e < kDepth * kTile; e += team.size()) {
    // Either way neighbouring lanes load neighbouring elements; only the place
    // in shared memory differs.
    const int i = from.k_is_inner ? e % kDepth : e / kTile;
    const int j = from.k_is_inner ? e / kDepth : e % kTile;
    const int64_t r = row + j, at = k + i;
    const bool inside = r < from.rows && at < k_size;
    const int64_t index =
        from.k_is_inner ? r * from.pitch + at : at * from.pitch + r;
    space[i][j] = inside ? platform::Widened(data[index]) : A(0);
  }
}

// The sums of one cell, in registers. The loops over kMicro have a constant
// length and are unrolled; an array that is indexed by a variable would be in
// memory.
template <typename A, int kMicro>
struct Cell {
  // Adds the products of one strip: 2 kMicro loads from shared memory for
  // kMicro^2 multiplications.
  template <int kTile>
  PADDLE_DEVICE void Add(const TileSpace<A, kTile>& space, int y, int x) {
#pragma unroll 4
    // The operands of a step are first copied to registers: each is used kMicro
    // times, and shared memory is slower.
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

// Stores alpha * sum + beta * c into c, which is not read for beta 0.
template <typename T>
PADDLE_HOST_DEVICE void Store(const TilePlan<T>& plan,
                              platform::Accumulator<T> sum, int64_t product,
                              int64_t row, int64_t column) {
  T* c = plan.c + plan.products(product).of[2] + row * plan.ldc + column;
  platform::Accumulator<T> value = plan.alpha * sum;
  if (plan.beta != 0) value += plan.beta * platform::Widened(*c);
  *c = platform::Narrowed<T>(value);
}

// Stores the sums of a cell that are inside of c: into c if there is one part,
// otherwise into `sums`, of shape [part, product, m, n], which AddParts
// combines.
template <typename T, int kMicro>
PADDLE_DEVICE void StoreCell(const TilePlan<T>& plan, const TilePlace& place,
                             const Cell<platform::Accumulator<T>, kMicro>& cell,
                             int y, int x, platform::Accumulator<T>* sums) {
  // Tiles at the border have cells outside of c.
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

// Computes one tile of one part with one team. All lanes take part in loading,
// also those whose cells are outside of c: a barrier waits for all.
template <int kMicro, typename T>
PADDLE_DEVICE void ComputeTile(const platform::Team& team,
                               const TilePlan<T>& plan,
                               platform::Accumulator<T>* sums) {
  using A = platform::Accumulator<T>;
  constexpr int kTile = kSide * kMicro;
  // Cells per lane: one, unless the team is smaller than a GPU's, as it is in
  // the emulation.
  constexpr int kCells = kSide * kSide / platform::Team::kMaxSize;
  // One strip of each operand for the whole team, then registers only.
  auto& space = team.template Shared<TileSpace<A, kTile>>();
  const TilePlace place = PlaceOfTeam(plan, team.index(), kTile);
  const DeviceOffsets<3> product = plan.products(place.product);
  const int64_t begin = place.part * plan.part;
  const int64_t end =
      begin + plan.part < plan.strips ? begin + plan.part : plan.strips;
  Cell<A, kMicro> cells[kCells];
  for (int64_t strip = begin; strip < end; ++strip) {
    // A strip's number gives the product that it is of, and its place along k.
    // Strips do not cross from one product to the next.
    const int64_t term = strip / plan.strips_of_term;
    const int64_t k = (strip - term * plan.strips_of_term) * kDepth;
    const DeviceOffsets<3> at = plan.terms(term);
    // No lane may still be reading the strip before, and none may read this one
    // until it is complete.
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
