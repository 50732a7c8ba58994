// In families that promise it, every operator and its gradient have kernels for
// float16 and bfloat16. One binary a family: it links no other.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/tools/op_table/op_table.h"

namespace paddle::op_table {
namespace {

using framework::DataType;

// Operators without, and why.
const std::map<std::string, std::string>& Exceptions() {
  static const auto* exceptions = new std::map<std::string, std::string>{
      {"bilinear_tensor_product", "works in pieces of its operands' type"},
      {"bitwise_and", "of bits"},
      {"bitwise_left_shift", "of bits"},
      {"bitwise_or", "of bits"},
      {"bitwise_right_shift", "of bits"},
      {"bitwise_xor", "of bits"},
      {"determinant", "sums up products of many elements"},
      {"pack_fc_weight", "no processor multiplies packed float16"},
      {"reduce_all", "of truth values"},
      {"reduce_any", "of truth values"},
  };
  return *exceptions;
}

// Also of the operator's gradient.
std::string ExceptionFor(const std::string& type) {
  for (const auto& [exception, reason] : Exceptions()) {
    if (type == exception || type == exception + "_grad") return reason;
  }
  return "";
}

bool HasBoth(const OpRow& row) {
  const std::vector<DataType> types = CpuDataTypes(row);
  const auto has = [&](DataType type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  return row.any_type || (has(DataType::kFloat16) && has(DataType::kBFloat16));
}

TEST(HalfTypes, OfEveryOperatorAndItsGradient) {
  const std::vector<OpRow> rows = MakeOpTable();
  EXPECT_GT(rows.size(), 3);
  for (const OpRow& row : rows) {
    // The gradient of what some gradient writes: only its schema is linked.
    if (!row.any_type && row.kernels.empty()) continue;
    const std::string exception = ExceptionFor(row.type);
    EXPECT_EQ(HasBoth(row), exception.empty())
        << row.type << (exception.empty() ? "" : " is an exception: ")
        << exception;
  }
}

}  // namespace
}  // namespace paddle::op_table
