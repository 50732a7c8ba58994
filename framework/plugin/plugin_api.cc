#include "paddle/framework/plugin/plugin_api.h"

#include "paddle/framework/plugin/call_functions.h"
#include "paddle/framework/plugin/op_declaration.h"
#include "paddle/framework/plugin/plugin_pass.h"

namespace paddle::framework {

const PaddleApi& PluginApi() {
  // Static, since libraries may keep the pointer for ever.
  static const PaddleApi api = [] {
    PaddleApi table{};
    table.size = sizeof(PaddleApi);
    table.major = PADDLE_PLUGIN_MAJOR;
    table.minor = PADDLE_PLUGIN_MINOR;
    SetDeclarationFunctions(&table);
    SetCallFunctions(&table);
    SetPassFunctions(&table);
    return table;
  }();
  return api;
}

}  // namespace paddle::framework
