#include "paddle/python/binding/scope.h"

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/layers/guard_stack.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/copy_rows.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/context_guard.h"
#include "paddle/python/binding/scope_wait.h"
#include "paddle/python/binding/tensor_handle.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::Scope;
using framework::ScopeAccess;
using framework::ScopeLocks;
using framework::SelectedRows;

// A variable of a scope, looked up by name each time, so that using one that
// was erased is an error.
struct ScopeVariable {
  std::shared_ptr<Scope> scope;
  std::string name;
};

// Returns the scope that has the name, or null.
std::shared_ptr<Scope> OwnerOf(std::shared_ptr<Scope> scope,
                               const std::string& name) {
  const ScopeLocks locks =
      Locked(ScopeLocks::Chain(*scope, ScopeAccess::kRead, ScopeAccess::kRead));
  // All scopes are locked, so the chain cannot change on the way.
  while (scope != nullptr && scope->FindLocalVar(name) == nullptr) {
    scope = scope->parent();
  }
  return scope;
}

// Creates the Python object after the lock is released, because that may run
// any code.
py::object FindVariable(const std::shared_ptr<Scope>& scope,
                        const std::string& name) {
  const std::shared_ptr<Scope> owner = OwnerOf(scope, name);
  if (owner == nullptr) return py::none();
  return py::cast(ScopeVariable{owner, name});
}

using ScopeStack = layer::GuardStack<std::shared_ptr<Scope>>;

ScopeVariable MakeVariable(const std::shared_ptr<Scope>& scope,
                           const std::string& name) {
  const ScopeLocks locks = Locked(ScopeLocks::One(*scope, ScopeAccess::kWrite));
  scope->Var(name);
  return {scope, name};
}

void EraseVariable(Scope& scope, const std::string& name) {
  const ScopeLocks locks = Locked(ScopeLocks::One(scope, ScopeAccess::kWrite));
  scope.Erase(name);
}

std::vector<std::string> NamesOf(const Scope& scope) {
  const ScopeLocks locks = Locked(ScopeLocks::One(scope, ScopeAccess::kRead));
  return scope.LocalNames();
}

// Makes a scope the current one of a thread during its lifetime.
class ScopeGuard {
 public:
  explicit ScopeGuard(std::shared_ptr<Scope> scope)
      : entry_(std::move(scope)) {}
  void CheckEndsNext() const { entry_.CheckEndsNext("a scope_guard"); }

 private:
  const ScopeStack::Entry entry_;
};

void BindScopeGuard(py::module_& module) {
  using Guard = ContextGuard<ScopeGuard>;
  py::class_<Guard>(module, "_ScopeGuard")
      .def(py::init([](const std::shared_ptr<Scope>& scope) {
             return std::make_unique<Guard>("scope_guard", [scope] {
               return std::make_unique<ScopeGuard>(scope);
             });
           }),
           py::arg("scope").none(false))
      .def("__enter__", &Guard::Enter)
      .def("__exit__", &Guard::Exit);
}

// The caller must hold the scope's lock.
framework::Variable& Find(const ScopeVariable& self) {
  framework::Variable* variable = self.scope->FindLocalVar(self.name);
  PADDLE_ENFORCE(variable != nullptr, NotFound, "variable ", self.name,
                 " has been erased from its scope");
  return *variable;
}

// Returns a copy: a run may update the value.
SelectedRows RowsOf(const ScopeVariable& self) {
  const ScopeLocks locks =
      Locked(ScopeLocks::One(*self.scope, ScopeAccess::kRead));
  const framework::Variable& variable = Find(self);
  PADDLE_ENFORCE(variable.Is<SelectedRows>(), FailedPrecondition, "variable ",
                 self.name, " does not hold SelectedRows");
  return framework::Copy(variable.Get<SelectedRows>());
}

void SetRows(const ScopeVariable& self, const SelectedRows& rows) {
  // The values stay the caller's: training would write to them.
  SelectedRows copy = framework::Copy(rows);
  const ScopeLocks locks =
      Locked(ScopeLocks::One(*self.scope, ScopeAccess::kWrite));
  std::swap(*Find(self).GetMutable<SelectedRows>(), copy);
}

void BindScopeVariable(py::module_& module) {
  py::class_<ScopeVariable>(
      module, "ScopeVariable",
      "A variable of a scope; made by Scope.var.\n\n"
      "Example:\n"
      "  >>> variable = pd.Scope().var(\"x\")\n"
      "  >>> variable.get_tensor().set(np.ones((2, 3), \"float32\"))\n"
      "  >>> variable.name, variable.get_tensor().shape\n"
      "  ('x', (2, 3))")
      .def_readonly("name", &ScopeVariable::name)
      .def("set", &SetRows, py::arg("rows"),
           "Replaces the value by a copy of SelectedRows. Waits for runs that "
           "read the variable.")
      .def("get_selected_rows", &RowsOf,
           "A copy of its value, SelectedRows. RuntimeError if it holds "
           "something else.")
      .def(
          "get_tensor",
          [](const ScopeVariable& self) {
            return TensorHandle(self.scope, self.name);
          },
          "Its value, to be read with numpy.asarray and written with set().");
}

}  // namespace

const std::shared_ptr<Scope>& GlobalScope() {
  // Never destroyed: runs may use it while static variables are destroyed.
  static const auto* const scope = new std::shared_ptr<Scope>(Scope::Create());
  return *scope;
}

std::shared_ptr<Scope> CurrentScope() {
  const auto last =
      ScopeStack::FindLast([](const std::shared_ptr<Scope>&) { return true; });
  return last.value_or(GlobalScope());
}

void BindScope(py::module_& module) {
  BindScopeVariable(module);
  py::class_<Scope, std::shared_ptr<Scope>>(
      module, "Scope",
      "Names and the values they stand for. A scope finds the names of its "
      "parents. Any number of threads may use a scope; who changes it waits "
      "for runs on it.\n\n"
      "Example:\n"
      "  >>> scope = pd.Scope()\n"
      "  >>> scope.var(\"x\").get_tensor().set(np.ones(2, \"float32\"))\n"
      "  >>> inner = scope.new_scope()\n"
      "  >>> inner.find_var(\"x\").name, inner.local_names()\n"
      "  ('x', [])")
      .def(py::init([] { return Scope::Create(); }))
      .def(
          "new_scope",
          [](const std::shared_ptr<Scope>& self) {
            return Scope::Create(self);
          },
          "A child: it sees what stands here, and keeps this scope alive.")
      .def("var", &MakeVariable, py::arg("name"),
           "The local variable, made if it does not exist.")
      .def("find_var", &FindVariable, py::arg("name"),
           "The variable here or in a parent; None if there is none.")
      .def("erase", &EraseVariable, py::arg("name"),
           "Destroys a local variable; KeyError if there is none.")
      .def("local_names", &NamesOf, "The names here, sorted.")
      .def_property_readonly("parent", &Scope::parent);
  module.def("global_scope", &CurrentScope,
             "The scope programs run in unless told otherwise.\n\n"
             "Example:\n"
             "  >>> pd.global_scope().find_var(\"no such name\") is None\n"
             "  True");
  BindScopeGuard(module);
}

}  // namespace paddle::python
