// Checks the values of feeds against the program's description of the data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// A symbol, and the size that the first feed with it gave it.
struct FeedSize {
  int64_t symbol;
  int64_t size;
  const proto::VarDesc* var;
};

// Checks that a value fits the description of its variable. Throws
// FailedPrecondition for a missing value; InvalidArgument, naming the variable,
// the expected and the given, for another data type, shape or LoD level, or a
// size that differs from that of an earlier feed with the same symbol. `sizes`
// collects the sizes of one run; `is_default` tells that the value is the
// variable's default.
void CheckFeed(const proto::VarDesc& var, const LoDTensor& value,
               bool is_default, std::vector<FeedSize>* sizes);

// Checks the same of a tensor array, which comes as PackArray has packed it,
// and returns it: its elements are views of the memory of `packed`, or of a
// copy.
TensorArray CheckedArray(const proto::VarDesc& var, const LoDTensor& packed);

// Checks the same of a value of which only dims and sequences are known.
void CheckFeedShape(const proto::VarDesc& var, const Dims& dims,
                    const LoDPtr& lod, bool is_default,
                    std::vector<FeedSize>* sizes);

// Returns name, shape and data type of a variable, for messages.
std::string Described(const proto::VarDesc& var);

}  // namespace paddle::framework
