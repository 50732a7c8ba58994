#include "paddle/framework/tensor/mapped_elements.h"

#include <utility>

#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

namespace {

class MappedAllocation final : public memory::Allocation {
 public:
  MappedAllocation(char* data, size_t size,
                   std::shared_ptr<const platform::FileMapping> file)
      : Allocation(data, size, platform::CPUPlace()), file_(std::move(file)) {}

 private:
  const std::shared_ptr<const platform::FileMapping> file_;
};

}  // namespace

std::shared_ptr<memory::Allocation> MappedElements(
    std::shared_ptr<const platform::FileMapping> file, size_t offset,
    size_t size) {
  PADDLE_ENFORCE(offset <= file->size() && size <= file->size() - offset,
                 OutOfRange, size, " bytes from byte ", offset,
                 " on of a mapping of ", file->size());
  char* const data = file->data() + offset;
  return std::make_shared<MappedAllocation>(data, size, std::move(file));
}

}  // namespace paddle::framework
