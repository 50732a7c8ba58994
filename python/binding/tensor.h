// Converts between NumPy arrays and tensors.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// Returns numpy.asarray(value) for the value of a variable called `name` (or,
// if "", of a tensor). Throws InvalidArgument for lists nested deeper than any
// tensor, such as one that contains itself; otherwise throws what reading the
// value throws, which may run code of the user's.
Array ReadArray(pybind11::handle value, const std::string& name);
// Returns a tensor over the array's own memory, which it keeps alive and in
// place (see HeldArray), if that is contiguous, aligned and in the machine's
// byte order, and bools are 0 or 1; otherwise a copy, in which other bytes of
// bools are 1. The caller must not write to it.
framework::LoDTensor FromNumPy(const Array& array);
// Returns an array over the tensor's own memory, which it keeps alive; a copy
// of another type (NumPyTypeFor) for those that NumPy lacks. Throws
// TypeMismatch, listing the legal types, for an array of a type that no tensor
// can have.
Array ToNumPy(const framework::Tensor& tensor, bool writeable = true);

// Converts a user's value for a variable called `name` (or, if "", for a
// tensor): an array of its data type, a LoDTensor, or numbers in (nested)
// lists, which take that type. Throws TypeMismatch, with a hint, for an array
// of another type or anything else.
framework::LoDTensor ToTensor(pybind11::handle value, framework::DataType dtype,
                              const std::string& name);

// True for whole numbers of any size, alone or in (nested) lists.
bool AreWholeNumbers(pybind11::handle value);

// Converts numbers in (nested) lists, or an array of another data type, to
// `dtype`. Throws TypeMismatch for fractions if the type has none, and
// InvalidArgument, naming the number, for one that it cannot represent;
// otherwise like ToTensor.
framework::LoDTensor ToTensorOfNumbers(pybind11::handle value,
                                       framework::DataType dtype,
                                       const std::string& name);

// The `LoDTensor` of Python: a value, or the current value of a variable in a
// scope. While a run updates the variable, it waits without the GIL.
class TensorHandle {
 public:
  explicit TensorHandle(framework::LoDTensor value)
      : value_(std::move(value)) {}
  TensorHandle(std::shared_ptr<framework::Scope> scope, std::string name)
      : scope_(std::move(scope)), name_(std::move(name)) {}

  // Returns the value, sharing its memory. A variable's current value keeps
  // that memory: the variable gets new memory before a run updates it. Throws
  // FailedPrecondition if the variable holds no tensor (yet).
  framework::LoDTensor Get() const;
  // As above, for somebody who may write to the memory: counts as a change of
  // the variable, and waits for runs that read it, too.
  framework::LoDTensor GetWritable();
  // Replaces the value.
  void Set(framework::LoDTensor value);
  bool in_scope() const { return scope_ != nullptr; }
  bool initialized() const;

 private:
  // The caller must hold the scope's lock. Throws NotFound if the variable was
  // erased.
  framework::Variable* Find() const;
  framework::LoDTensor ValueFor(framework::ScopeAccess access) const;

  framework::LoDTensor value_;
  std::shared_ptr<framework::Scope> scope_;
  std::string name_;
};

}  // namespace paddle::python
