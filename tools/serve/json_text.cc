#include "paddle/tools/serve/json_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/small_numbers_convert.h"
#include "paddle/platform/utf8.h"

namespace paddle::serve {
namespace {

// Longer than any number that to_chars writes.
constexpr size_t kNumber = 40;

template <typename T>
char* Write(T value, absl::string_view name, char* to) {
  if constexpr (std::is_same_v<T, bool>) {
    const absl::string_view word = value ? "true" : "false";
    return to + word.copy(to, word.size());
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_chars(to, to + kNumber, value).ptr;
  } else if constexpr (std::is_same_v<T, double>) {
    PADDLE_ENFORCE(std::isfinite(value), InvalidArgument, "output ", name,
                   " has a value that is not finite, which JSON cannot hold; "
                   "ask for it with \"binary_data\": true");
    return std::to_chars(to, to + kNumber, value).ptr;
  } else {
    const auto number = static_cast<float>(value);
    PADDLE_ENFORCE(std::isfinite(number), InvalidArgument, "output ", name,
                   " has a value that is not finite, which JSON cannot hold; "
                   "ask for it with \"binary_data\": true");
    return std::to_chars(to, to + kNumber, number).ptr;
  }
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string* json) {
  constexpr char kHex[] = "0123456789abcdef";
  const bool utf8 = platform::IsUtf8(text);
  *json += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      *json += '\\';
      *json += c;
    } else if (byte >= 0x80 && !utf8) {
      *json += '?';
    } else if (byte < 0x20) {
      *json += "\\u00";
      *json += kHex[byte >> 4];
      *json += kHex[byte & 15];
    } else {
      *json += c;
    }
  }
  *json += '"';
}

void AppendJsonArray(const framework::Tensor& values, absl::string_view name,
                     std::string* json) {
  *json += '[';
  framework::VisitAnyDataType(values.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (platform::kIsSmall<T>) {
      PADDLE_THROW(Unimplemented, "output ", name, " is ",
                   framework::DataTypeName(values.dtype()),
                   ", which the protocol has not");
    } else {
      const T* elements = values.data<T>();
      char number[kNumber + 1];
      for (int64_t i = 0; i < values.numel(); ++i) {
        char* end = Write<T>(elements[i], name, number);
        *end++ = ',';
        json->append(number, end - number);
      }
    }
  });
  if (json->back() == ',') json->pop_back();
  *json += ']';
}

}  // namespace paddle::serve
