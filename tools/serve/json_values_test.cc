#include "paddle/tools/serve/json_values.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

Tensor Filled(DataType dtype, const std::string& array, int64_t size = 1) {
  Tensor tensor(Dims({size}), dtype);
  simdjson::dom::array values;
  EXPECT_EQ(ParseJson(array, 4).get(values), simdjson::SUCCESS);
  FillFromJson(values, "data", &tensor);
  return tensor;
}

TEST(JsonValuesTest, ReadsNumbers) {
  EXPECT_EQ(Filled(DataType::kFloat32, "[[1],[-2.5]]", 2).data<float>()[1],
            -2.5f);
  EXPECT_EQ(
      static_cast<float>(
          Filled(DataType::kFloat16, "[65504]").data<platform::float16>()[0]),
      65504);
  EXPECT_EQ(
      Filled(DataType::kUInt64, "[18446744073709551615]").data<uint64_t>()[0],
      ~uint64_t{0});
  for (const char* none : {"[65536]", "[-1]"}) {
    EXPECT_ERROR(Filled(DataType::kUInt16, none), InvalidArgument,
                 "no integer of its data type");
  }
  EXPECT_ERROR(Filled(DataType::kInt4, "[1]"), Unimplemented, "data is int4");
  EXPECT_ERROR(Filled(DataType::kInt8, "[128]"), InvalidArgument,
               "no integer of its data type");
}

TEST(JsonValuesTest, RefusesWhatWouldBecomeInfinite) {
  for (const auto& [dtype, number] :
       {std::pair(DataType::kFloat16, "[70000]"),
        std::pair(DataType::kFloat16, "[-65520]"),
        std::pair(DataType::kBFloat16, "[3.4e38]"),
        std::pair(DataType::kFloat32, "[1e39]")}) {
    EXPECT_ERROR(Filled(dtype, number), InvalidArgument,
                 "data has an element that is too large for its data type");
  }
}

}  // namespace
}  // namespace paddle::serve
