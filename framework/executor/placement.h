// Values on their way to the place of the block that works with them.
#pragma once

#include "paddle/framework/scope/variable.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

// The tensor itself if it lies on `place`, else a copy there. What is submitted
// there later sees its elements; only a CPU waits for them.
LoDTensor OnPlace(platform::Place place, const LoDTensor& tensor);
// Makes `target` the same as `value`, on `place`: if it lies there and shall
// not be written, it itself, else a copy; bytes of bools are 0 or 1 in it. On a
// GPU the copy goes to the memory that `target` has, if it can: runs that
// repeat then use the same (frame_graph.h).
void Feed(const LoDTensor& value, platform::Place place, bool written,
          LoDTensor* target);

// The elements that a variable holds: of a tensor, or of selected rows. Null if
// it holds none.
const Tensor* ValueOf(const Variable& var);
// Replaces them by a copy on `place`, unless they lie there.
void MoveTo(platform::Place place, Variable* var);
// Makes `to` a copy of a tensor or of selected rows, on `place`, in the memory
// that it has if that is its own. What holds neither, or has no elements,
// leaves `to` empty.
void CopyValue(const Variable& from, platform::Place place, Variable* to);
// Replaces the elements by a copy if anybody else looks at their memory: it may
// be updated then. There is no wait for others, who let go of it when they
// like; that nobody but the caller takes hold of it meanwhile is up to the
// caller.
void Unshare(Variable* var);

}  // namespace paddle::framework
