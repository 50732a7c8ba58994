// The room in front of a packed operand for the note that says in what order it
// is.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// The elements of a packed operand begin at this byte.
inline constexpr int64_t kPackedNoteBytes = 1024;

}  // namespace paddle::operators::kernels
