// The attribute that operators which draw random numbers have in common.
#pragma once

#include <cstdint>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Declares the attribute seed, and that the operator is random.
inline void AddSeed(framework::OpMaker* op) {
  op->AddAttr<int64_t>("seed",
                       "Replaces the program's seed unless it is 0. The "
                       "numbers are a function of seed, operator and step: the "
                       "same for any number of threads.")
      .SetDefault(0);
  op->IsRandom();
}

}  // namespace paddle::operators
