// Runs a node whose inputs are known when it is imported, or only in a run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::onnx::testing {

// A node of opset `opset` with an output. Inputs are of float32 or int64; one
// without elements' memory is left out. `set` adds attributes.
struct GivenNode {
  std::string op;
  int opset = 17;
  std::vector<framework::LoDTensor> inputs;
  std::function<void(proto::NodeProto*)> set = [](proto::NodeProto*) {};
};

enum class Given {
  kConstants,  // all inputs but the first are constants
  kFed,        // all are fed
  kOpenSizes,  // all are constants but the first, whose sizes are not known
  kOpenLists,  // all are fed, and no size is known
};

// Returns the output, or its shape, as numbers.
std::vector<double> RunGiven(const GivenNode& node, Given given,
                             bool of_shape = false);

// Expects that the node, given in each of `ways`, has the shape that it has
// with constants, and numbers that differ by at most `error`. `what` says which
// node it is.
void ExpectSameAsConstants(const GivenNode& node,
                           const std::vector<Given>& ways, double error,
                           const std::string& what = "");

}  // namespace paddle::onnx::testing
