// Writes what clients are told of the server and its models, as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/serving/model_repository.h"

namespace paddle::serve {

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
