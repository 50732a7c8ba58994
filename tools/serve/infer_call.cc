#include "paddle/tools/serve/infer_call.h"

#include <cstring>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/json_values.h"
#include "paddle/tools/serve/wire_types.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using framework::Tensor;
using serving::ServedModel;
using serving::TensorInfo;

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
        inputs_(model.inputs().size()),
        lengths_(model.inputs().size()) {}

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
    call.inputs = FinishInputs();
    call.outputs = ReadOutputs(root);
    return call;
  }

 private:
  void ReadParameters(JsonObject parameters, InferCall* call) {
    if (const auto time = IntMember(parameters, "timeout", "parameters.")) {
      PADDLE_ENFORCE(*time >= 0 && *time <= int64_t{1} << 42, InvalidArgument,
                     "parameters.timeout is ", *time,
                     ", not a number of microseconds");
      if (*time > 0) call->timeout = std::chrono::microseconds(*time);
    }
    binary_outputs_ =
        BoolMember(parameters, "binary_data_output", "parameters.")
            .value_or(false);
  }

  void ReadInputs(simdjson::dom::array inputs) {
    size_t index = 0;
    for (const JsonElement input : inputs) {
      PADDLE_ENFORCE(index < limits_.tensors, OutOfRange,
                     "inputs has more than ", limits_.tensors, " tensors");
      const std::string field = absl::StrCat("inputs[", index++, "]");
      ReadInput(AsObject(input, field), field + ".");
    }
  }

  void ReadInput(JsonObject input, const std::string& field) {
    const auto name =
        Required(StringMember(input, "name", field), field, "name");
    const auto type =
        Required(StringMember(input, "datatype", field), field, "datatype");
    Tensor* tensor =
        TensorOf(name, ParseWireName(type, field + "datatype"), field);
    PADDLE_ENFORCE(!tensor->initialized(), InvalidArgument, field,
                   "name: ", name, " was given before");
    const Dims dims = ReadShape(input, field);
    absl::optional<int64_t> size;
    if (const auto parameters = ObjectMember(input, "parameters", field)) {
      size = IntMember(*parameters, "binary_data_size", field + "parameters.");
    }
    if (size) {
      ReadBinary(*size, dims, field, tensor);
    } else {
      ReadData(input, dims, field, tensor);
    }
  }

  // Returns where an input goes, whose data type and largest size are set,
  // after a check of the one that the client names.
  Tensor* TensorOf(absl::string_view name, DataType dtype,
                   const std::string& field) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const TensorInfo& info = model_.inputs()[i];
      const bool is_lengths =
          info.lod_level > 0 && name == info.name + kLengths;
      if (name != info.name && !is_lengths) continue;
      const DataType expected = is_lengths ? DataType::kInt64 : info.dtype;
      PADDLE_ENFORCE(dtype == expected, InvalidArgument, field, "datatype of ",
                     name, " is ", WireName(dtype), ", but the model takes ",
                     WireName(expected));
      dtype_ = dtype;
      most_ = is_lengths ? limits_.sequences : limits_.elements;
      return is_lengths ? &lengths_[i] : &inputs_[i];
    }
    PADDLE_THROW(InvalidArgument, field, "name: the model has no input \"",
                 name.substr(0, 64), "\"");
  }

  Dims ReadShape(JsonObject input, const std::string& field) const {
    const auto shape =
        Required(ArrayMember(input, "shape", field), field, "shape");
    Dims dims;
    int64_t elements = 1;
    for (const JsonElement element : shape) {
      int64_t size;
      PADDLE_ENFORCE(element.get(size) == simdjson::SUCCESS && size >= 0,
                     InvalidArgument, field,
                     "shape has an element that is no size");
      PADDLE_ENFORCE(dims.rank() < Dims::kMaxRank, InvalidArgument, field,
                     "shape has more than ", Dims::kMaxRank, " axes");
      // Even of an empty tensor, so that no product of sizes overflows.
      PADDLE_ENFORCE(size <= most_ / elements, OutOfRange, field,
                     "shape has more than ", most_, " elements");
      elements *= size > 0 ? size : 1;
      dims.Append(size);
    }
    return dims;
  }

  void ReadBinary(int64_t size, const Dims& dims, const std::string& field,
                  Tensor* tensor) {
    const auto bytes =
        static_cast<int64_t>(dims.Numel() * framework::SizeOf(dtype_));
    PADDLE_ENFORCE(size == bytes, InvalidArgument, field,
                   "parameters.binary_data_size is ", size, ", but shape ",
                   dims.ToString(), " has ", bytes, " bytes");
    PADDLE_ENFORCE(static_cast<size_t>(size) <= binary_.size(), InvalidArgument,
                   field, "parameters.binary_data_size is ", size,
                   ", but only ", binary_.size(),
                   " bytes are left in the body");
    tensor->Allocate(dims, dtype_);
    if (dtype_ == DataType::kBool) {
      ReadBools(binary_.substr(0, size), field, tensor);
    } else if (size > 0) {
      std::memcpy(tensor->raw_mutable_data(), binary_.data(), size);
    }
    binary_.remove_prefix(size);
  }

  // Any other byte in a bool is undefined behaviour.
  static void ReadBools(absl::string_view bytes, const std::string& field,
                        Tensor* tensor) {
    bool* to = tensor->mutable_data<bool>();
    for (const char byte : bytes) {
      PADDLE_ENFORCE(byte == 0 || byte == 1, InvalidArgument, field,
                     "has a BOOL that is neither 0 nor 1");
      *to++ = byte != 0;
    }
  }

  void ReadData(JsonObject input, const Dims& dims, const std::string& field,
                Tensor* tensor) const {
    const auto data = ArrayMember(input, "data", field);
    PADDLE_ENFORCE(data.has_value(), InvalidArgument, field,
                   "data is missing, and so is parameters.binary_data_size");
    // An element takes at least two bytes of JSON.
    PADDLE_ENFORCE(dims.Numel() <= static_cast<int64_t>(json_.size()),
                   InvalidArgument, field, "data has fewer elements than the ",
                   dims.Numel(), " that its shape says");
    tensor->Allocate(dims, dtype_);
    FillFromJson(*data, field + "data", tensor);
  }

  serving::Tensors FinishInputs() {
    serving::Tensors inputs;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const TensorInfo& info = model_.inputs()[i];
      PADDLE_ENFORCE(inputs_[i].initialized(), InvalidArgument,
                     "inputs: input ", info.name, " is missing");
      inputs.emplace_back(inputs_[i]);
      if (info.lod_level > 0) inputs.back().set_lod(LengthsOf(i));
    }
    model_.Check(inputs);
    return inputs;
  }

  framework::LoDPtr LengthsOf(size_t input) const {
    const std::string& name = model_.inputs()[input].name;
    const Tensor& lengths = lengths_[input];
    const Tensor& rows = inputs_[input];
    PADDLE_ENFORCE(rows.rank() > 0, InvalidArgument, "inputs: input ", name,
                   " has no axis of rows");
    if (!lengths.initialized()) return LoD::FromLengths({{rows.dims()[0]}});
    PADDLE_ENFORCE(lengths.rank() == 1, InvalidArgument, "inputs: input ", name,
                   kLengths, " has shape ", lengths.dims().ToString(),
                   ", not one axis");
    int64_t left = rows.dims()[0];
    const int64_t* data = lengths.data<int64_t>();
    for (int64_t i = 0; i < lengths.numel(); ++i) {
      PADDLE_ENFORCE(data[i] >= 0 && data[i] <= left, InvalidArgument,
                     "inputs: the lengths of ", name, kLengths,
                     " do not add up to the ", rows.dims()[0], " rows of ",
                     name);
      left -= data[i];
    }
    PADDLE_ENFORCE(left == 0, InvalidArgument, "inputs: the lengths of ", name,
                   kLengths, " do not add up to the ", rows.dims()[0],
                   " rows of ", name);
    return LoD::FromLengths({{data, data + lengths.numel()}});
  }

  std::vector<WantedOutput> ReadOutputs(JsonObject root) const {
    std::vector<WantedOutput> wanted;
    const auto outputs = ArrayMember(root, "outputs", "");
    if (!outputs || outputs->size() == 0) {
      for (size_t i = 0; i < model_.outputs().size(); ++i) {
        wanted.push_back({i, binary_outputs_});
      }
      return wanted;
    }
    for (const JsonElement output : *outputs) {
      PADDLE_ENFORCE(wanted.size() < limits_.tensors, OutOfRange,
                     "outputs has more than ", limits_.tensors, " tensors");
      const std::string field = absl::StrCat("outputs[", wanted.size(), "]");
      const WantedOutput read =
          ReadOutput(AsObject(output, field), field + ".");
      for (const WantedOutput& other : wanted) {
        PADDLE_ENFORCE(other.index != read.index, InvalidArgument, field,
                       ".name: ", model_.outputs()[read.index].name,
                       " was given before");
      }
      wanted.push_back(read);
    }
    return wanted;
  }

  WantedOutput ReadOutput(JsonObject output, const std::string& field) const {
    const auto name =
        Required(StringMember(output, "name", field), field, "name");
    bool binary = binary_outputs_;
    if (const auto parameters = ObjectMember(output, "parameters", field)) {
      binary = BoolMember(*parameters, "binary_data", field + "parameters.")
                   .value_or(binary);
    }
    for (size_t i = 0; i < model_.outputs().size(); ++i) {
      if (model_.outputs()[i].name == name) return {i, binary};
    }
    PADDLE_THROW(InvalidArgument, field, "name: the model has no output \"",
                 name.substr(0, 64), "\"");
  }

  const absl::string_view json_;
  absl::string_view binary_;  // not read yet
  const ServedModel& model_;
  const Limits& limits_;
  std::vector<Tensor> inputs_;
  std::vector<Tensor> lengths_;
  // Describe the input being read.
  DataType dtype_ = DataType::kFloat32;
  int64_t most_ = 0;
  bool binary_outputs_ = false;
};

}  // namespace

InferCall ParseInferCall(absl::string_view body, size_t json_size,
                         const ServedModel& model, const Limits& limits) {
  PADDLE_ENFORCE(json_size <= body.size(), InvalidArgument,
                 "header Inference-Header-Content-Length is ", json_size,
                 ", but the body has ", body.size(), " bytes");
  const LargeJsonForgotten forgotten;
  return CallReader(body, json_size, model, limits).Read();
}

}  // namespace paddle::serve
