// Joins the inputs of several requests into one batch, without padding, and
// cuts its outputs.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/serving/row_independence.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::serving {

// The inputs of a request, in the order of the model, or its outputs.
using Tensors = std::vector<framework::LoDTensor>;

// Returns the number of rows of the request's longest input, or of its
// sequences, if more of them are empty; at least 1.
int64_t RowsOf(const Tensors& request);

// True if the inputs of both requests differ in their first axis alone.
bool MayJoin(const Tensors& a, const Tensors& b);

// Returns, for each input, the rows of all requests, one behind the other, with
// the offsets of all their sequences. There is at least one request, and each
// MayJoin the first.
Tensors JoinRequests(absl::Span<const Tensors* const> requests);

// Returns the outputs of each request: the rows that `rows.fetches` says are
// its own, as views of the memory of `outputs`, with its sequences. Throws
// Internal if an output does not have the rows that it should have.
std::vector<Tensors> CutOutputs(const Tensors& outputs,
                                const RowIndependence& rows,
                                absl::Span<const Tensors* const> requests);

}  // namespace paddle::serving
