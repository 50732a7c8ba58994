// Moves values to the place of the block that uses them.
#pragma once

#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// Returns the tensor if it is on `place`, else a copy there. Work submitted
// there later sees the elements; only for a CPU does this wait.
LoDTensor OnPlace(platform::Place place, const LoDTensor& tensor);
// Sets `target` to `value` on `place`. Shares the memory if `value` is there
// and will not be `written`; copies it otherwise, with bools normalized to 0 or
// 1. On a GPU the copy reuses the memory of `target` if it can: repeated runs
// then have the same addresses (frame_graph.h).
void Feed(const LoDTensor& value, platform::Place place, bool written,
          LoDTensor* target);

// Returns the elements of a tensor or of selected rows; null if there are none.
const Tensor* ValueOf(const Variable& var);
// Replaces the elements by a copy on `place` unless they are there.
void MoveTo(platform::Place place, Variable* var);
// Sets `to` to a copy of a tensor or of selected rows on `place`, in the memory
// of `to` if nobody shares it. Clears `to` if `from` holds neither, or has no
// elements.
void CopyValue(const Variable& from, platform::Place place, Variable* to);
// Replaces the elements by a copy if anybody shares their memory, so that they
// may be updated. Does not wait for others to release it; the caller has to
// make sure that nobody else begins to share it meanwhile.
void Unshare(Variable* var);

}  // namespace paddle::framework
