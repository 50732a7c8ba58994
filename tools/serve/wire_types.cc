#include "paddle/tools/serve/wire_types.h"

#include <array>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::serve {
namespace {

using framework::DataType;

constexpr std::array<std::pair<absl::string_view, DataType>, 13> kNames = {{
    {"BOOL", DataType::kBool},
    {"UINT8", DataType::kUInt8},
    {"UINT16", DataType::kUInt16},
    {"UINT32", DataType::kUInt32},
    {"UINT64", DataType::kUInt64},
    {"INT8", DataType::kInt8},
    {"INT16", DataType::kInt16},
    {"INT32", DataType::kInt32},
    {"INT64", DataType::kInt64},
    {"FP16", DataType::kFloat16},
    {"BF16", DataType::kBFloat16},
    {"FP32", DataType::kFloat32},
    {"FP64", DataType::kFloat64},
}};

}  // namespace

absl::string_view WireName(DataType dtype) {
  for (const auto& name : kNames) {
    if (name.second == dtype) return name.first;
  }
  PADDLE_THROW(Unimplemented, "the protocol has no name for ",
               framework::DataTypeName(dtype));
}

DataType ParseWireName(absl::string_view name, absl::string_view field) {
  for (const auto& known : kNames) {
    if (known.first == name) return known.second;
  }
  PADDLE_THROW(InvalidArgument, field, ": ", name.substr(0, 32),
               " is no data type; there are BOOL, UINT8, UINT16, UINT32, "
               "UINT64, INT8, INT16, INT32, "
               "INT64, FP16, BF16, FP32 and FP64");
}

}  // namespace paddle::serve
