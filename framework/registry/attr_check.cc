#include "paddle/framework/registry/attr_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Returns -1 for a value that is not a list.
template <typename T>
int64_t LengthOfValue(const T&) {
  return -1;
}
template <typename T>
int64_t LengthOfValue(const std::vector<T>& list) {
  return static_cast<int64_t>(list.size());
}
int64_t LengthOfList(const Attribute& value) {
  return std::visit([](const auto& v) { return LengthOfValue(v); }, value);
}

template <size_t... type>
Attribute EmptyOf(size_t wanted, std::index_sequence<type...>) {
  Attribute made;
  // A type is the number of its alternative.
  ((type == wanted ? static_cast<void>(made.emplace<type>()) : void()), ...);
  return made;
}

// Returns the first int that a float cannot represent, if there is one.
absl::optional<int64_t> Inexact(const Attribute& value, AttrType type) {
  if (type == AttrType::kFloat && TypeOf(value) == AttrType::kInt) {
    const int64_t given = std::get<int64_t>(value);
    if (!FitsDouble(given)) return given;
  }
  if (type == AttrType::kFloats && TypeOf(value) == AttrType::kInts) {
    for (const int64_t given : std::get<std::vector<int64_t>>(value)) {
      if (!FitsDouble(given)) return given;
    }
  }
  return absl::nullopt;
}

Attribute Converted(Attribute value, AttrType type) {
  if (TypeOf(value) == type) return value;
  // An empty Python list has no element type, so it fits any list.
  if (LengthOfList(value) == 0 && IsList(type)) return EmptyAttribute(type);
  if (type == AttrType::kFloat && TypeOf(value) == AttrType::kInt) {
    return static_cast<double>(std::get<int64_t>(value));
  }
  if (type == AttrType::kFloats && TypeOf(value) == AttrType::kInts) {
    const auto& ints = std::get<std::vector<int64_t>>(value);
    return std::vector<double>(ints.begin(), ints.end());
  }
  return value;
}

// Formats whole numbers with all their digits.
std::string Bound(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::fabs(value) <= kExact && std::trunc(value) == value) {
    return absl::StrCat(static_cast<int64_t>(value));
  }
  return absl::StrCat(value);
}

// Returns, for example, "at least 0 and below 1".
std::string Range(const AttrProto& attr) {
  std::vector<std::string> bounds;
  if (attr.min) {
    bounds.push_back(absl::StrCat(attr.min_exclusive ? "above " : "at least ",
                                  Bound(*attr.min)));
  }
  if (attr.max) {
    bounds.push_back(absl::StrCat(attr.max_exclusive ? "below " : "at most ",
                                  Bound(*attr.max)));
  }
  return absl::StrJoin(bounds, " and ");
}

// False for a NaN as well, since every comparison with it is false.
bool InRange(const AttrProto& attr, double value) {
  const bool above = !attr.min || (attr.min_exclusive ? value > *attr.min
                                                      : value >= *attr.min);
  const bool below = !attr.max || (attr.max_exclusive ? value < *attr.max
                                                      : value <= *attr.max);
  return above && below;
}

bool NumbersInRange(const AttrProto& attr, const Attribute& value) {
  const auto fits = [&attr](auto v) {
    return InRange(attr, static_cast<double>(v));
  };
  switch (TypeOf(value)) {
    case AttrType::kInt:
      return fits(std::get<int64_t>(value));
    case AttrType::kFloat:
      return fits(std::get<double>(value));
    case AttrType::kInts: {
      const auto& ints = std::get<std::vector<int64_t>>(value);
      return std::all_of(ints.begin(), ints.end(), fits);
    }
    case AttrType::kFloats: {
      const auto& floats = std::get<std::vector<double>>(value);
      return std::all_of(floats.begin(), floats.end(), fits);
    }
    default:
      return true;
  }
}

