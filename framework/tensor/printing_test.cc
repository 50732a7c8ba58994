#include "paddle/framework/tensor/printing.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

template <typename T>
Tensor Make(const Dims& dims, const std::vector<T>& values) {
  Tensor tensor(dims, DataTypeOf<T>());
  std::copy(values.begin(), values.end(), tensor.mutable_data<T>());
  return tensor;
}

TEST(ToString, Tensors) {
  EXPECT_EQ(ToString(Make<float>({2, 2}, {1, -2.5, 0.1f, 1e10})),
            "float32 [2, 2] {1, -2.5, 0.1, 1e+10}");
  EXPECT_EQ(ToString(Make<int8_t>({2}, {65, -1})), "int8 [2] {65, -1}");
  EXPECT_EQ(ToString(Make<uint8_t>({1}, {200})), "uint8 [1] {200}");
  EXPECT_EQ(ToString(Make<bool>({2}, {true, false})), "bool [2] {true, false}");
  EXPECT_EQ(ToString(Make({1}, std::vector{platform::float16(0.5f)})),
            "float16 [1] {0.5}");
  EXPECT_EQ(ToString(Make<double>({}, {3})), "float64 [] {3}");
  EXPECT_EQ(ToString(Make<int64_t>({0, 3}, {})), "int64 [0, 3] {}");
  EXPECT_EQ(ToString(Tensor()), "float32 [] not initialised");
}

TEST(ToString, ElementsThatAreStoredOnly) {
  EXPECT_EQ(ToString(Make<uint64_t>({1}, {~uint64_t{0}})),
            "uint64 [1] {18446744073709551615}");
  EXPECT_EQ(ToString(Make<uint16_t>({1}, {65535})), "uint16 [1] {65535}");
  EXPECT_EQ(ToString(Make<platform::int4>({1}, {platform::int4{15}})),
            "int4 [1] {-1}");
  EXPECT_EQ(ToString(Make({1}, std::vector{platform::float8_e5m2{0x3e}})),
            "float8_e5m2 [1] {1.5}");
}

TEST(ToString, ShowsTheFirstElements) {
  const Tensor tensor = Make<int32_t>({5}, {1, 2, 3, 4, 5});
  EXPECT_EQ(ToString(tensor, 2), "int32 [5] {1, 2, ...3 more}");
  EXPECT_EQ(ToString(tensor, 0), "int32 [5] {...5 more}");
  EXPECT_EQ(ToString(tensor, -1), "int32 [5] {...5 more}");
  EXPECT_EQ(ToString(tensor, 5), "int32 [5] {1, 2, 3, 4, 5}");
}

TEST(ToString, Sequences) {
  const LoDTensor tensor(Make<int32_t>({3}, {1, 2, 3}),
                         LoD::FromLengths({{2, 1}}));
  EXPECT_EQ(ToString(tensor), "int32 [3] lod {{2, 1}} {1, 2, 3}");
  EXPECT_EQ(ToString(LoDTensor(tensor, nullptr)), "int32 [3] {1, 2, 3}");
}

TEST(ToString, ElementsOfAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Tensor there = Copy(Make<float>({2}, {1, 2}), platform::CUDAPlace(0));
  EXPECT_EQ(ToString(there), "float32 [2] {1, 2}");
}

TEST(ToString, Rows) {
  SelectedRows rows;
  rows.set_height(10);
  *rows.mutable_rows() = {4, 1};
  *rows.mutable_value() = Make<float>({2, 1}, {0.5, 2});
  EXPECT_EQ(ToString(rows), "rows {4, 1} of 10, float32 [2, 1] {0.5, 2}");
}

}  // namespace
}  // namespace paddle::framework
