/* An operator that fails where its attribute says. */
#include <string.h>

#include "paddle/framework/plugin/op_plugin.h"

static PaddleStatus FailIf(const PaddleApi* api, PaddleContext* call,
                           const char* where) {
  if (strcmp(api->attr_string(call, "where"), where) == 0) {
    return api->fail(call, PADDLE_OUT_OF_RANGE, "row 7 of 5");
  }
  return api->status(call);
}

static PaddleStatus Shape(const PaddleApi* api, PaddleContext* call,
                          void* data) {
  (void)data;
  api->share_shape(call, "X", "Out");
  return FailIf(api, call, "shape");
}

static PaddleStatus Kernel(const PaddleApi* api, PaddleContext* call,
                           void* data) {
  (void)data;
  return FailIf(api, call, "kernel");
}

static PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  static const char* const places[] = {"shape", "kernel"};
  PaddleOp* op = api->add_op(library, "failing", "Never computes anything.");
  api->add_input(op, "X", "Any tensor.", 0);
  api->add_output(op, "Out", "Like X.", 0);
  api->add_string(op, "where", "Where it fails.", "kernel");
  api->set_choices(op, "where", places, 2);
  api->set_shape_function(op, Shape, NULL);
  api->add_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Kernel, NULL);
  return api->library_status(library);
}
PADDLE_OP_LIBRARY(Declare)
