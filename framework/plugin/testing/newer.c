/* Made for a plug-in interface that does not exist yet. */
#include "paddle/framework/plugin/op_plugin.h"

#undef PADDLE_PLUGIN_MAJOR
#define PADDLE_PLUGIN_MAJOR 2

static PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  return api->fail_library(library, PADDLE_INTERNAL, "begin let it pass");
}
PADDLE_OP_LIBRARY(Declare)
