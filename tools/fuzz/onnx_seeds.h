// Small ONNX models for the fuzzer to begin with.
#pragma once

#include <string>
#include <vector>

namespace paddle::fuzz {

// Returns serialized models, which can be imported if their operators are
// known: one for each of some dozen operators, with what their importers treat
// in a way of its own (shapes as data, windows, blocks, recurrent units,
// sequences, quantized numbers, a function), and one whose weight is in the
// file "weights" beside it, and large enough to be mapped.
std::vector<std::string> OnnxSeeds();

// The bytes of the file "weights" that a seed reads.
constexpr int kWeightBytes = 1 << 16;

}  // namespace paddle::fuzz
