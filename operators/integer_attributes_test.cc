// Numbers that integer tensors take from attributes.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/operators/register_all_ops.h"

namespace paddle::operators {
namespace {

using framework::AttrType;

bool HasIntegerKernel(const std::string& type) {
  const auto keys = framework::KernelTable::Instance().Keys(type);
  return std::any_of(keys.begin(), keys.end(), [](const auto& key) {
    return key.dtype == framework::DataType::kInt64;
  });
}

// Attributes of operators with int64 kernels that are no number of an int64
// tensor: kernels are chosen by the type of Input, but draw floats; or they are
// attributes of steps, whose integers stand in a list of their own.
const std::set<std::pair<std::string, std::string>>& Others() {
  static const auto& others =
      *new std::set<std::pair<std::string, std::string>>{
          {"fused_elementwise", "floats"},
          {"gaussian_random_batch_size_like", "mean"},
          {"gaussian_random_batch_size_like", "std"},
          {"uniform_random_batch_size_like", "min"},
          {"uniform_random_batch_size_like", "max"},
      };
  return others;
}

TEST(IntegerAttributesTest, EachNumberOfAnIntegerTensorIsExact) {
  ASSERT_GT(RegisterAllOps(), 0);
  const auto& ops = framework::OpInfoMap::Instance();
  int found = 0;
  for (const std::string& type : ops.Types()) {
    if (!HasIntegerKernel(type)) continue;
    const framework::OpProto& proto = *ops.Find(type);
    for (const framework::AttrProto& attr : proto.attrs) {
      const bool list = attr.type == AttrType::kFloats;
      if ((!list && attr.type != AttrType::kFloat) ||
          Others().count({type, attr.name}) > 0) {
        continue;
      }
      const auto* twin = proto.FindAttr(absl::StrCat("int_", attr.name));
      EXPECT_TRUE(twin != nullptr &&
                  twin->type == (list ? AttrType::kInts : AttrType::kInt))
          << "attribute " << attr.name << " of " << type
          << " rounds integers; declare int_" << attr.name
          << " (framework/registry/exact_integers.h)";
      ++found;
    }
  }
  EXPECT_GE(found, 11);
}

}  // namespace
}  // namespace paddle::operators
