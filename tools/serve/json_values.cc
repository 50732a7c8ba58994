#include "paddle/tools/serve/json_values.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/small_numbers_convert.h"

namespace paddle::serve {
namespace {

using simdjson::dom::array;
using simdjson::dom::parser;

template <typename T, typename Wanted>
absl::optional<T> MemberAs(JsonObject object, absl::string_view name,
                           const std::string& field, const char* kind) {
  const auto member = Member(object, name);
  if (!member) return {};
  Wanted value;
  PADDLE_ENFORCE(member->get(value) == simdjson::SUCCESS, InvalidArgument,
                 field, name, " is not ", kind);
  return T(value);
}

// Reads elements one after the other, wherever they are nested.
template <typename T>
class Filler {
 public:
  Filler(const std::string& field, framework::Tensor* tensor)
      : field_(field),
        next_(tensor->mutable_data<T>()),
        end_(next_ + tensor->numel()),
        count_(tensor->numel()) {}

  void Fill(array values) {
    for (const JsonElement value : values) {
      array inner;
      if (value.is<array>() && value.get(inner) == simdjson::SUCCESS) {
        Fill(inner);
        continue;
      }
      PADDLE_ENFORCE(next_ < end_, InvalidArgument, field_,
                     " has more than the ", count_,
                     " elements that its shape says");
      *next_++ = Read(value);
    }
  }

  void CheckAll() const {
    PADDLE_ENFORCE(next_ == end_, InvalidArgument, field_, " has ",
                   count_ - (end_ - next_), " elements, but its shape says ",
                   count_);
  }

 private:
  T Read(JsonElement value) const {
    if constexpr (std::is_same_v<T, bool>) {
      bool flag;
      PADDLE_ENFORCE(value.get(flag) == simdjson::SUCCESS, InvalidArgument,
                     field_, " has an element that is neither true nor false");
      return flag;
    } else if constexpr (std::is_integral_v<T>) {
      std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t> number;
      PADDLE_ENFORCE(value.get(number) == simdjson::SUCCESS &&
                         number >= std::numeric_limits<T>::min() &&
                         number <= std::numeric_limits<T>::max(),
                     InvalidArgument, field_,
                     " has an element that is no integer of its data type");
      return static_cast<T>(number);
    } else {
      double number;
      PADDLE_ENFORCE(value.get(number) == simdjson::SUCCESS, InvalidArgument,
                     field_, " has an element that is no number");
      if constexpr (std::is_same_v<T, double>) return number;
      const auto narrow = static_cast<T>(static_cast<float>(number));
      PADDLE_ENFORCE(std::isfinite(static_cast<float>(narrow)), InvalidArgument,
                     field_,
                     " has an element that is too large for its data type");
      return narrow;
    }
  }

  const std::string& field_;
  T* next_;
  T* const end_;
  const int64_t count_;
};

// Documents above this size do not leave their memory to the next one.
constexpr size_t kKept = 1 << 20;

parser& ParserOfThread() {
  thread_local parser parser;
  return parser;
}

}  // namespace

JsonElement ParseJson(absl::string_view text, int depth) {
  parser& parser = ParserOfThread();
  if (parser.max_depth() != static_cast<size_t>(depth) ||
      parser.capacity() > kKept) {
    parser = simdjson::dom::parser();
    PADDLE_ENFORCE(parser.allocate(kKept / 16, depth) == simdjson::SUCCESS,
                   ResourceExhausted, "no memory to read JSON");
  }
  JsonElement root;
  const auto error = parser.parse(text.data(), text.size()).get(root);
  PADDLE_ENFORCE(error == simdjson::SUCCESS, InvalidArgument,
                 "the body is not JSON, or nested deeper than ", depth, ": ",
                 simdjson::error_message(error));
  return root;
}

void ForgetLargeJson() {
  parser& parser = ParserOfThread();
  if (parser.capacity() > kKept) parser = simdjson::dom::parser();
}

size_t JsonCapacity() { return ParserOfThread().capacity(); }

absl::optional<JsonElement> Member(JsonObject object, absl::string_view name) {
  JsonElement value;
  if (object.at_key({name.data(), name.size()}).get(value) !=
      simdjson::SUCCESS) {
    return {};
  }
  return value;
}

absl::optional<absl::string_view> StringMember(JsonObject object,
                                               absl::string_view name,
                                               const std::string& field) {
  const auto text = MemberAs<std::string_view, std::string_view>(
      object, name, field, "a string");
  if (!text) return {};
  return absl::string_view(text->data(), text->size());
}

absl::optional<bool> BoolMember(JsonObject object, absl::string_view name,
                                const std::string& field) {
  return MemberAs<bool, bool>(object, name, field, "true or false");
}

absl::optional<int64_t> IntMember(JsonObject object, absl::string_view name,
                                  const std::string& field) {
  return MemberAs<int64_t, int64_t>(object, name, field,
                                    "an integer of 64 bits");
}

absl::optional<JsonObject> ObjectMember(JsonObject object,
                                        absl::string_view name,
                                        const std::string& field) {
  return MemberAs<JsonObject, JsonObject>(object, name, field, "an object");
}

absl::optional<array> ArrayMember(JsonObject object, absl::string_view name,
                                  const std::string& field) {
  return MemberAs<array, array>(object, name, field, "an array");
}

JsonObject AsObject(JsonElement value, const std::string& field) {
  JsonObject object;
  PADDLE_ENFORCE(value.get(object) == simdjson::SUCCESS, InvalidArgument, field,
                 " is not an object");
  return object;
}

void FillFromJson(array values, const std::string& field,
                  framework::Tensor* tensor) {
  framework::VisitAnyDataType(tensor->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (platform::kIsSmall<T>) {
      PADDLE_THROW(Unimplemented, field, " is ",
                   framework::DataTypeName(tensor->dtype()),
                   ", which the protocol has not");
    } else {
      Filler<T> filler(field, tensor);
      filler.Fill(values);
      filler.CheckAll();
    }
  });
}

}  // namespace paddle::serve
