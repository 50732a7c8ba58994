#include "paddle/framework/types/data_type.h"

#include <array>
#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"

namespace paddle::framework {
namespace {

struct TypeInfo {
  DataType type;
  const char* name;
};

// Ordered by number, starting at 1, so that the number is an index.
constexpr std::array<TypeInfo, 23> kTypes = {{
    {DataType::kBool, "bool"},
    {DataType::kUInt8, "uint8"},
    {DataType::kInt8, "int8"},
    {DataType::kInt16, "int16"},
    {DataType::kInt32, "int32"},
    {DataType::kInt64, "int64"},
    {DataType::kFloat16, "float16"},
    {DataType::kBFloat16, "bfloat16"},
    {DataType::kFloat32, "float32"},
    {DataType::kFloat64, "float64"},
    {DataType::kUInt16, "uint16"},
    {DataType::kUInt32, "uint32"},
    {DataType::kUInt64, "uint64"},
    {DataType::kFloat8E4M3FN, "float8_e4m3fn"},
    {DataType::kFloat8E4M3FNUZ, "float8_e4m3fnuz"},
    {DataType::kFloat8E5M2, "float8_e5m2"},
    {DataType::kFloat8E5M2FNUZ, "float8_e5m2fnuz"},
    {DataType::kFloat8E8M0FNU, "float8_e8m0fnu"},
    {DataType::kFloat4E2M1FN, "float4_e2m1fn"},
    {DataType::kInt4, "int4"},
    {DataType::kUInt4, "uint4"},
    {DataType::kInt2, "int2"},
    {DataType::kUInt2, "uint2"},
}};

std::string AllNames() {
  // Listed in messages, so that a user sees what is legal.
  std::string names;
  for (const TypeInfo& info : kTypes) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", info.name);
  }
  return names;
}

}  // namespace

size_t SizeOf(DataType type) {
  return VisitAnyDataType(
      type, [](auto tag) { return sizeof(typename decltype(tag)::type); });
}

const char* DataTypeName(DataType type) {
  // Goes through the check, as the number may come from a damaged file.
  return kTypes
      .at(static_cast<size_t>(DataTypeFromNumber(static_cast<int>(type))) - 1)
      .name;
}

DataType ParseDataType(absl::string_view name) {
  for (const TypeInfo& info : kTypes) {
    if (name == info.name) return info.type;
  }
  PADDLE_THROW(InvalidArgument, "no data type is called \"", name,
               "\"; there are ", AllNames());
}

DataType DataTypeFromNumber(int number) {
  PADDLE_ENFORCE(number >= 1 && number <= static_cast<int>(kTypes.size()),
                 InvalidArgument, "no data type has the number ", number);
  return static_cast<DataType>(number);
}

bool IsFloating(DataType type) {
  return type == DataType::kFloat16 || type == DataType::kBFloat16 ||
         type == DataType::kFloat32 || type == DataType::kFloat64;
}

bool IsInteger(DataType type) {
  const auto between = [type](DataType first, DataType last) {
    return type >= first && type <= last;
  };
  return between(DataType::kUInt8, DataType::kInt64) ||
         between(DataType::kUInt16, DataType::kUInt64);
}

bool IsStoredOnly(DataType type) { return type >= DataType::kUInt16; }

void ThrowNoVisit(DataType type) {
  const int number = static_cast<int>(type);
  PADDLE_ENFORCE(number >= 1 && number <= static_cast<int>(kTypes.size()),
                 Internal, "data type number ", number);
  PADDLE_THROW(
      Unimplemented, "elements of ", DataTypeName(type),
      " are stored only: nothing computes this with them before a cast "
      "to another type");
}

std::ostream& operator<<(std::ostream& out, DataType type) {
  return out << DataTypeName(type);
}

}  // namespace paddle::framework
