// What the shape functions of sequence operators share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Offsets, level by level, the outermost first.
using OffsetLevels = std::vector<std::vector<int64_t>>;

// How deep the sequences of an input nest, at least 1. InvalidArgument, naming
// the input, if its rows form no sequences.
int LevelsOf(const framework::InferShapeContext& context,
             const std::string& slot, int i = 0);

// InvalidArgument, naming the input and its shape, unless it is int64 and
// [n, 1] or [n]; `n` is what it has one of for each.
void CheckColumn(const framework::InferShapeContext& context,
                 const std::string& slot, absl::string_view n);

// The number of sequences of the last level; a fresh symbol while the program
// is written.
int64_t SequencesOf(framework::InferShapeContext* context,
                    const std::string& slot);

// A copy of the first `count` levels of an input. Only while running.
OffsetLevels FirstLevels(const framework::InferShapeContext& context,
                         const std::string& slot, int count, int i = 0);

// The output's rows are grouped as the first `count` levels of the input say;
// not at all if `count` is 0.
void ShareFirstLevels(framework::InferShapeContext* context,
                      const std::string& input, int count,
                      const std::string& output);

}  // namespace paddle::operators
