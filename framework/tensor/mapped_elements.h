// Lets tensors have their elements in files that are mapped into memory.
#pragma once

#include <cstddef>
#include <memory>

#include "paddle/memory/allocation.h"
#include "paddle/platform/file_mapping.h"

namespace paddle::framework {

// Returns `size` bytes of a mapping, from `offset` on, as memory that tensors
// may be bound to (Tensor::Bind) and may write; it keeps the file mapped.
// Throws OutOfRange if the mapping has fewer bytes.
std::shared_ptr<memory::Allocation> MappedElements(
    std::shared_ptr<const platform::FileMapping> file, size_t offset,
    size_t size);

}  // namespace paddle::framework
