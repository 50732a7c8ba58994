#include "paddle/framework/tensor/serialization_input.h"

#include <utility>

#include "paddle/framework/tensor/serialization_format.h"

namespace paddle::framework::tensor_file {

namespace {

// Elements of a mapped file, which keep it mapped.
class MappedElements final : public memory::Allocation {
 public:
  MappedElements(char* data, size_t size,
                 std::shared_ptr<const platform::FileMapping> file)
      : Allocation(data, size, platform::CPUPlace()), file_(std::move(file)) {}

 private:
  const std::shared_ptr<const platform::FileMapping> file_;
};

}  // namespace

std::shared_ptr<memory::Allocation> MappedInput::DoShare(uint64_t size) {
  if (size == 0 || position() % kAlignment != 0) return nullptr;
  // In the mapping, which may be written.
  return std::make_shared<MappedElements>(const_cast<char*>(Take(size)), size,
                                          file_);
}

}  // namespace paddle::framework::tensor_file
