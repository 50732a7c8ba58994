#include "paddle/operators/math/rows/row_partition.h"

#include <cstring>
#include <vector>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDPtr;
using framework::Tensor;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const platform::CPUDeviceContext kCpu;

// A mask of `items` elements; element i is bit i % 64 of `bits`.
struct Bits {
  Bits(int64_t items, uint64_t bits) : tensor({items}, DataType::kBool) {
    for (int64_t i = 0; i < items; ++i) {
      tensor.mutable_data<bool>()[i] = bits >> (i % 64) & 1;
    }
  }
  operator Mask() const { return MaskOf(tensor); }  // NOLINT: implicit
  Tensor tensor;
};

// Bytes no two neighbours of which are alike.
Tensor Make(const Dims& dims, DataType dtype) {
  Tensor tensor(dims, dtype);
  auto* bytes = static_cast<uint8_t*>(tensor.raw_mutable_data());
  for (size_t i = 0; i < tensor.bytes(); ++i) {
    bytes[i] = dtype == DataType::kBool ? i % 2 : i * 7 % 251;
  }
  return tensor;
}

Tensor PartOf(const Tensor& x, Mask mask, Offsets offsets, bool part) {
  Dims dims = x.dims();
  dims[0] = RowsOfPart(mask, offsets, part);
  return Tensor(dims, x.dtype());
}

bool SameBytes(const Tensor& a, const Tensor& b) {
  return a.dims() == b.dims() &&
         std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0;
}

// The rows of a part, one by one.
Tensor SlowPart(const Tensor& x, Mask mask, Offsets offsets, bool part) {
  Tensor rows = PartOf(x, mask, offsets, part);
  char* to = static_cast<char*>(rows.raw_mutable_data());
  const char* from = static_cast<const char*>(x.raw_data());
  for (size_t i = 0; i < mask.size(); ++i) {
    const int64_t begin = offsets.empty() ? i : offsets[i];
    const int64_t end = offsets.empty() ? i + 1 : offsets[i + 1];
    if (mask[i] != part) continue;
    std::memcpy(to, from + begin * RowBytes(x), (end - begin) * RowBytes(x));
    to += (end - begin) * RowBytes(x);
  }
  return rows;
}

void CheckSplitAndMerge(const Tensor& x, Mask mask, Offsets offsets) {
  Tensor marked = PartOf(x, mask, offsets, true);
  Tensor others = PartOf(x, mask, offsets, false);
  SplitRows(kCpu, x, mask, offsets, &marked, &others);
  EXPECT_TRUE(SameBytes(marked, SlowPart(x, mask, offsets, true)));
  EXPECT_TRUE(SameBytes(others, SlowPart(x, mask, offsets, false)));
  Tensor merged(x.dims(), x.dtype());
  MergeRows(kCpu, &marked, &others, mask, offsets, &merged);
  EXPECT_TRUE(SameBytes(merged, x));
}

TEST(RowPartition, MergeUndoesSplitForAllMasks) {
  for (int64_t items = 0; items <= 6; ++items) {
    for (uint64_t bits = 0; bits < 1u << items; ++bits) {
      for (const Dims& dims : {Dims({items}), Dims({items, 3}),
                               Dims({items, 0}), Dims({items, 2, 5})}) {
        CheckSplitAndMerge(Make(dims, DataType::kFloat32), Bits(items, bits),
                           {});
      }
    }
  }
}

TEST(RowPartition, OfEveryDataType) {
  for (int type = 1; type <= 10; ++type) {
    const Tensor x = Make({9, 3}, framework::DataTypeFromNumber(type));
    CheckSplitAndMerge(x, Bits(9, 0b011010111), {});
  }
}

TEST(RowPartition, MovesSequences) {
  const LoDPtr lods[] = {
      LoD::FromLengths({{2, 0, 3, 1}}),
      LoD::FromLengths({{0, 0, 0, 0}}),
      LoD::FromLengths({{2, 0, 1, 1}, {1, 3, 0, 2}}),
      LoD::FromLengths({{1, 1, 2, 0}, {2, 0, 1, 1}, {1, 0, 5, 2}}),
  };
  for (const LoDPtr& lod : lods) {
    const Tensor x = Make({lod->rows(), 3}, DataType::kInt64);
    const auto offsets = ItemOffsets(lod);
    for (uint64_t bits = 0; bits < 16; ++bits) {
      const Bits mask(4, bits);
      CheckSplitAndMerge(x, mask, offsets);
      const LoDPtr marked = LoDOfPart(lod, mask, true);
      const LoDPtr others = LoDOfPart(lod, mask, false);
      EXPECT_EQ(marked->rows(), RowsOfPart(mask, offsets, true));
      EXPECT_EQ(others->rows(), RowsOfPart(mask, offsets, false));
      EXPECT_EQ(*MergedLoD(marked, others, mask), *lod);
    }
  }
}

