#include "paddle/framework/executor/feed_check.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/tensor/packed_array.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

bool Fits(const proto::VarDesc& var, const Dims& dims) {
  bool fits = dims.rank() == var.dims_size();
  for (int i = 0; fits && i < dims.rank(); ++i) {
    fits = var.dims(i) < 0 || var.dims(i) == dims[i];
  }
  return fits;
}

void CheckShape(const proto::VarDesc& var, const Dims& dims) {
  PADDLE_ENFORCE(Fits(var, dims), InvalidArgument, Described(var),
                 " is fed with a value of shape ", dims.ToString());
}

TensorArray Unpacked(const proto::VarDesc& var, const LoDTensor& value) {
  try {
    return UnpackArray(value);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in the feed of ", Described(var),
                                  ", a tensor array: it takes what PackArray "
                                  "makes of one"));
    throw;
  }
}

// Elements may differ in the sizes that the description leaves open, and in
// shape if it says none.
void CheckElements(const proto::VarDesc& var, const TensorArray& array) {
  PADDLE_ENFORCE(static_cast<int>(array.dtype()) == var.dtype(),
                 InvalidArgument, Described(var),
                 ", a tensor array, is fed with elements of ",
                 DataTypeName(array.dtype()));
  for (int64_t i = 0; var.dims_size() > 0 && i < array.size(); ++i) {
    const Dims& dims = array.Get(i).dims();
    PADDLE_ENFORCE(Fits(var, dims), InvalidArgument, Described(var),
                   ", a tensor array, is fed with an element ", i, " of shape ",
                   dims.ToString());
  }
}

void CheckHasValue(const proto::VarDesc& var, const LoDTensor& value) {
  PADDLE_ENFORCE(value.initialized(), FailedPrecondition, "the feed of ",
                 Described(var), " has no value");
}

void CheckSymbols(const proto::VarDesc& var, const Dims& dims, bool is_default,
                  std::vector<FeedSize>* sizes) {
  for (int i = 0; i < dims.rank(); ++i) {
    // Fixed sizes were compared by CheckShape.
    if (var.dims(i) >= 0) continue;
    const auto same = [&](const FeedSize& s) {
      return s.symbol == var.dims(i);
    };
    const auto known = std::find_if(sizes->begin(), sizes->end(), same);
    if (known == sizes->end()) {
      sizes->push_back({var.dims(i), dims[i], &var});
      continue;
    }
    PADDLE_ENFORCE(known->size == dims[i], InvalidArgument, Described(var),
                   is_default ? " is not fed and has a default value of shape "
                              : " is fed with a value of shape ",
                   dims.ToString(), ", but by the feed of ",
                   Described(*known->var), " axis ", i, " has size ",
                   known->size);
  }
}

// Data declared with sequences has to be fed with sequences.
void CheckLevels(const proto::VarDesc& var, const Dims& dims,
                 const LoDPtr& lod) {
  const int levels = lod == nullptr ? 0 : lod->levels();
  PADDLE_ENFORCE(var.lod_level() == 0 || levels == var.lod_level(),
                 InvalidArgument, Described(var), " has lod_level ",
                 var.lod_level(), ", but is fed with a value of shape ",
                 dims.ToString(), " with ", levels,
                 levels == 1 ? " level" : " levels", " of sequences");
}

}  // namespace

std::string Described(const proto::VarDesc& var) {
  return absl::StrCat("variable ", var.name(), " ", DimsOf(var).ToString(), " ",
                      DataTypeName(DataTypeFromNumber(var.dtype())));
}

void CheckFeed(const proto::VarDesc& var, const LoDTensor& value,
               bool is_default, std::vector<FeedSize>* sizes) {
  if (var.kind() == proto::TENSOR_ARRAY) {
    CheckedArray(var, value);
    return;
  }
  CheckHasValue(var, value);
  PADDLE_ENFORCE(static_cast<int>(value.dtype()) == var.dtype(),
                 InvalidArgument, Described(var), " is fed with ",
                 DataTypeName(value.dtype()),
                 " values; convert them with "
                 "astype(\"",
                 DataTypeName(DataTypeFromNumber(var.dtype())), "\")");
  CheckFeedShape(var, value.dims(), value.lod(), is_default, sizes);
}

TensorArray CheckedArray(const proto::VarDesc& var, const LoDTensor& packed) {
  CheckHasValue(var, packed);
  TensorArray array = Unpacked(var, packed);
  CheckElements(var, array);
  return array;
}

void CheckFeedShape(const proto::VarDesc& var, const Dims& dims,
                    const LoDPtr& lod, bool is_default,
                    std::vector<FeedSize>* sizes) {
  CheckShape(var, dims);
  CheckLevels(var, dims, lod);
  CheckSymbols(var, dims, is_default, sizes);
}

}  // namespace paddle::framework
