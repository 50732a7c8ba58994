#include "paddle/framework/interchange/onnx/size_array.h"

#include <limits>

#include "gtest/gtest.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Dims;

class SizeArrayTest : public ::testing::Test {
 protected:
  absl::optional<Element> Apply(const BinaryElement& function, Element a,
                                Element b) const {
    return function(a, b);
  }

  framework::proto::ProgramDesc program_;
  framework::SymbolSizes sizes_{program_.mutable_symbols()};
  const Element batch_ = Element::OfSize(framework::kBatchSize);
};

TEST_F(SizeArrayTest, TellsSymbolsFromNegativeNumbers) {
  EXPECT_TRUE(batch_.is_symbol());
  EXPECT_FALSE(Element(-1).is_symbol());
  EXPECT_FALSE(batch_ == Element(-1));
  EXPECT_EQ(Element(-1).size(), absl::nullopt);
  EXPECT_EQ(batch_.size(), framework::kBatchSize);
  EXPECT_ERROR(batch_.number(), Internal, "not known");
}

TEST_F(SizeArrayTest, ComputesWithSymbols) {
  const auto twice = Apply(MulElements(&sizes_), batch_, 2);
  ASSERT_TRUE(twice);
  EXPECT_TRUE(*Apply(DivElements(&sizes_), *twice, 2) == batch_);
  EXPECT_TRUE(*Apply(AddElements(&sizes_), batch_, batch_) == *twice);
  EXPECT_TRUE(*Apply(SubElements(&sizes_), *twice, batch_) == batch_);
  EXPECT_FALSE(Apply(MulElements(&sizes_), batch_, -1));
}

TEST_F(SizeArrayTest, RefusesWhatIsNotExact) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(Apply(AddElements(&sizes_), most, 1));
  EXPECT_FALSE(Apply(MulElements(&sizes_), most, 2));
  EXPECT_FALSE(Apply(DivElements(&sizes_), 1, 0));
  EXPECT_EQ(Apply(DivElements(&sizes_), 0, batch_)->number(), 0);
  EXPECT_EQ(Apply(DivElements(&sizes_), -7, 2)->number(), -3);
}

TEST_F(SizeArrayTest, Broadcasts) {
  const SizeArray x{DataType::kInt64, {2, 1}, {10, 20}};
  const SizeArray y{DataType::kInt64, {3}, {1, 2, 3}};
  const auto sum = Combine(x, y, AddElements(&sizes_));
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->dims, Dims({2, 3}));
  EXPECT_EQ(sum->elements[5].number(), 23);
  const SizeArray z{DataType::kInt64, {2}, {1, 2}};
  EXPECT_FALSE(Combine(y, z, AddElements(&sizes_)));
}

TEST_F(SizeArrayTest, TakesParts) {
  const SizeArray x{DataType::kInt64, {2, 3}, {0, 1, 2, 3, 4, 5}};
  const SizeArray taken = TakeElements(x, 1, {2, 0});
  EXPECT_EQ(taken.dims, Dims({2, 2}));
  EXPECT_EQ(taken.elements[2].number(), 5);
}

TEST_F(SizeArrayTest, BecomesATensorAndBack) {
  const SizeArray x{DataType::kInt32, {2}, {7, -8}};
  const auto back = SizesOf(ToTensor(x));
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->elements == x.elements);
  EXPECT_FALSE(SizesOf(framework::Tensor({1}, DataType::kFloat32)));
  EXPECT_FALSE(SizesOf(
      framework::Tensor({SizeArray::kMostElements + 1}, DataType::kInt64)));
}

}  // namespace
}  // namespace paddle::onnx
