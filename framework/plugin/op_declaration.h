// Operators as a plug-in declares them, before they are registered.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_plugin.h"
#include "paddle/framework/plugin/plugin_call.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// A kernel for the CPU, the only place of plug-ins so far.
struct DeclaredKernel {
  DataType dtype = DataType::kFloat32;
  PluginFunction function;
};

// Sets the members of the table that declare operators. What a single member
// shows to be wrong (names, numbers, NULL) is reported at once, everything else
// when the operators are made (plugin_op.h).
void SetDeclarationFunctions(PaddleApi* api);

}  // namespace paddle::framework

// An operator that a library is declaring: the target of a PaddleOp*, which C
// code passes around.
struct PaddleOp {
  // The library, whose first error stops all further declarations.
  PaddleLibrary* library = nullptr;
  // A required attribute has no default value; `gradient_of` is empty.
  paddle::framework::OpProto proto;
  paddle::framework::PluginFunction shape;
  // The kernels and the gradient as declared; MakeOps checks that they agree
  // with the slots.
  std::vector<paddle::framework::DeclaredKernel> kernels;

  std::string gradient;  // the type; "": none
  std::vector<std::string> gradient_reads;
  std::vector<std::pair<std::string, std::string>> gradient_reuses;
  std::vector<paddle::framework::DeclaredKernel> gradient_kernels;
};

// A library while its entry function runs; nothing of it is registered before
// that returns without error.
struct PaddleLibrary {
  std::string name;  // for messages
  bool begun = false;
  // a deque, so that pointers to operators stay valid
  std::deque<PaddleOp> ops;
  std::vector<paddle::framework::PassInfo> passes;
  paddle::framework::FirstError error;
};
