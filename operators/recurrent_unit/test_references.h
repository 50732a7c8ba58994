// Helpers of the reference implementations in tests of recurrent units.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

inline double Activate(const std::string& name, double x) {
  if (name == "sigmoid") return 1 / (1 + std::exp(-x));
  if (name == "tanh") return std::tanh(x);
  return name == "relu" ? std::max(x, 0.0) : x;
}

// Returns a random state for each sequence.
inline Data States(const framework::LoD::Levels& lengths, int64_t width) {
  return Random({static_cast<int64_t>(lengths.back().size()), width});
}

// Returns sequences of many lengths, enough to form several groups.
inline framework::LoD::Levels ManyLengths() {
  framework::LoD::Levels lengths = {{}};
  for (int64_t i = 0; i < 50; ++i) lengths[0].push_back(i * 7 % 13);
  return lengths;
}

}  // namespace paddle::operators::testing
