// The scopes in which programs run.
#pragma once

#include <memory>

#include "paddle/framework/scope/scope.h"

namespace paddle::python {

// Returns the scope of the process, which is never destroyed.
const std::shared_ptr<framework::Scope>& GlobalScope();
// Returns the scope that scope_guard set for this thread, or the global scope.
std::shared_ptr<framework::Scope> CurrentScope();

}  // namespace paddle::python
