#include "paddle/tools/serve/model_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/version.h"
#include "paddle/tools/serve/infer_call.h"
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

void AppendTensor(const std::string& name, absl::string_view type,
                  const std::vector<int64_t>& dims, std::string* json) {
  AppendComma(json);
  *json += '{';
  AppendMember("name", name, json);
  absl::StrAppend(json, ",\"datatype\":\"", type, "\",\"shape\":[");
  for (const int64_t size : dims) {
    AppendComma(json);
    absl::StrAppend(json, std::max<int64_t>(size, -1));
  }
  *json += "]}";
}

void AppendTensors(const char* member, const std::vector<TensorInfo>& infos,
                   std::string* json) {
  absl::StrAppend(json, ",\"", member, "\":[");
  for (const TensorInfo& info : infos) {
    AppendTensor(info.name, WireName(info.dtype), info.dims, json);
    if (info.lod_level > 0) {
      AppendTensor(info.name + kLengths, "INT64", {-1}, json);
    }
  }
  *json += ']';
}

void AppendTimes(const char* member, uint64_t count, uint64_t nanoseconds,
                 std::string* json) {
  AppendComma(json);
  absl::StrAppend(json, "\"", member, "\":{\"count\":", count,
                  ",\"ns\":", nanoseconds, "}");
}

}  // namespace

std::string ServerText() {
  return absl::StrCat(
      "{\"name\":\"paddle\",\"version\":\"",
      version::framework_serving::kString,
      "\",\"extensions\":[\"binary_tensor_data\",\"model_repository\","
      "\"statistics\"]}");
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
  json += "],\"platform\":\"paddle\"";
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
