#include "paddle/tools/serve/grpc_messages.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/call_inputs.h"
#include "paddle/tools/serve/infer_reply.h"
#include "paddle/tools/serve/model_text.h"
#include "paddle/tools/serve/wire_types.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using InputTensor = proto::ModelInferRequest::InferInputTensor;
using TensorMetadata = proto::ModelMetadataResponse::TensorMetadata;

// Sets a tensor from numbers of a type that holds all of its own.
template <typename T, typename Numbers>
void Fill(const Numbers& numbers, const std::string& field, Tensor* tensor) {
  T* to = tensor->mutable_data<T>();
  for (const auto number : numbers) {
    *to = static_cast<T>(number);
    PADDLE_ENFORCE(
        static_cast<decltype(number)>(*to) == number || number != number,
        InvalidArgument, field, "contents has a number that is no ",
        WireName(tensor->dtype()));
    ++to;
  }
}

// Reads the field that the protocol has for a data type.
void SetTyped(const proto::InferTensorContents& contents, const Dims& dims,
              const std::string& field, CallInputs* inputs) {
  const auto fill = [&](const auto& numbers, auto tag) {
    PADDLE_ENFORCE(numbers.size() == dims.Numel(), InvalidArgument, field,
                   "contents has ", numbers.size(), " elements of ",
                   WireName(inputs->dtype()), ", but shape ", dims.ToString(),
                   " has ", dims.Numel());
    Fill<decltype(tag)>(numbers, field, inputs->Allocate(dims));
  };
  switch (inputs->dtype()) {
    case DataType::kBool:
      return fill(contents.bool_contents(), bool());
    case DataType::kUInt8:
      return fill(contents.uint_contents(), uint8_t());
    case DataType::kUInt16:
      return fill(contents.uint_contents(), uint16_t());
    case DataType::kUInt32:
      return fill(contents.uint_contents(), uint32_t());
    case DataType::kUInt64:
      return fill(contents.uint64_contents(), uint64_t());
    case DataType::kInt8:
      return fill(contents.int_contents(), int8_t());
    case DataType::kInt16:
      return fill(contents.int_contents(), int16_t());
    case DataType::kInt32:
      return fill(contents.int_contents(), int32_t());
    case DataType::kInt64:
      return fill(contents.int64_contents(), int64_t());
    case DataType::kFloat32:
      return fill(contents.fp32_contents(), float());
    case DataType::kFloat64:
      return fill(contents.fp64_contents(), double());
    default:
      PADDLE_THROW(InvalidArgument, field,
                   "contents: ", WireName(inputs->dtype()),
                   " goes by raw_input_contents");
  }
}

void ReadInput(const proto::ModelInferRequest& request, int index,
               CallInputs* inputs) {
  const InputTensor& input = request.inputs(index);
  const std::string field = absl::StrCat("inputs[", index, "].");
  inputs->Begin(input.name(), input.datatype(), field);
  const Dims dims = inputs->CheckShape(
      {input.shape().data(), static_cast<size_t>(input.shape_size())}, field);
  if (request.raw_input_contents_size() == 0) {
    return SetTyped(input.contents(), dims, field, inputs);
  }
  PADDLE_ENFORCE(!input.has_contents(), InvalidArgument, field,
                 "contents is there, and so is raw_input_contents");
  inputs->SetBytes(dims, request.raw_input_contents(index),
                   absl::StrCat("raw_input_contents[", index, "] "));
}

void ReadTimeout(const proto::ModelInferRequest& request, InferCall* call) {
  const auto found = request.parameters().find("timeout");
  if (found == request.parameters().end()) return;
  const proto::InferParameter& time = found->second;
  const bool is_unsigned =
      time.parameter_choice_case() == proto::InferParameter::kUint64Param;
  PADDLE_ENFORCE(is_unsigned || time.parameter_choice_case() ==
                                    proto::InferParameter::kInt64Param,
                 InvalidArgument, "parameters.timeout is no integer");
  const uint64_t value = is_unsigned
                             ? time.uint64_param()
                             : static_cast<uint64_t>(time.int64_param());
  call->timeout = CheckTimeout(value);
}

void AppendMetadata(
    const std::vector<serving::TensorInfo>& infos,
    google::protobuf::RepeatedPtrField<TensorMetadata>* tensors) {
  for (const WireTensor& each : WireTensorsOf(infos)) {
    TensorMetadata* tensor = tensors->Add();
    tensor->set_name(each.name);
    tensor->set_datatype(std::string(each.type));
    for (const int64_t size : each.dims) tensor->add_shape(size);
  }
}

}  // namespace

InferCall CallOf(const proto::ModelInferRequest& request,
                 const serving::ServedModel& model, const Limits& limits) {
  InferCall call;
  call.id = request.id();
  ReadTimeout(request, &call);
  PADDLE_ENFORCE(request.raw_input_contents_size() == 0 ||
                     request.raw_input_contents_size() == request.inputs_size(),
                 InvalidArgument, "raw_input_contents has ",
                 request.raw_input_contents_size(), " elements for ",
                 request.inputs_size(), " inputs");
  CallInputs inputs(model, limits);
  for (int i = 0; i < request.inputs_size(); ++i) {
    ReadInput(request, i, &inputs);
  }
  call.inputs = inputs.Finish();
  for (int i = 0; i < request.outputs_size(); ++i) {
    WantOutput(model, limits, request.outputs(i).name(), /*binary=*/true,
               absl::StrCat("outputs[", i, "]."), &call.outputs);
  }
  if (call.outputs.empty()) call.outputs = AllOutputs(model, /*binary=*/true);
  return call;
}

proto::ModelInferResponse ResponseOf(const std::string& model_name,
                                     int64_t version,
                                     const serving::ServedModel& model,
                                     const InferCall& call,
                                     const serving::Tensors& outputs,
                                     size_t limit) {
  proto::ModelInferResponse response;
  response.set_model_name(model_name);
  response.set_model_version(absl::StrCat(version));
  response.set_id(call.id);
  for (const ReplyTensor& each :
       ReplyTensors(model, call.outputs, outputs, limit)) {
    auto* output = response.add_outputs();
    output->set_name(each.name);
    output->set_datatype(std::string(WireName(each.value.dtype())));
    for (const int64_t size : each.value.dims()) output->add_shape(size);
    response.add_raw_output_contents(each.value.raw_data(), each.value.bytes());
  }
  return response;
}

proto::ModelMetadataResponse MetadataOf(const serving::ModelVersion& model,
                                        const std::vector<int64_t>& versions) {
  proto::ModelMetadataResponse response;
  response.set_name(model.name);
  for (const int64_t version : versions) {
    response.add_versions(absl::StrCat(version));
  }
  response.set_platform(kPlatform);
  AppendMetadata(model.model->inputs(), response.mutable_inputs());
  AppendMetadata(model.model->outputs(), response.mutable_outputs());
  return response;
}

proto::ServerMetadataResponse ServerMetadata() {
  proto::ServerMetadataResponse response;
  response.set_name(kPlatform);
  response.set_version(ServerVersion());
  for (const char* extension : kExtensions) response.add_extensions(extension);
  return response;
}

}  // namespace paddle::serve
