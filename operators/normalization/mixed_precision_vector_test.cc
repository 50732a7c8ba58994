#include "paddle/operators/normalization/mixed_precision_vector.h"

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::bfloat16;

TEST(MixedVectorTest, ReadsItsOwnTypeWithoutCopying) {
  Tensor x({2}, DataType::kFloat32);
  float space[2] = {7, 7};
  EXPECT_EQ(ReadVector(x, space), x.data<float>());
  EXPECT_EQ(space[0], 7);
}

TEST(MixedVectorTest, ConvertsWhatIsShort) {
  Tensor x({2}, DataType::kBFloat16);
  x.mutable_data<bfloat16>()[0] = bfloat16(1.5);
  x.mutable_data<bfloat16>()[1] = bfloat16(-3);
  float space[2];
  EXPECT_EQ(ReadVector(x, space), space);
  EXPECT_EQ(space[0], 1.5f);
  EXPECT_EQ(space[1], -3.0f);
}

TEST(MixedVectorTest, FillsInForWhatIsMissing) {
  double space[3];
  const double* ones = ReadVector<double>(nullptr, 3, 1, space);
  EXPECT_EQ(ones[0] + ones[1] + ones[2], 3);
}

TEST(MixedVectorTest, RoundsWhenItWrites) {
  const float values[] = {1.0f, 1.001f};
  Tensor out({2}, DataType::kBFloat16);
  WriteVector(values, &out);
  EXPECT_EQ(out.data<bfloat16>()[1].bits, bfloat16(1.001f).bits);
  WriteVector<float>(values, nullptr);
}

TEST(MixedVectorTest, RefusesOtherTypes) {
  Tensor x({2}, DataType::kFloat64);
  float space[2];
  EXPECT_ERROR(ReadVector(x, space), TypeMismatch,
               "a vector of float64 in a kernel that computes in float32");
}

}  // namespace
}  // namespace paddle::operators::kernels
