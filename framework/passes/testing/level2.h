// Compares programs before and after passes of level 2 with the same program in
// float64.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework::testing {

// Builds a network of one data type in the default programs, and returns what
// is fetched.
using Network = std::function<layer::Variable(DataType dtype)>;

// Returns options of a convolution by windows of 3 x 3 that keeps the size of
// images.
template <typename Options = layer::Conv2dOptions>
Options Padded(const std::string& act = "") {
  Options options;
  options.padding = 1;
  options.act = act;
  return options;
}

// A network in test mode, without its training, and the name of its result.
struct InferenceNet {
  std::shared_ptr<const Program> program;
  std::string fetch;
};
InferenceNet InferenceNetOf(const Network& network, DataType dtype);

// Returns a program in which the network is the body of a tiny_loop. It has no
// kernel.
std::shared_ptr<const Program> InsideBlock(const InferenceNet& net);

// Returns the text of the operators after passes.
std::string TextOf(const InferenceNet& net, const NameList& passes);

// Fails the test if the passes leave the network of float32 as it is, or if its
// results, from feeds and parameters without a visible pattern, are more than
// twice as far from those of float64 after the passes as before. Verifies the
// program after each pass. Sizes of feeds that are not known are 3;
// rows of sequences form three, of 2, 0 and 1 rows; integers are 0, 1 and 2. A
// distance below `rounding` of the largest result counts as that: a program may
// happen to be exact.
void ExpectWithinBound(const Network& network, const NameList& passes,
                       double rounding = 1e-7);

}  // namespace paddle::framework::testing
