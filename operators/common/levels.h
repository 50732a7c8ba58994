// Shape inference shared by operators on sequences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/registry/infer_shape_context.h"

namespace paddle::operators {

// Offsets, level by level, the outermost first.
using OffsetLevels = std::vector<std::vector<int64_t>>;

// Returns the number of LoD levels of an input, at least 1. Throws
// InvalidArgument, naming the input, if its rows form no sequences. `i` is the
// number of the input in a list slot.
int LevelsOf(const framework::InferShapeContext& context,
             const std::string& slot, int i = 0);

// Throws InvalidArgument, naming the input and its shape, unless it is int64
// and [n, 1] or [n]; the text `n` says in messages what there is one of.
void CheckColumn(const framework::InferShapeContext& context,
                 const std::string& slot, absl::string_view n);

// Returns the number of sequences of the last level; a fresh symbol unless the
// program runs.
int64_t SequencesOf(framework::InferShapeContext* context,
                    const std::string& slot);

// Returns a copy of the first `count` levels of an input. Only in a run.
OffsetLevels FirstLevels(const framework::InferShapeContext& context,
                         const std::string& slot, int count, int i = 0);

// Gives the output the first `count` levels of the input's LoD; none if `count`
// is 0.
void ShareFirstLevels(framework::InferShapeContext* context,
                      const std::string& input, int count,
                      const std::string& output);

}  // namespace paddle::operators
