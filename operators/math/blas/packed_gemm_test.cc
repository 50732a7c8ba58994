#include "paddle/operators/math/blas/packed_gemm.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Tensor;
using platform::bfloat16;

// Numbers without a visible pattern, in [-0.5, 0.5).
template <typename T>
std::vector<T> Numbers(int64_t size, double seed) {
  std::vector<T> numbers(size);
  for (int64_t i = 0; i < size; ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    numbers[i] = T(x - std::floor(x) - 0.5);
  }
  return numbers;
}

// Numbers from -127 to 127.
std::vector<int8_t> Integers(int64_t size, double seed) {
  std::vector<int8_t> integers(size);
  const std::vector<double> numbers = Numbers<double>(size, seed);
  for (int64_t i = 0; i < size; ++i) {
    integers[i] = static_cast<int8_t>(std::round(254 * numbers[i]));
  }
  return integers;
}

// The elements that a packed matrix needs, filled up; floats may be packed as
// three numbers of 16 bits.
template <typename T>
int64_t Room(int64_t k, int64_t n) {
  const int64_t size = (k + 63) / 64 * 64 * ((n + 63) / 64 * 64);
  return kPackedNoteBytes / static_cast<int64_t>(sizeof(T)) +
         (std::is_same_v<T, float> ? size * 3 / 2 : size);
}

// A product with a packed matrix; its operands are those of the most rows.
template <typename T>
class Product {
 public:
  Product(int64_t m, int64_t k, int64_t n, bool transposed = false)
      : k_(k),
        n_(n),
        transposed_(transposed),
        a_(Numbers<T>(m * k, 1)),
        b_(Numbers<T>(k * n, 2)),
        bias_(Numbers<T>(n, 3)),
        packed_({Room<T>(k, n)}, DataTypeOf<T>()) {
    PackMatrix<T>(transposed, k, n, b_.data(), &packed_);
  }

  // Rows from `first` on; empty if there is no such code.
  std::vector<T> Run(int64_t first, int64_t m, bool wide, bool bias = true) {
    std::vector<T> c(m * n_, T(99));
    const auto finish = [&](const PackedTile<T>& tile) {
      if (tile.sums == nullptr) return;
      for (int64_t i = 0; i < tile.rows; ++i) {
        for (int64_t j = 0; j < tile.columns; ++j) {
          c[(tile.row + i) * n_ + tile.column + j] =
              T(tile.sums[i * tile.stride + j]);
        }
      }
    };
    const bool done =
        PackedGemm<T>({m, n_, k_, a_.data() + first * k_, &packed_,
                       bias ? bias_.data() : nullptr, c.data(), wide},
                      finish);
    if (!done) c.clear();
    return c;
  }
  double Wanted(int64_t row, int64_t column, bool bias) const {
    double sum = bias ? static_cast<double>(bias_[column]) : 0.0;
    for (int64_t i = 0; i < k_; ++i) {
      const T b = b_[transposed_ ? column * k_ + i : i * n_ + column];
      sum += static_cast<double>(a_[row * k_ + i]) * static_cast<double>(b);
    }
    return sum;
  }
  Tensor* packed() { return &packed_; }
  int64_t n() const { return n_; }

 private:
  int64_t k_, n_;
  bool transposed_;
  std::vector<T> a_, b_, bias_;
  Tensor packed_;
};

template <typename T>
void ExpectProduct(int64_t m, int64_t k, int64_t n, bool transposed, bool wide,
                   bool bias) {
  SCOPED_TRACE(::testing::Message() << m << " x " << k << " x " << n);
  Product<T> product(m, k, n, transposed);
  const std::vector<T> got = product.Run(0, m, wide, bias);
  if (got.empty()) return;
  const double bound = sizeof(T) == 4 ? 1e-5 : 1.0 / 256;
  for (int64_t i = 0; i < m; ++i) {
    // All of them take long.
    for (int64_t j = i % 7; j < n; j += 7) {
      const double wanted = product.Wanted(i, j, bias);
      ASSERT_NEAR(static_cast<double>(got[i * n + j]), wanted,
                  bound * std::max(1.0, std::abs(wanted)))
          << i << ", " << j;
    }
  }
}

template <typename T>
void ExpectProducts() {
  for (bool wide : {false, true}) {
    ExpectProduct<T>(1, 1, 40, false, wide, true);
    ExpectProduct<T>(5, 3, 37, true, wide, true);
    ExpectProduct<T>(17, 100, 65, false, wide, false);
    ExpectProduct<T>(100, 31, 130, true, wide, true);
    ExpectProduct<T>(130, 256, 256, false, wide, true);
    // Slices of columns, the last of which is narrower.
    ExpectProduct<T>(70, 3000, 330, false, wide, true);
    ExpectProduct<T>(3, 6000, 200, true, wide, false);
  }
}

TEST(PackedGemm, AgreesWithDouble) {
  ExpectProducts<float>();
  ExpectProducts<bfloat16>();
}

