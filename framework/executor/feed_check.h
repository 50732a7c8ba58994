// Checks the values of feeds against the program's description of the data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::framework {

// A symbol, and the size it stands for by the first feed that has it.
struct FeedSize {
  int64_t symbol;
  int64_t size;
  const proto::VarDesc* var;
};

// Throws unless a value fits the description of its variable:
// FailedPrecondition for no value; InvalidArgument, naming variable, wanted and
// given, for another data type, shape, depth of sequences, or another size than
// an earlier feed gave to the same symbol. `sizes` collects those of one run;
// `is_default` says that the value is the variable's default one.
void CheckFeed(const proto::VarDesc& var, const LoDTensor& value,
               bool is_default, std::vector<FeedSize>* sizes);

// Returns name, shape and data type of a variable, for messages.
std::string Described(const proto::VarDesc& var);

}  // namespace paddle::framework
