#include "paddle/framework/executor/compiled_block.h"

namespace paddle::framework {

int CompiledBlock::FindSlot(absl::string_view name) const {
  const auto found = contents_.slot_index.find(name);
  return found == contents_.slot_index.end() ? -1 : found->second;
}

}  // namespace paddle::framework
