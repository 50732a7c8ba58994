#include "paddle/framework/tensor/serialization_input.h"

#include "paddle/framework/tensor/mapped_elements.h"
#include "paddle/framework/tensor/serialization_format.h"

namespace paddle::framework::tensor_file {

std::shared_ptr<memory::Allocation> MappedInput::DoShare(uint64_t size) {
  if (size == 0 || position() % kAlignment != 0) return nullptr;
  return MappedElements(file_, Take(size) - file_->data(), size);
}

}  // namespace paddle::framework::tensor_file
