#include "paddle/tools/serve/infer_call.h"

#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/json_values.h"

namespace paddle::serve {
namespace {

using framework::Dims;
using serving::ServedModel;

// Returns a member that has to be there; InvalidArgument if it is not.
template <typename T>
T Required(const absl::optional<T>& value, const std::string& field,
           const char* member) {
  PADDLE_ENFORCE(value.has_value(), InvalidArgument, field, member,
                 " is missing");
  return *value;
}

// Reads one request.
class CallReader {
 public:
  CallReader(absl::string_view body, size_t json_size, const ServedModel& model,
             const Limits& limits)
      : json_(body.substr(0, json_size)),
        binary_(body.substr(json_size)),
        model_(model),
        limits_(limits),
        inputs_(model, limits) {}

  InferCall Read() {
    const JsonObject root =
        AsObject(ParseJson(json_, limits_.json_depth), "the body");
    InferCall call;
    if (const auto id = StringMember(root, "id", "")) {
      call.id = std::string(*id);
    }
    if (const auto parameters = ObjectMember(root, "parameters", "")) {
      ReadParameters(*parameters, &call);
    }
    ReadInputs(Required(ArrayMember(root, "inputs", ""), "", "inputs"));
    PADDLE_ENFORCE(binary_.empty(), InvalidArgument, "inputs: ", binary_.size(),
                   " bytes behind the JSON belong to no input");
    call.inputs = inputs_.Finish();
    call.outputs = ReadOutputs(root);
    return call;
  }

 private:
  void ReadParameters(JsonObject parameters, InferCall* call) {
    if (const auto time = IntMember(parameters, "timeout", "parameters.")) {
      call->timeout = CheckTimeout(*time);
    }
    binary_outputs_ =
        BoolMember(parameters, "binary_data_output", "parameters.")
            .value_or(false);
  }

  void ReadInputs(simdjson::dom::array inputs) {
    size_t index = 0;
    for (const JsonElement input : inputs) {
      const std::string field = absl::StrCat("inputs[", index++, "]");
      ReadInput(AsObject(input, field), field + ".");
    }
  }

  void ReadInput(JsonObject input, const std::string& field) {
    const auto name =
        Required(StringMember(input, "name", field), field, "name");
    const auto type =
        Required(StringMember(input, "datatype", field), field, "datatype");
    inputs_.Begin(name, type, field);
    const Dims dims = ReadShape(input, field);
    absl::optional<int64_t> size;
    if (const auto parameters = ObjectMember(input, "parameters", field)) {
      size = IntMember(*parameters, "binary_data_size", field + "parameters.");
    }
    if (size) {
      ReadBinary(*size, dims, field);
    } else {
      ReadData(input, dims, field);
    }
  }

  Dims ReadShape(JsonObject input, const std::string& field) const {
    const auto shape =
        Required(ArrayMember(input, "shape", field), field, "shape");
    std::vector<int64_t> sizes;
    for (const JsonElement element : shape) {
      // One more than a shape may have is too many already.
      if (sizes.size() > static_cast<size_t>(Dims::kMaxRank)) break;
      int64_t size;
      PADDLE_ENFORCE(element.get(size) == simdjson::SUCCESS, InvalidArgument,
                     field, "shape has an element that is no size");
      sizes.push_back(size);
    }
    return inputs_.CheckShape(sizes, field);
  }

  void ReadBinary(int64_t size, const Dims& dims, const std::string& field) {
    const std::string parameter = field + "parameters.binary_data_size ";
    PADDLE_ENFORCE(size >= 0 && static_cast<uint64_t>(size) <= binary_.size(),
                   InvalidArgument, parameter, "is ", size, ", but only ",
                   binary_.size(), " bytes are left in the body");
    inputs_.SetBytes(dims, binary_.substr(0, static_cast<size_t>(size)),
                     parameter);
    binary_.remove_prefix(static_cast<size_t>(size));
  }

  void ReadData(JsonObject input, const Dims& dims, const std::string& field) {
    const auto data = ArrayMember(input, "data", field);
    PADDLE_ENFORCE(data.has_value(), InvalidArgument, field,
                   "data is missing, and so is parameters.binary_data_size");
    // An element takes at least two bytes of JSON.
    PADDLE_ENFORCE(dims.Numel() <= static_cast<int64_t>(json_.size()),
                   InvalidArgument, field, "data has fewer elements than the ",
                   dims.Numel(), " that its shape says");
    FillFromJson(*data, field + "data", inputs_.Allocate(dims));
  }

  std::vector<WantedOutput> ReadOutputs(JsonObject root) const {
    const auto outputs = ArrayMember(root, "outputs", "");
    if (!outputs || outputs->size() == 0) {
      return AllOutputs(model_, binary_outputs_);
    }
    std::vector<WantedOutput> wanted;
    for (const JsonElement output : *outputs) {
      const std::string field = absl::StrCat("outputs[", wanted.size(), "]");
      ReadOutput(AsObject(output, field), field + ".", &wanted);
    }
    return wanted;
  }

  void ReadOutput(JsonObject output, const std::string& field,
                  std::vector<WantedOutput>* wanted) const {
    const auto name =
        Required(StringMember(output, "name", field), field, "name");
    bool binary = binary_outputs_;
    if (const auto parameters = ObjectMember(output, "parameters", field)) {
      binary = BoolMember(*parameters, "binary_data", field + "parameters.")
                   .value_or(binary);
    }
    WantOutput(model_, limits_, name, binary, field, wanted);
  }

  const absl::string_view json_;
  absl::string_view binary_;  // not read yet
  const ServedModel& model_;
  const Limits& limits_;
  CallInputs inputs_;
  bool binary_outputs_ = false;
};

}  // namespace

absl::optional<std::chrono::microseconds> CheckTimeout(int64_t microseconds) {
  PADDLE_ENFORCE(microseconds >= 0 && microseconds <= int64_t{1} << 42,
                 InvalidArgument, "parameters.timeout is ", microseconds,
                 ", not a number of microseconds");
  if (microseconds == 0) return {};
  return std::chrono::microseconds(microseconds);
}

InferCall ParseInferCall(absl::string_view body, size_t json_size,
                         const ServedModel& model, const Limits& limits) {
  PADDLE_ENFORCE(json_size <= body.size(), InvalidArgument,
                 "header Inference-Header-Content-Length is ", json_size,
                 ", but the body has ", body.size(), " bytes");
  const LargeJsonForgotten forgotten;
  return CallReader(body, json_size, model, limits).Read();
}

}  // namespace paddle::serve
