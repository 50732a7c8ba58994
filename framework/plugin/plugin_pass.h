// Passes as a plug-in declares them, and their runs.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/passes/pass.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_plugin.h"

// One run of a pass, which one thread uses.
struct PaddlePass {
  std::string program;  // a ProgramDesc
  bool keep_all = true;
  bool changed = false;
  std::string result;  // a ProgramDesc, if it has changed
  paddle::framework::FirstError error;
};

namespace paddle::framework {

// Sets the members of the table that declare passes, and those that passes
// call.
void SetPassFunctions(PaddleApi* api);

}  // namespace paddle::framework
