#include "paddle/framework/passes/quantize_dynamic.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/training.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

std::shared_ptr<Program> QuantizeDynamically(const Program& program) {
  constexpr char kAttribute[] = "dynamic_int8";
  PADDLE_ENFORCE(!HasBackward(program.desc()), InvalidArgument,
                 "a program that trains is not quantized: quantize its clone "
                 "for tests");
  auto made = program.Clone();
  int found = 0;
  for (proto::BlockDesc& block : *made->mutable_desc()->mutable_blocks()) {
    for (proto::OpDesc& op : *block.mutable_ops()) {
      const OpProto& schema = FindOpProto(made->schemas(), op.type());
      if (schema.FindAttr(kAttribute) == nullptr) continue;
      SetAttribute(&op, kAttribute, true);
      ++found;
    }
  }
  PADDLE_ENFORCE(found > 0, InvalidArgument,
                 "the program has nothing to quantize dynamically: none of its "
                 "operators has an attribute '",
                 kAttribute, "', as lstm has");
  made->Changed();
  return made;
}

}  // namespace paddle::framework
