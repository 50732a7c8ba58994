#include "paddle/tools/serve/model_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/serving/version.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/tools/serve/call_inputs.h"
#include "paddle/tools/serve/json_text.h"
#include "paddle/tools/serve/wire_types.h"

namespace paddle::serve {
namespace {

using serving::ModelStats;
using serving::ModelVersion;
using serving::Outcome;
using serving::TensorInfo;

void AppendMember(absl::string_view name, absl::string_view value,
                  std::string* json) {
  AppendJsonString(name, json);
  *json += ':';
  AppendJsonString(value, json);
}

void AppendComma(std::string* json) {
  if (json->back() != '[' && json->back() != '{') *json += ',';
}

void AppendTensor(const WireTensor& tensor, std::string* json) {
  AppendComma(json);
  *json += '{';
  AppendMember("name", tensor.name, json);
  absl::StrAppend(json, ",\"datatype\":\"", tensor.type, "\",\"shape\":[",
                  absl::StrJoin(tensor.dims, ","), "]}");
}

void AppendTensors(const char* member, const std::vector<TensorInfo>& infos,
                   std::string* json) {
  absl::StrAppend(json, ",\"", member, "\":[");
  for (const WireTensor& each : WireTensorsOf(infos)) AppendTensor(each, json);
  *json += ']';
}

void AppendTimes(const char* member, uint64_t count, uint64_t nanoseconds,
                 std::string* json) {
  AppendComma(json);
  absl::StrAppend(json, "\"", member, "\":{\"count\":", count,
                  ",\"ns\":", nanoseconds, "}");
}

}  // namespace

const char* ServerVersion() { return version::framework_serving::kString; }

std::vector<WireTensor> WireTensorsOf(const std::vector<TensorInfo>& infos) {
  std::vector<WireTensor> tensors;
  for (const TensorInfo& info : infos) {
    tensors.push_back({info.name, WireName(info.dtype), info.dims});
    for (int64_t& size : tensors.back().dims)
      size = std::max<int64_t>(size, -1);
    if (info.lod_level == 0) continue;
    tensors.push_back(
        {info.name + kLengths, WireName(framework::DataType::kInt64), {-1}});
  }
  return tensors;
}

std::string ServerText() {
  return absl::StrCat("{\"name\":\"", kPlatform, "\",\"version\":\"",
                      ServerVersion(), "\",\"extensions\":[\"",
                      absl::StrJoin(kExtensions, "\",\""), "\"]}");
}

std::string MetadataText(const ModelVersion& model,
                         const std::vector<int64_t>& versions) {
  std::string json = "{";
  AppendMember("name", model.name, &json);
  json += ",\"versions\":[";
  for (const int64_t version : versions) {
    AppendComma(&json);
    absl::StrAppend(&json, "\"", version, "\"");
  }
  absl::StrAppend(&json, "],\"platform\":\"", kPlatform, "\"");
  AppendTensors("inputs", model.model->inputs(), &json);
  AppendTensors("outputs", model.model->outputs(), &json);
  json += ",\"parameters\":{";
  AppendMember("joining", model.batcher->not_joined(), &json);
  return json + "}}";
}

std::string StatsText(const ModelVersion& model) {
  const ModelStats& stats = *model.stats;
  const uint64_t done = stats.count(Outcome::kDone);
  std::string json = "{\"model_stats\":[{";
  AppendMember("name", model.name, &json);
  absl::StrAppend(&json, ",\"version\":\"", model.version,
                  "\",\"last_inference\":", stats.last_inference.load(),
                  ",\"inference_count\":", stats.rows.load(),
                  ",\"execution_count\":", stats.batches.load(),
                  ",\"inference_stats\":{");
  AppendTimes("success", done, stats.queue_time + stats.compute_time, &json);
  AppendTimes("fail", stats.count(Outcome::kFailed), 0, &json);
  AppendTimes("queue", done, stats.queue_time, &json);
  AppendTimes("compute_infer", done, stats.compute_time, &json);
  AppendTimes("expired", stats.count(Outcome::kExpired), 0, &json);
  AppendTimes("gone", stats.count(Outcome::kGone), 0, &json);
  AppendTimes("refused", stats.count(Outcome::kRefused), 0, &json);
  return json + "}}]}";
}

std::string VersionText(const serving::ModelState& state) {
  return state.version > 0 ? absl::StrCat(state.version) : "";
}

std::string IndexText(const std::vector<serving::ModelState>& states) {
  std::string json = "[";
  for (const serving::ModelState& state : states) {
    AppendComma(&json);
    json += '{';
    AppendMember("name", state.name, &json);
    json += ',';
    AppendMember("version", VersionText(state), &json);
    json += ',';
    AppendMember("state", state.ready ? "READY" : "UNAVAILABLE", &json);
    json += ',';
    AppendMember("reason", state.reason, &json);
    json += '}';
  }
  return json + "]";
}

}  // namespace paddle::serve
