#include "paddle/framework/registry/attr_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

template <typename T>
bool IsEmptyList(const T&) {
  return false;
}
template <typename T>
bool IsEmptyList(const std::vector<T>& list) {
  return list.empty();
}

Attribute EmptyList(AttrType type, Attribute otherwise) {
  switch (type) {
    case AttrType::kBools:
      return std::vector<bool>();
    case AttrType::kInts:
      return std::vector<int64_t>();
    case AttrType::kFloats:
      return std::vector<double>();
    case AttrType::kStrings:
      return std::vector<std::string>();
    case AttrType::kBlocks:
      return std::vector<BlockIndex>();
    default:
      return otherwise;
  }
}

Attribute Converted(Attribute value, AttrType type) {
  if (TypeOf(value) == type) return value;
  if (std::visit([](const auto& v) { return IsEmptyList(v); }, value)) {
    return EmptyList(type, std::move(value));
  }
  if (type == AttrType::kFloat && TypeOf(value) == AttrType::kInt) {
    return static_cast<double>(std::get<int64_t>(value));
  }
  if (type == AttrType::kFloats && TypeOf(value) == AttrType::kInts) {
    const auto& ints = std::get<std::vector<int64_t>>(value);
    return std::vector<double>(ints.begin(), ints.end());
  }
  return value;
}

// Whole numbers with all their digits.
std::string Bound(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::fabs(value) <= kExact && std::trunc(value) == value) {
    return absl::StrCat(static_cast<int64_t>(value));
  }
  return absl::StrCat(value);
}

// "at least 0 and below 1".
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

// False for a NaN, too.
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

}  // namespace

Attribute CheckAttr(const std::string& op_type, const AttrProto& attr,
                    Attribute value) {
  value = Converted(std::move(value), attr.type);
  const auto problem = [&] {
    return absl::StrCat("attribute ", attr.name, " of operator ", op_type,
                        " is ", ToString(value));
  };
  PADDLE_ENFORCE(TypeOf(value) == attr.type, TypeMismatch, problem(), ", a ",
                 AttrTypeName(TypeOf(value)), "; it must be a ",
                 AttrTypeName(attr.type));
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

}  // namespace paddle::framework
