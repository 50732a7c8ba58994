// The version of the library, its threads, and libraries of operators.
#include <cstdint>

#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/c_api/version.h"
#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_library.h"
#include "paddle/platform/parallel_for.h"

namespace c_api = paddle::c_api;

int32_t paddle_c_version(void) {
  return PADDLE_C_MAJOR * 1000 + PADDLE_C_MINOR;
}

const char* paddle_version(void) {
  return paddle::version::framework_c_api::kString;
}

PaddleStatus paddle_set_threads(int32_t threads, PaddleError** error) {
  return c_api::StatusOf(error,
                         [&] { paddle::platform::SetNumThreads(threads); });
}

PaddleStatus paddle_load_op_library(const char* path, PaddleError** error) {
  return c_api::StatusOf(error, [&] {
    paddle::framework::LoadOpLibrary(paddle::framework::TextOf(path, "path"));
  });
}
