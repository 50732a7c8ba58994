// Turns a plug-in's declarations into operators for registry and executor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/plugin/op_declaration.h"
#include "paddle/framework/plugin/plugin_call.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework {

// An operator type that is ready to be registered.
struct NewOp {
  // The schema, and the kernels by data type; the gradient operator is a NewOp
  // of its own.
  std::string type;
  std::unique_ptr<OpInfo> info;
  std::vector<DeclaredKernel> kernels;
};

// Appends a declared operator and then its gradient. Throws InvalidArgument or
// an internal error, naming operator and member, if the declaration does not
// make sense: something is missing, or two names are the same in Python.
void MakeOps(const PaddleOp& op, std::vector<NewOp>* all);

// Runs such an operator by a call of its kernel.
class PluginKernel final : public OperatorBase {
 public:
  PluginKernel(const OpArguments& arguments, PluginFunction function)
      : OperatorBase(arguments), function_(function) {}

  // Throws the error of the plug-in's function.
  void Compute(const KernelContext& context) const override;

 private:
  // Called anew for each run; the library is never unloaded.
  const PluginFunction function_;
};

}  // namespace paddle::framework
