// Runs a server of models from its flags.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "paddle/framework/executor/prepared_program.h"
#include "paddle/tools/serve/limits.h"
#include "paddle/tools/serve/listener.h"
#include "paddle/tools/serve/service.h"

namespace paddle::serve {

// Listens by another protocol than HTTP, at the same host.
using Listen = std::function<std::unique_ptr<Listener>(
    Service* service, const std::string& host, const Limits& limits)>;

// Returns what optimizes programs at a level: 0, 1 or 2. Programs define it, in
// serve_optimizer.cc, as what carries requests knows no pass.
framework::ProgramFunction OptimizerOf(int level);

// Reads the flags, and serves until SIGTERM or SIGINT; `listen` may be empty,
// and so may `check`, which throws InvalidArgument for flags of its own.
// Prints the port of HTTP and, in a line of its own, the other one. Returns the
// exit status: 2 for flags that make no sense, 1 for what fails later. The
// program links the operators.
int ServeMain(int argc, char** argv, const Listen& listen,
              const std::function<void()>& check = {});

}  // namespace paddle::serve
