#include "paddle/framework/interchange/onnx/functions.h"

#include "paddle/framework/interchange/onnx/opsets.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {

Functions::Functions(const proto::ModelProto& model) {
  for (const proto::FunctionProto& function : model.functions()) {
    const Key key{DomainOf(function.domain()), function.name(),
                  function.overload()};
    PADDLE_ENFORCE(functions_.emplace(key, &function).second, InvalidArgument,
                   "function '", function.name(), "' of domain '",
                   function.domain(), "' is there twice");
  }
}

const proto::FunctionProto* Functions::Find(
    const proto::NodeProto& node) const {
  if (functions_.empty()) return nullptr;
  const auto found = functions_.find(
      Key{DomainOf(node.domain()), node.op_type(), node.overload()});
  return found == functions_.end() ? nullptr : found->second;
}

}  // namespace paddle::onnx
