/* Declares one operator, and then finds that it cannot go on. */
#include "paddle/framework/plugin/op_plugin.h"

static PaddleStatus Run(const PaddleApi* api, PaddleContext* call,
                        void* data) {
  (void)data;
  return api->status(call);
}

static PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  PaddleOp* op = api->add_op(library, "half", "The first half.");
  api->add_output(op, "Out", "A scalar.", 0);
  api->set_shape_function(op, Run, NULL);
  api->add_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Run, NULL);
  return api->fail_library(library, PADDLE_UNAVAILABLE,
                           "the table of weights is not installed");
}
PADDLE_OP_LIBRARY(Declare)