// Sums of products of integers are exact.
TEST(PackedGemm, OfIntegersIsExact) {
  for (const auto& [m, k, n] : std::vector<std::tuple<int, int, int>>{
           {1, 64, 256}, {17, 100, 65}, {130, 256, 1024}, {3, 512, 2048}}) {
    const std::vector<int8_t> a = Integers(m * k, 1), b = Integers(k * n, 2);
    Tensor packed({Room<int8_t>(k, n) + 8 * n}, DataTypeOf<int8_t>());
    PackMatrix<int8_t>(false, k, n, b.data(), &packed);
    std::vector<int32_t> sums(m * n, -1);
    const int columns = n;  // lambdas refer to it
    const bool done = PackedGemm<int8_t>(
        {m, n, k, a.data(), &packed, nullptr, nullptr, true},
        [&](const PackedTile<int8_t>& tile) {
          for (int64_t i = 0; i < tile.rows; ++i) {
            std::copy_n(tile.sums + i * tile.stride, tile.columns,
                        sums.data() + (tile.row + i) * columns + tile.column);
          }
        });
    EXPECT_EQ(done, IsPacked(packed));
    for (int64_t i = 0; done && i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        int32_t sum = 0;
        for (int64_t l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
        ASSERT_EQ(sums[i * n + j], sum) << m << " x " << k << " x " << n;
      }
    }
  }
}

// Serving promises that examples give the same results alone as in a batch.
template <typename T>
void ExpectSameRows(int64_t k, int64_t n) {
  constexpr int64_t kRows = 257;
  Product<T> product(kRows, k, n);
  for (bool wide : {false, true}) {
    const std::vector<T> all = product.Run(0, kRows, wide);
    if (all.empty()) return;
    for (int64_t m = 1; m <= kRows; m += m < 70 ? 1 : 17) {
      for (int64_t first : {int64_t{0}, kRows - m}) {
        const std::vector<T> some = product.Run(first, m, wide);
        ASSERT_EQ(std::memcmp(some.data(), all.data() + first * n,
                              some.size() * sizeof(T)),
                  0)
            << m << " rows of " << k << " x " << n;
      }
    }
  }
}

TEST(PackedGemm, RowsHaveTheSameBitsWhateverOthersThereAre) {
  constexpr int64_t kSizes[][2] = {{1, 40},    {3, 33},    {31, 100},
                                   {64, 64},   {100, 37},  {784, 128},
                                   {256, 512}, {1111, 70}, {4096, 200}};
  for (const auto& size : kSizes) {
    ExpectSameRows<float>(size[0], size[1]);
    ExpectSameRows<bfloat16>(size[0], size[1]);
  }
}

template <typename T>
void ExpectSameBitsForThreads() {
  const int threads = platform::NumThreads();
  Product<T> product(100, 2000, 330);
  platform::SetNumThreads(1);
  const std::vector<T> one = product.Run(0, 100, false);
  for (int n : {2, 5}) {
    platform::SetNumThreads(n);
    const std::vector<T> more = product.Run(0, 100, false);
    EXPECT_EQ(std::memcmp(one.data(), more.data(), one.size() * sizeof(T)), 0);
  }
  platform::SetNumThreads(threads);
}

TEST(PackedGemm, ThreadsMakeNoDifference) {
  ExpectSameBitsForThreads<float>();
  ExpectSameBitsForThreads<bfloat16>();
}

// The first element of a note is not 0.
template <typename T>
bool IsPacked(const Tensor& packed) {
  const auto* bytes = static_cast<const char*>(packed.raw_data());
  return std::any_of(bytes, bytes + 64, [](char byte) { return byte != 0; });
}

TEST(PackedGemm, PacksWhereTheProcessorHasCode) {
  Product<float> few(4, 100, 10);
  EXPECT_FALSE(IsPacked<float>(*few.packed()));
  EXPECT_TRUE(few.Run(0, 4, true).empty());
  Product<bfloat16> half(64, 64, 64);
  EXPECT_EQ(IsPacked<bfloat16>(*half.packed()), HasHalfGemm<bfloat16>());
  EXPECT_EQ(!half.Run(0, 4, true).empty(), HasHalfGemm<bfloat16>());
}

TEST(PackedGemm, ReadsThePackedElementsAlone) {
  Product<float> product(3, 40, 40);
  if (product.Run(0, 3, true).empty()) return;
  float* packed = product.packed()->mutable_data<float>();
  std::fill(packed + kPackedNoteBytes / 4, packed + product.packed()->numel(),
            0.f);
  const std::vector<float> c = product.Run(0, 3, true, /*bias=*/false);
  EXPECT_EQ(std::count(c.begin(), c.end(), 0.f), 3 * 40);
  std::fill_n(packed, product.packed()->numel(), 1.5f);
  EXPECT_TRUE(product.Run(0, 3, true).empty());
}

}  // namespace
}  // namespace paddle::operators::kernels
