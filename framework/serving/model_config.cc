#include "paddle/framework/serving/model_config.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>

#include "absl/strings/str_cat.h"

#include "paddle/framework/io/json_reader.h"

namespace paddle::serving {
namespace {

using framework::JsonReader;

template <typename T>
T OneOf(JsonReader* json, const std::string& member,
        const std::map<std::string, T>& choices) {
  const std::string value = json->String();
  const auto found = choices.find(value);
  if (found != choices.end()) return found->second;
  std::string names;
  for (const auto& choice : choices) absl::StrAppend(&names, " ", choice.first);
  json->Fail(absl::StrCat(member, " is \"", value, "\", not one of", names));
}

int64_t Between(JsonReader* json, const std::string& member, int64_t least,
                int64_t most) {
  const int64_t value = json->Integer();
  if (value >= least && value <= most) return value;
  json->Fail(absl::StrCat(member, " is ", value, ", not in [", least, ", ",
                          most, "]"));
}

void ReadMember(JsonReader* json, const std::string& name,
                ModelConfig* config) {
  BatcherOptions& batcher = config->batcher;
  if (name == "versions") {
    config->versions.kind = OneOf<VersionPolicy::Kind>(
        json, name,
        {{"latest", VersionPolicy::Kind::kLatest},
         {"all", VersionPolicy::Kind::kAll},
         {"specific", VersionPolicy::Kind::kSpecific}});
  } else if (name == "latest") {
    config->versions.latest = Between(json, name, 1, 1000);
  } else if (name == "specific") {
    json->Array([&] { config->versions.versions.push_back(json->Integer()); });
  } else if (name == "threads") {
    batcher.threads = static_cast<int>(Between(json, name, 1, 1024));
  } else if (name == "queue") {
    batcher.queue = static_cast<size_t>(Between(json, name, 1, 1 << 20));
  } else if (name == "queue_bytes") {
    batcher.queue_bytes =
        static_cast<size_t>(Between(json, name, 1, int64_t{1} << 40));
  } else if (name == "joining") {
    batcher.joining = OneOf<Joining>(json, name,
                                     {{"equal_bits", Joining::kEqualBits},
                                      {"independent", Joining::kIndependent},
                                      {"never", Joining::kNever}});
  } else if (name == "max_batch_rows") {
    batcher.limits.rows = Between(json, name, 1, int64_t{1} << 32);
  } else if (name == "max_wait_us") {
    batcher.limits.wait =
        std::chrono::microseconds(Between(json, name, 0, 10'000'000));
  } else {
    json->Fail(absl::StrCat("there is no option called \"", name, "\""));
  }
}

}  // namespace

ModelConfig ParseModelConfig(absl::string_view text,
                             const std::string& source) {
  ModelConfig config;
  JsonReader json(text, source, 0);
  json.Object(
      [&](const std::string& name) { ReadMember(&json, name, &config); });
  json.End();
  return config;
}

std::vector<int64_t> CandidateVersions(const VersionPolicy& policy,
                                       std::vector<int64_t> present) {
  std::sort(present.rbegin(), present.rend());
  if (policy.kind == VersionPolicy::Kind::kSpecific) {
    const auto& named = policy.versions;
    const auto other = [&](int64_t version) {
      return std::find(named.begin(), named.end(), version) == named.end();
    };
    present.erase(std::remove_if(present.begin(), present.end(), other),
                  present.end());
  }
  return present;
}

bool HasEnough(const VersionPolicy& policy, size_t loaded) {
  return policy.kind == VersionPolicy::Kind::kLatest &&
         loaded >= static_cast<size_t>(policy.latest);
}

}  // namespace paddle::serving
