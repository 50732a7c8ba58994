#include "paddle/operators/structured/row_labels.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::InferShapeContext;

void CheckRowLabels(const InferShapeContext& context, const std::string& slot,
                    const std::string& rows) {
  CheckColumn(context, slot, "rows");
  const Dims dims = context.InputDims(slot), wanted = context.InputDims(rows);
  PADDLE_ENFORCE(framework::MayBeEqual(dims[0], wanted[0]), InvalidArgument,
                 slot, " of ", context.op_type(), " is ", dims.ToString(),
                 ", but ", rows, " ", wanted.ToString(), " has other rows");
  const int levels = context.LoDLevels(slot);
  if (levels == 0 || !context.is_running()) return;
  PADDLE_ENFORCE(levels == context.LoDLevels(rows) &&
                     FirstLevels(context, slot, levels) ==
                         FirstLevels(context, rows, levels),
                 InvalidArgument, "the sequences of ", slot, " of ",
                 context.op_type(), " are not those of ", rows);
}

}  // namespace paddle::operators
