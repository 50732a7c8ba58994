// Writes what clients are told of the server and its models, as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/serving/model_repository.h"
#include "paddle/framework/serving/served_model.h"

namespace paddle::serve {

// The names of the server, and of what its models are made with.
inline constexpr char kPlatform[] = "paddle";
inline constexpr const char* kExtensions[] = {"binary_tensor_data",
                                              "model_repository", "statistics"};
// Returns the version of framework/serving.
const char* ServerVersion();

// An input or output, as clients are told of it.
struct WireTensor {
  std::string name;
  absl::string_view type;
  std::vector<int64_t> dims;  // -1: any size
};
// Returns a model's tensors, those of sequences with their lengths behind.
std::vector<WireTensor> WireTensorsOf(
    const std::vector<serving::TensorInfo>& infos);

// Returns name, version and protocol extensions of the server.
std::string ServerText();

// Returns the metadata of a model: inputs and outputs with data types and
// shapes (-1: any size), after the lengths of sequences; "joining", which is ""
// if requests are joined and otherwise says why they are not.
std::string MetadataText(const serving::ModelVersion& model,
                         const std::vector<int64_t>& versions);

// Returns the statistics of a model, in the form of the protocol's extension.
std::string StatsText(const serving::ModelVersion& model);

// Returns the version's number; "" for all of a model.
std::string VersionText(const serving::ModelState& state);

// Returns all versions, with READY or the reason why they are not.
std::string IndexText(const std::vector<serving::ModelState>& states);

}  // namespace paddle::serve