TEST(RowPartition, KnowsTheSequencesOfAPart) {
  const LoDPtr lod = LoD::FromLengths({{2, 0, 1, 1}, {1, 3, 0, 2}});
  const Bits mask(4, 0b0101);
  EXPECT_THAT(ItemsOfPart(mask, true), ElementsAre(0, 2));
  EXPECT_THAT(ItemsOfPart(mask, false), ElementsAre(1, 3));
  EXPECT_THAT(ItemOffsets(lod), ElementsAre(0, 4, 4, 4, 6));
  EXPECT_THAT(ItemOffsets(nullptr), IsEmpty());
  EXPECT_EQ(LoDOfPart(lod, mask, true)->ToString(), "{{2, 1}, {1, 3, 0}}");
  EXPECT_EQ(LoDOfPart(lod, mask, false)->ToString(), "{{0, 1}, {2}}");
  EXPECT_EQ(LoDOfPart(nullptr, mask, true), nullptr);
}

TEST(RowPartition, TheSameForManyRows) {
  const int64_t items = 200001;
  for (const uint64_t bits : {0x9249249249249249u, 0xffff0000ff00f0f0u}) {
    const Bits mask(items, bits);
    CheckSplitAndMerge(Make({items, 3}, DataType::kFloat64), mask, {});
    std::vector<int64_t> offsets = {0};
    for (int64_t i = 0; i < items; ++i) offsets.push_back(offsets[i] + i % 4);
    CheckSplitAndMerge(Make({offsets.back(), 2}, DataType::kFloat64), mask,
                       offsets);
  }
}

TEST(RowPartition, PartsMayBeMissing) {
  const Tensor x = Make({4, 2}, DataType::kInt8);
  const Bits mask(4, 0b0110);
  Tensor marked = PartOf(x, mask, {}, true);
  SplitRows(kCpu, x, mask, {}, &marked, nullptr);
  EXPECT_TRUE(SameBytes(marked, x.Slice(1, 3)));
  Tensor merged({4, 2}, DataType::kInt8);
  MergeRows(kCpu, &marked, nullptr, mask, {}, &merged);
  const int8_t* got = merged.data<int8_t>();
  const int8_t* all = x.data<int8_t>();
  EXPECT_THAT(std::vector<int8_t>(got, got + 8),
              ElementsAre(0, 0, all[2], all[3], all[4], all[5], 0, 0));
}

TEST(RowPartition, MergesWithAPartThatHasNoSequences) {
  const LoDPtr lod = LoD::FromLengths({{2, 3}});
  EXPECT_EQ(*MergedLoD(lod, nullptr, Bits(2, 0b11)), *lod);
  EXPECT_EQ(*MergedLoD(nullptr, lod, Bits(2, 0)), *lod);
  EXPECT_EQ(MergedLoD(nullptr, nullptr, Bits(2, 0)), nullptr);
}

TEST(RowPartition, SaysWhatDoesNotFit) {
  const Bits mask(3, 0b101);
  Tensor x({4, 2}, DataType::kFloat32);
  Tensor part({2, 2}, DataType::kFloat32);
  EXPECT_ERROR(SplitRows(kCpu, x, mask, {}, &part, nullptr), InvalidArgument,
               "a mask of 3 elements for 3 rows, not for a tensor of shape "
               "[4, 2]");
  EXPECT_ERROR(SplitRows(kCpu, x, mask, {0, 1, 4}, &part, nullptr),
               InvalidArgument, "a mask of 3 elements for 2 sequences");
  EXPECT_ERROR(SplitRows(kCpu, x.Slice(0, 3), mask, {}, nullptr, &part),
               InvalidArgument,
               "where the mask is false has 1 rows, which a tensor of shape "
               "[2, 2] does not hold");
  const LoDPtr one = LoD::FromLengths({{2}});
  const LoDPtr two = LoD::FromLengths({{2, 3}});
  EXPECT_ERROR(MergedLoD(one, one, mask), InvalidArgument,
               "true has 2 sequences by the mask, but 1 are given");
  EXPECT_ERROR(MergedLoD(two, nullptr, mask), InvalidArgument,
               "false has 1 sequences by the mask, but 0 are given");
  EXPECT_ERROR(MergedLoD(two, LoD::FromLengths({{1}, {1}}), mask),
               InvalidArgument, "sequences of 1 and 2 levels");
}

}  // namespace
}  // namespace paddle::operators::kernels
