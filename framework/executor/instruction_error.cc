#include "paddle/framework/executor/instruction_error.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

void RethrowFromInstruction(platform::Error& error, const CompiledBlock& block,
                            int instruction,
                            const std::vector<SlotShape>& shapes) {
  const CompiledBlock::Instruction& failed = block.instructions()[instruction];
  const OpArguments& arguments = *failed.arguments;
  std::vector<std::string> inputs;
  for (int a = 0; a < arguments.num_inputs(); ++a) {
    if (failed.slots[a] < 0) continue;
    inputs.push_back(absl::StrCat(arguments.var(a).name, " ",
                                  shapes[failed.slots[a]].dims.ToString(), " ",
                                  DataTypeName(arguments.var(a).dtype)));
  }
  error.AddContext(absl::StrCat("when running operator ",
                                arguments.desc().type(), " (",
                                absl::StrJoin(inputs, ", "), ")"));
  RethrowWithOp(error, arguments.desc(), block.table());
}

}  // namespace paddle::framework
