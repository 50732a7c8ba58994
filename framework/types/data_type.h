// The element types of tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "absl/strings/string_view.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/small_numbers.h"

namespace paddle::framework {

// The numbers are those of proto::DataType and of the tensor file format, and
// are never reused.
enum class DataType : int {
  kBool = 1,
  kUInt8 = 2,
  kInt8 = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kFloat16 = 7,
  kBFloat16 = 8,
  kFloat32 = 9,
  kFloat64 = 10,
  // Elements that are kept, copied and converted; few kernels compute with
  // them.
  kUInt16 = 11,
  kUInt32 = 12,
  kUInt64 = 13,
  kFloat8E4M3FN = 14,
  kFloat8E4M3FNUZ = 15,
  kFloat8E5M2 = 16,
  kFloat8E5M2FNUZ = 17,
  kFloat8E8M0FNU = 18,
  kFloat4E2M1FN = 19,
  kInt4 = 20,
  kUInt4 = 21,
  kInt2 = 22,
  kUInt2 = 23,
};

// Returns the size of one element in bytes, at least 1: elements of four and
// two bits take a byte each.
size_t SizeOf(DataType type);
// Returns NumPy's name of the type: "float32", "bool", ...; for those that
// NumPy lacks that of the package ml_dtypes: "bfloat16", "float8_e4m3fn",
// "int4", ...
const char* DataTypeName(DataType type);
// Returns the type of that name; InvalidArgument, listing the legal names, for
// any other name.
DataType ParseDataType(absl::string_view name);
// Returns the type of that number; InvalidArgument for any other number, which
// a damaged file may hold.
DataType DataTypeFromNumber(int number);

// True for float16, bfloat16, float32 and float64, which kernels compute with.
bool IsFloating(DataType type);
// True for integers of 8 bits and more; bool is not an integer.
bool IsInteger(DataType type);
// True for the types from uint16 on, which VisitDataType does not know.
bool IsStoredOnly(DataType type);

// Prints DataTypeName(type).
std::ostream& operator<<(std::ostream& out, DataType type);

// Maps a C++ type to its DataType: DataTypeOf<float>() == DataType::kFloat32.
template <typename T>
constexpr DataType DataTypeOf();

// The table of the types that are computed with: F(C++ type, DataType) for
// each, from which the functions below are generated.
#define PADDLE_DATA_TYPES_(F)                \
  F(bool, DataType::kBool)                   \
  F(uint8_t, DataType::kUInt8)               \
  F(int8_t, DataType::kInt8)                 \
  F(int16_t, DataType::kInt16)               \
  F(int32_t, DataType::kInt32)               \
  F(int64_t, DataType::kInt64)               \
  F(platform::float16, DataType::kFloat16)   \
  F(platform::bfloat16, DataType::kBFloat16) \
  F(float, DataType::kFloat32)               \
  F(double, DataType::kFloat64)

// The table of the other types, which VisitAnyDataType knows, too.
#define PADDLE_STORED_TYPES_(F)                           \
  F(uint16_t, DataType::kUInt16)                          \
  F(uint32_t, DataType::kUInt32)                          \
  F(uint64_t, DataType::kUInt64)                          \
  F(platform::float8_e4m3fn, DataType::kFloat8E4M3FN)     \
  F(platform::float8_e4m3fnuz, DataType::kFloat8E4M3FNUZ) \
  F(platform::float8_e5m2, DataType::kFloat8E5M2)         \
  F(platform::float8_e5m2fnuz, DataType::kFloat8E5M2FNUZ) \
  F(platform::float8_e8m0fnu, DataType::kFloat8E8M0FNU)   \
  F(platform::float4_e2m1fn, DataType::kFloat4E2M1FN)     \
  F(platform::int4, DataType::kInt4)                      \
  F(platform::uint4, DataType::kUInt4)                    \
  F(platform::int2, DataType::kInt2)                      \
  F(platform::uint2, DataType::kUInt2)

#define PADDLE_DEFINE_DATA_TYPE_OF_(cpp, type) \
  template <>                                  \
  constexpr DataType DataTypeOf<cpp>() {       \
    return type;                               \
  }
PADDLE_DATA_TYPES_(PADDLE_DEFINE_DATA_TYPE_OF_)
PADDLE_STORED_TYPES_(PADDLE_DEFINE_DATA_TYPE_OF_)
#undef PADDLE_DEFINE_DATA_TYPE_OF_

// Passes a type as a value to the visitors of VisitDataType.
template <typename T>
struct TypeTag {
  using type = T;
};

// Throws Unimplemented for a type that no kernel of this kind computes with,
// and Internal for a number that no type has.
[[noreturn]] void ThrowNoVisit(DataType type);

#define PADDLE_VISIT_DATA_TYPE_(cpp, type) \
  case type:                               \
    return visitor(TypeTag<cpp>{});

// Calls visitor(TypeTag<T>{}) with the C++ type T of `type` and returns the
// result. All dispatch over data types goes through here. Throws Unimplemented
// for types that are stored only.
template <typename Visitor>
decltype(auto) VisitDataType(DataType type, Visitor&& visitor) {
  switch (type) {
    PADDLE_DATA_TYPES_(PADDLE_VISIT_DATA_TYPE_)
    default:
      ThrowNoVisit(type);
  }
}

// VisitDataType for what copies, prints or converts any element: it knows the
// types that are stored only, too.
template <typename Visitor>
decltype(auto) VisitAnyDataType(DataType type, Visitor&& visitor) {
  switch (type) {
    PADDLE_DATA_TYPES_(PADDLE_VISIT_DATA_TYPE_)
    PADDLE_STORED_TYPES_(PADDLE_VISIT_DATA_TYPE_)
  }
  ThrowNoVisit(type);
}

#undef PADDLE_VISIT_DATA_TYPE_

}  // namespace paddle::framework
