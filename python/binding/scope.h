// Finds the scope in which a program runs if Python names none.
#pragma once

#include <memory>

#include "paddle/framework/scope/scope.h"

namespace paddle::python {

// Returns the global scope of the process. It is never destroyed, since runs
// may use it while static variables are.
const std::shared_ptr<framework::Scope>& GlobalScope();
// Returns the scope of the innermost scope_guard of this thread, or the global
// scope.
std::shared_ptr<framework::Scope> CurrentScope();

}  // namespace paddle::python
