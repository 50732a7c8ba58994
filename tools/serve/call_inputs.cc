#include "paddle/tools/serve/call_inputs.h"

#include <algorithm>
#include <cstring>

#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/wire_types.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::Tensor;
using serving::ServedModel;
using serving::TensorInfo;

// Any other byte in a bool is undefined behaviour.
void SetBools(absl::string_view bytes, const std::string& field,
              Tensor* tensor) {
  bool* to = tensor->mutable_data<bool>();
  for (const char byte : bytes) {
    PADDLE_ENFORCE(byte == 0 || byte == 1, InvalidArgument, field,
                   "has a BOOL that is neither 0 nor 1");
    *to++ = byte != 0;
  }
}

}  // namespace

CallInputs::CallInputs(const ServedModel& model, const Limits& limits)
    : model_(model),
      limits_(limits),
      inputs_(model.inputs().size()),
      lengths_(model.inputs().size()) {}

void CallInputs::Begin(absl::string_view name, absl::string_view type,
                       const std::string& field) {
  PADDLE_ENFORCE(count_++ < limits_.tensors, OutOfRange,
                 "inputs has more than ", limits_.tensors, " tensors");
  const DataType dtype = ParseWireName(type, field + "datatype");
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const TensorInfo& info = model_.inputs()[i];
    const bool is_lengths = info.lod_level > 0 && name == info.name + kLengths;
    if (name != info.name && !is_lengths) continue;
    const DataType expected = is_lengths ? DataType::kInt64 : info.dtype;
    PADDLE_ENFORCE(dtype == expected, InvalidArgument, field, "datatype of ",
                   name, " is ", WireName(dtype), ", but the model takes ",
                   WireName(expected));
    dtype_ = dtype;
    most_ = is_lengths ? limits_.sequences : limits_.elements;
    tensor_ = is_lengths ? &lengths_[i] : &inputs_[i];
    PADDLE_ENFORCE(!tensor_->initialized(), InvalidArgument, field,
                   "name: ", name, " was given before");
    return;
  }
  PADDLE_THROW(InvalidArgument, field, "name: the model has no input \"",
               name.substr(0, 64), "\"");
}

Dims CallInputs::CheckShape(absl::Span<const int64_t> sizes,
                            const std::string& field) const {
  Dims dims;
  int64_t elements = 1;
  for (const int64_t size : sizes) {
    PADDLE_ENFORCE(size >= 0, InvalidArgument, field,
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

Tensor* CallInputs::Allocate(const Dims& dims) {
  tensor_->Allocate(dims, dtype_);
  return tensor_;
}

void CallInputs::SetBytes(const Dims& dims, absl::string_view bytes,
                          const std::string& field) {
  const auto expected =
      static_cast<size_t>(dims.Numel()) * framework::SizeOf(dtype_);
  PADDLE_ENFORCE(bytes.size() == expected, InvalidArgument, field, "has ",
                 bytes.size(), " bytes, but shape ", dims.ToString(), " has ",
                 expected);
  Tensor* tensor = Allocate(dims);
  if (dtype_ == DataType::kBool) return SetBools(bytes, field, tensor);
  if (!bytes.empty()) {
    std::memcpy(tensor->raw_mutable_data(), bytes.data(), bytes.size());
  }
}

serving::Tensors CallInputs::Finish() const {
  serving::Tensors inputs;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const TensorInfo& info = model_.inputs()[i];
    PADDLE_ENFORCE(inputs_[i].initialized(), InvalidArgument, "inputs: input ",
                   info.name, " is missing");
    inputs.emplace_back(inputs_[i]);
    if (info.lod_level > 0) inputs.back().set_lod(LengthsOf(i));
  }
  model_.Check(inputs);
  return inputs;
}

framework::LoDPtr CallInputs::LengthsOf(size_t input) const {
  const std::string& name = model_.inputs()[input].name;
  const Tensor& lengths = lengths_[input];
  const Tensor& rows = inputs_[input];
  PADDLE_ENFORCE(rows.rank() > 0, InvalidArgument, "inputs: input ", name,
                 " has no axis of rows");
  if (!lengths.initialized()) return LoD::FromLengths({{rows.dims()[0]}});
  PADDLE_ENFORCE(lengths.rank() == 1, InvalidArgument, "inputs: input ", name,
                 kLengths, " has shape ", lengths.dims().ToString(),
                 ", not one axis");
  const int64_t* data = lengths.data<int64_t>();
  int64_t left = rows.dims()[0];
  bool good = true;
  for (int64_t i = 0; i < lengths.numel() && good; ++i) {
    good = data[i] >= 0 && data[i] <= left;
    if (good) left -= data[i];
  }
  PADDLE_ENFORCE(good && left == 0, InvalidArgument, "inputs: the lengths of ",
                 name, kLengths, " do not add up to the ", rows.dims()[0],
                 " rows of ", name);
  return LoD::FromLengths({{data, data + lengths.numel()}});
}

void WantOutput(const ServedModel& model, const Limits& limits,
                absl::string_view name, bool binary, const std::string& field,
                std::vector<WantedOutput>* wanted) {
  PADDLE_ENFORCE(wanted->size() < limits.tensors, OutOfRange,
                 "outputs has more than ", limits.tensors, " tensors");
  const auto& outputs = model.outputs();
  const auto found =
      std::find_if(outputs.begin(), outputs.end(),
                   [&](const TensorInfo& each) { return each.name == name; });
  PADDLE_ENFORCE(found != outputs.end(), InvalidArgument, field,
                 "name: the model has no output \"", name.substr(0, 64), "\"");
  const auto index = static_cast<size_t>(found - outputs.begin());
  for (const WantedOutput& other : *wanted) {
    PADDLE_ENFORCE(other.index != index, InvalidArgument, field, "name: ", name,
                   " was given before");
  }
  wanted->push_back({index, binary});
}

std::vector<WantedOutput> AllOutputs(const ServedModel& model, bool binary) {
  std::vector<WantedOutput> wanted;
  for (size_t i = 0; i < model.outputs().size(); ++i) {
    wanted.push_back({i, binary});
  }
  return wanted;
}

}  // namespace paddle::serve
