// The scopes that programs run in.
#pragma once

#include <memory>

#include "paddle/framework/scope/scope.h"

namespace paddle::python {

// The scope of the process; never destroyed.
const std::shared_ptr<framework::Scope>& GlobalScope();
// What scope_guard chose for this thread; else the global scope.
std::shared_ptr<framework::Scope> CurrentScope();

}  // namespace paddle::python
