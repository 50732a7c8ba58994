#include "paddle/tools/serve/infer_reply.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/serve/json_text.h"
#include "paddle/tools/serve/wire_types.h"

namespace paddle::serve {
namespace {

using framework::DataType;
using framework::LoDPtr;
using framework::Tensor;

// Describes a tensor. One in binary is put off: it goes behind the text.
void AppendTensor(const ReplyTensor& sent, std::string* json,
                  std::vector<Tensor>* behind) {
  const Tensor& tensor = sent.value;
  if (json->back() == '}') *json += ',';
  *json += "{\"name\":";
  AppendJsonString(sent.name, json);
  absl::StrAppend(json, ",\"datatype\":\"", WireName(tensor.dtype()),
                  "\",\"shape\":[", absl::StrJoin(tensor.dims(), ","), "],");
  if (sent.binary) {
    absl::StrAppend(
        json, "\"parameters\":{\"binary_data_size\":", tensor.bytes(), "}}");
    behind->push_back(tensor);
  } else {
    *json += "\"data\":";
    AppendJsonArray(tensor, sent.name, json);
    *json += '}';
  }
}

void AppendBytes(const std::vector<Tensor>& tensors, std::string* body) {
  size_t size = body->size();
  for (const Tensor& tensor : tensors) size += tensor.bytes();
  body->reserve(size);
  for (const Tensor& tensor : tensors) {
    body->append(static_cast<const char*>(tensor.raw_data()), tensor.bytes());
  }
}

Tensor LengthsOf(const LoDPtr& lod) {
  const auto lengths = lod->lengths().back();
  Tensor tensor({static_cast<int64_t>(lengths.size())}, DataType::kInt64);
  std::copy(lengths.begin(), lengths.end(), tensor.mutable_data<int64_t>());
  return tensor;
}

// Returns the most characters of a number and a comma: "-1.17549435e-38,".
size_t LongestNumber(DataType dtype) {
  if (dtype == DataType::kFloat64) return 25;
  if (framework::IsFloating(dtype)) return 16;
  if (dtype == DataType::kBool) return 6;
  return dtype == DataType::kInt64 ? 21 : 12;
}

// Returns the most bytes that numbers of a type may have in a reply.
size_t MostBytes(size_t numbers, DataType dtype, bool binary) {
  return numbers * (binary ? framework::SizeOf(dtype) : LongestNumber(dtype));
}

void CheckSize(const std::vector<ReplyTensor>& tensors, size_t limit) {
  size_t most = 0;
  for (const ReplyTensor& each : tensors) {
    most += MostBytes(static_cast<size_t>(each.value.numel()),
                      each.value.dtype(), each.binary);
  }
  PADDLE_ENFORCE(most <= limit, OutOfRange, "the outputs have up to ", most,
                 " bytes, more than the ", limit,
                 " of a reply; ask for fewer of them, or for those with "
                 "\"binary_data\": true");
}

}  // namespace

std::vector<ReplyTensor> ReplyTensors(const serving::ServedModel& model,
                                      const std::vector<WantedOutput>& wanted,
                                      const serving::Tensors& outputs,
                                      size_t limit) {
  std::vector<ReplyTensor> tensors;
  for (const WantedOutput& want : wanted) {
    const framework::LoDTensor& output = outputs[want.index];
    const std::string& name = model.outputs()[want.index].name;
    tensors.push_back({name, output, want.binary});
    if (output.lod() == nullptr) continue;
    tensors.push_back({name + kLengths, LengthsOf(output.lod()), want.binary});
  }
  CheckSize(tensors, limit);
  return tensors;
}

InferReply WriteInferReply(const std::string& model_name, int64_t version,
                           const serving::ServedModel& model,
                           const std::string& id,
                           const std::vector<WantedOutput>& wanted,
                           const serving::Tensors& outputs, size_t limit) {
  const std::vector<ReplyTensor> tensors =
      ReplyTensors(model, wanted, outputs, limit);
  std::string json = "{\"model_name\":";
  AppendJsonString(model_name, &json);
  absl::StrAppend(&json, ",\"model_version\":\"", version, "\"");
  if (!id.empty()) {
    json += ",\"id\":";
    AppendJsonString(id, &json);
  }
  json += ",\"outputs\":[";
  std::vector<Tensor> behind;
  bool binary = false;
  for (const ReplyTensor& each : tensors) {
    binary = binary || each.binary;
    AppendTensor(each, &json, &behind);
  }
  json += "]}";
  InferReply reply;
  if (binary) reply.json_size = json.size();
  reply.body = std::move(json);
  AppendBytes(behind, &reply.body);
  return reply;
}

}  // namespace paddle::serve
