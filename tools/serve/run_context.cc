#include "paddle/tools/serve/run_context.h"

#include <cstdio>
#include <exception>

namespace paddle::serve {

void RunContext(boost::asio::io_context* context) {
  while (true) {
    try {
      context->run();
      return;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "serve: a connection is lost: %s\n", error.what());
    }
  }
}

}  // namespace paddle::serve
