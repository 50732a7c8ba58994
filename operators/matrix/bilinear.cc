#include "paddle/operators/matrix/bilinear.h"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/matrix/bilinear_pass.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

template <>
struct BilinearLoops<platform::CPUDeviceContext> {
  using Device = platform::CPUDeviceContext;

  // Outer products of 1 or 2 MiB, so that the product reads them from the cache
  // that wrote them, and the workspace does not grow with the batch.
  static int64_t Piece(int64_t pair) {
    constexpr int64_t kPiece = int64_t{1} << 18;
    return std::max<int64_t>(1, kPiece / std::max<int64_t>(1, pair));
  }

  template <typename T>
  static void RepeatRow(const Device&, int64_t rows, int64_t size, const T* row,
                        T* out) {
    for (int64_t i = 0; i < rows; ++i) std::copy_n(row, size, out + i * size);
  }

  template <typename T>
  static void Zero(const Device&, int64_t size, T* out) {
    std::fill_n(out, size, T(0));
  }

  template <typename T>
  static void OuterProducts(const Device&, const BilinearSizes& sizes,
                            int64_t rows, const T* x, const T* y, T* out) {
    ForEachRow(rows, sizes.pair, [=](int64_t row) {
      const T* right = y + row * sizes.b;
      for (int64_t j = 0; j < sizes.a; ++j) {
        const T left = x[row * sizes.a + j];
        AssignRun(sizes.b, out + row * sizes.pair + j * sizes.b,
                  [=](int64_t k) { return left * right[k]; });
      }
    });
  }

  template <typename T>
  static void LeftGrad(const Device&, const BilinearSizes& sizes, int64_t rows,
                       const T* d_products, const T* y, T* d_x) {
    ForEachRow(rows, sizes.pair, [=](int64_t row) {
      const T* right = y + row * sizes.b;
      for (int64_t j = 0; j < sizes.a; ++j) {
        const T* d = d_products + row * sizes.pair + j * sizes.b;
        d_x[row * sizes.a + j] =
            ReduceRun(sizes.b, T(0), std::plus<T>(),
                      [=](int64_t k) { return d[k] * right[k]; });
      }
    });
  }

  template <typename T>
  static void RightGrad(const Device&, const BilinearSizes& sizes, int64_t rows,
                        const T* d_products, const T* x, T* d_y) {
    ForEachRow(rows, sizes.pair, [=](int64_t row) {
      T* to = d_y + row * sizes.b;
      // Row by row of d_products rather than column by column: memory is read
      // in order, and the inner loop runs over adjacent elements.
      std::fill_n(to, sizes.b, T(0));
      for (int64_t j = 0; j < sizes.a; ++j) {
        const T left = x[row * sizes.a + j];
        const T* d = d_products + row * sizes.pair + j * sizes.b;
        AccumulateRun(sizes.b, to, std::plus<T>(),
                      [=](int64_t k) { return left * d[k]; });
      }
    });
  }

 private:
  // Calls body(row) in parallel, with so many rows per task that a task of
  // small ones pays for its start.
  template <typename Body>
  static void ForEachRow(int64_t rows, int64_t pair, const Body& body) {
    constexpr int64_t kGrain = 16384;
    const int64_t grain = 1 + kGrain / std::max<int64_t>(1, pair);
    platform::ParallelFor(rows, grain, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) body(row);
    });
  }
};

PADDLE_INSTANTIATE(Bilinear, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(BilinearGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