// A file may hold a list of millions, which no message should repeat.
std::string Shortened(std::string text) {
  constexpr size_t kMost = 200;
  if (text.size() <= kMost) return text;
  size_t end = kMost;
  while ((text[end] & 0xC0) == 0x80) --end;  // do not cut a UTF-8 character
  return text.substr(0, end) + "...";
}

// Returns, for example, "attribute axis of operator concat is 7".
std::string ProblemText(const std::string& op_type, const AttrProto& attr,
                        const Attribute& value) {
  return absl::StrCat("attribute ", attr.name, " of operator ", op_type, " is ",
                      Shortened(ToString(value)));
}

bool IsLegalLength(const ListLength& length, int64_t count) {
  return (length.or_none && count == 0) ||
         (length.min <= count && count <= length.max);
}

}  // namespace

int64_t ElementCount(const Attribute& value) {
  const int64_t length = LengthOfList(value);
  return length < 0 ? 1 : length;
}

bool IsIntegral(AttrType type) {
  return type == AttrType::kInt || type == AttrType::kInts;
}

bool CanGive(DataType dtype, AttrType type) {
  return IsIntegral(type)
             ? dtype == DataType::kInt32 || dtype == DataType::kInt64
             : dtype == DataType::kFloat32 || dtype == DataType::kFloat64;
}

Attribute EmptyAttribute(AttrType type) {
  return EmptyOf(static_cast<size_t>(type),
                 std::make_index_sequence<std::variant_size_v<Attribute>>());
}

// Checked before the conversion, which would round silently.
Attribute CheckAttr(const std::string& op_type, const AttrProto& attr,
                    Attribute value) {
  const absl::optional<int64_t> inexact = Inexact(value, attr.type);
  PADDLE_ENFORCE(!inexact, InvalidArgument, "attribute ", attr.name,
                 " of operator ", op_type, " is a ", AttrTypeName(attr.type),
                 ", which cannot hold ", *inexact,
                 ": between 2^53 and it not every whole number is a float");
  value = Converted(std::move(value), attr.type);
  const auto problem = [&] { return ProblemText(op_type, attr, value); };
  PADDLE_ENFORCE(TypeOf(value) == attr.type, TypeMismatch, problem(), ", a ",
                 AttrTypeName(TypeOf(value)), "; it must be a ",
                 AttrTypeName(attr.type));
  if (attr.length) {
    PADDLE_ENFORCE(IsLegalLength(*attr.length, LengthOfList(value)),
                   InvalidArgument, problem(), ", of ", LengthOfList(value),
                   "; it must have ", LengthText(*attr.length));
  }
  if (attr.min || attr.max) {
    PADDLE_ENFORCE(NumbersInRange(attr, value), InvalidArgument, problem(),
                   "; it must be ", Range(attr));
  }
  const std::string* text = std::get_if<std::string>(&value);
  if (!attr.choices.empty() && text != nullptr) {
    const auto& choices = attr.choices;
    PADDLE_ENFORCE(
        std::find(choices.begin(), choices.end(), *text) != choices.end(),
        InvalidArgument, problem(), "; it must be \"",
        absl::StrJoin(choices, "\" or \""), "\"");
  }
  if (attr.is_data_type) {
    try {
      ParseDataType(*text);
    } catch (const platform::Error& error) {
      PADDLE_THROW(InvalidArgument, problem(), ": ", error.message());
    }
  }
  return value;
}

void CheckSameLength(const std::string& op_type, const AttrProto& attr,
                     const Attribute& value, const Attribute& other) {
  const int64_t count = LengthOfList(value);
  if (attr.length->or_none && count == 0) return;
  const int64_t* number = std::get_if<int64_t>(&other);
  const int64_t wanted = number != nullptr ? *number : LengthOfList(other);
  PADDLE_ENFORCE(count == wanted, InvalidArgument,
                 ProblemText(op_type, attr, value), ", of ", count,
                 "; it must have ", LengthText(*attr.length), "; ",
                 attr.length->as, " is ", Shortened(ToString(other)));
}

}  // namespace paddle::framework
