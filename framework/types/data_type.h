// The element types of tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "absl/strings/string_view.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"

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
};

// Returns the size of one element in bytes.
size_t SizeOf(DataType type);
// Returns NumPy's name of the type: "float32", "bool", "bfloat16", ...
const char* DataTypeName(DataType type);
// Returns the type of that name; InvalidArgument, listing the legal names, for
// any other name.
DataType ParseDataType(absl::string_view name);
// Returns the type of that number; InvalidArgument for any other number, which
// a damaged file may hold.
DataType DataTypeFromNumber(int number);

// True for float16, bfloat16, float32 and float64.
bool IsFloating(DataType type);
bool IsInteger(DataType type);  // bool is not an integer

// Prints DataTypeName(type).
std::ostream& operator<<(std::ostream& out, DataType type);

// Maps a C++ type to its DataType: DataTypeOf<float>() == DataType::kFloat32.
template <typename T>
constexpr DataType DataTypeOf();

// The table of all types: F(C++ type, DataType) for each, from which the
// functions below are generated.
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

#define PADDLE_DEFINE_DATA_TYPE_OF_(cpp, type) \
  template <>                                  \
  constexpr DataType DataTypeOf<cpp>() {       \
    return type;                               \
  }
PADDLE_DATA_TYPES_(PADDLE_DEFINE_DATA_TYPE_OF_)
#undef PADDLE_DEFINE_DATA_TYPE_OF_

// Passes a type as a value to the visitors of VisitDataType.
template <typename T>
struct TypeTag {
  using type = T;
};

// Calls visitor(TypeTag<T>{}) with the C++ type T of `type` and returns the
// result. All dispatch over data types goes through here.
template <typename Visitor>
decltype(auto) VisitDataType(DataType type, Visitor&& visitor) {
  // Without a default label, so that the compiler warns of a missing type.
  switch (type) {
#define PADDLE_VISIT_DATA_TYPE_(cpp, type) \
  case type:                               \
    return visitor(TypeTag<cpp>{});
    PADDLE_DATA_TYPES_(PADDLE_VISIT_DATA_TYPE_)
#undef PADDLE_VISIT_DATA_TYPE_
  }
  PADDLE_THROW(Internal, "data type number ", static_cast<int>(type));
}

}  // namespace paddle::framework
