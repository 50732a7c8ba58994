// Says how a program computes in mixed precision.
#pragma once

#include <algorithm>
#include <string>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

struct PrecisionOptions {
  DataType dtype = DataType::kBFloat16;  // or kFloat16
  // Types of operators that compute in 16 bits, and types that compute in
  // float32, whatever they say themselves (registry/precision.h).
  NameList half;
  NameList full;
  // The prepare block converts parameters that no operator of the program
  // writes, once for each version of them. Not for a program that is about to
  // be trained.
  bool prepare_parameters = false;
  // Variables that runs will feed, though an operator computes them or they are
  // parameters: whoever reads them in 16 bits converts what is fed.
  NameList feeds;
  bool IsFed(const std::string& name) const {
    return std::find(feeds.begin(), feeds.end(), name) != feeds.end();
  }
};

}  // namespace paddle::framework
