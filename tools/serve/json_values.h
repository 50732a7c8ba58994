// Reads values of JSON documents that a client has sent.
#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/tensor/tensor.h"

namespace paddle::serve {

using JsonElement = simdjson::dom::element;
using JsonObject = simdjson::dom::object;

// Returns the document, which lives until the thread reads the next one. Throws
// InvalidArgument for what is not JSON in UTF-8, or is nested deeper.
JsonElement ParseJson(absl::string_view text, int depth);

// Frees the document that the thread has read last, and what reading it took,
// if it was large: several times its text.
void ForgetLargeJson();
// Does so at the end of a block, whether the document could be read or not.
struct LargeJsonForgotten {
  LargeJsonForgotten() = default;
  ~LargeJsonForgotten() { ForgetLargeJson(); }
};
// Returns the size of the text for which the thread has memory.
size_t JsonCapacity();

// Return a member; none if it is absent. They throw InvalidArgument, naming
// the field, for one of another kind.
absl::optional<JsonElement> Member(JsonObject object, absl::string_view name);
absl::optional<absl::string_view> StringMember(JsonObject object,
                                               absl::string_view name,
                                               const std::string& field);
absl::optional<bool> BoolMember(JsonObject object, absl::string_view name,
                                const std::string& field);
absl::optional<int64_t> IntMember(JsonObject object, absl::string_view name,
                                  const std::string& field);
absl::optional<JsonObject> ObjectMember(JsonObject object,
                                        absl::string_view name,
                                        const std::string& field);
absl::optional<simdjson::dom::array> ArrayMember(JsonObject object,
                                                 absl::string_view name,
                                                 const std::string& field);

// Returns the value as an object or an array; InvalidArgument, naming the
// field, for another.
JsonObject AsObject(JsonElement value, const std::string& field);

// Fills a tensor from an array of its elements in row-major order, flat or
// nested. Throws InvalidArgument, naming the field, unless there are as many,
// each a number that the data type holds, or true and false for BOOL.
void FillFromJson(simdjson::dom::array values, const std::string& field,
                  framework::Tensor* tensor);

}  // namespace paddle::serve
