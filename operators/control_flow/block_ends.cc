#include "paddle/operators/control_flow/block_ends.h"

#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

BlockEnds::BlockEnds(const framework::InferShapeContext& context,
                     absl::string_view attribute, int i)
    : block_(context.OwnedBlock(attribute, i)) {}

BlockEnds::Var BlockEnds::VarOf(const std::string& name) const {
  const framework::proto::VarDesc& var = block_.GetVar(name);
  // The end of a block may name a variable that no operator has set yet.
  PADDLE_ENFORCE(var.dtype() != framework::proto::UNKNOWN, InvalidArgument,
                 "variable '", name, "' at the end of block ",
                 block_.desc().index(), " has no data type");
  return {name, var.kind(), framework::DataTypeFromNumber(var.dtype()),
          Dims(absl::MakeConstSpan(var.dims().data(), var.dims_size())),
          var.lod_level()};
}

void BlockEnds::CheckSame(const Var& argument, const Var& result,
                          absl::string_view what) {
  const bool same = argument.kind == result.kind &&
                    argument.dtype == result.dtype &&
                    argument.lod_level == result.lod_level &&
                    framework::MayBeEqual(argument.dims, result.dims);
  PADDLE_ENFORCE(same, InvalidArgument, what, " '", argument.name, "' is ",
                 argument.dims.ToString(), " ",
                 framework::DataTypeName(argument.dtype), ", but '",
                 result.name, "', its next value, is ", result.dims.ToString(),
                 " ", framework::DataTypeName(result.dtype));
}

void BlockEnds::CheckKind(const Var& var, framework::proto::VarKind wanted,
                          absl::string_view what) {
  PADDLE_ENFORCE(var.kind == wanted, InvalidArgument, what, " '", var.name,
                 "' of the block is ", framework::KindText(var.kind), ", not ",
                 framework::KindText(wanted));
}

void BlockEnds::CheckType(const Var& var, framework::DataType wanted,
                          absl::string_view what) {
  PADDLE_ENFORCE(var.dtype == wanted, InvalidArgument, what, " '", var.name,
                 "' of the block is ", framework::DataTypeName(var.dtype),
                 ", but it is given ", framework::DataTypeName(wanted));
}

}  // namespace paddle::operators
