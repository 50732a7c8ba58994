// Between NumPy arrays and tensors.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {

// numpy.asarray(value), for what is to be the value of a variable called `name`
// (or, "", of a tensor). InvalidArgument for lists that are nested deeper than
// any tensor, such as one that holds itself; else throws what reading the value
// throws, which may be code of the user's.
Array ReadArray(pybind11::handle value, const std::string& name);
// A tensor over the array's own memory, which it keeps alive and in its place
// (see HeldArray), if that is contiguous, aligned and in the machine's byte
// order, and bools are 0 or 1; else a copy, in which other bytes of bools
// are 1. Whoever gets it must not write to it.
framework::LoDTensor FromNumPy(const Array& array);
// An array over the tensor's own memory, which it keeps alive; a copy, as
// float32, of bfloat16, which NumPy does not have. TypeMismatch, listing the
// legal ones, for an array of a type that no tensor can have.
Array ToNumPy(const framework::Tensor& tensor, bool writeable = true);

// What a user gives as the value of a variable called `name` (or, "", of a
// tensor): an array of its data type, a LoDTensor, or numbers in (nested)
// lists, which take that type. TypeMismatch, with a hint, for an array of
// another type or anything else.
framework::LoDTensor ToTensor(pybind11::handle value, framework::DataType dtype,
                              const std::string& name);

// True for whole numbers in (nested) lists, of any size, and for one alone.
bool AreWholeNumbers(pybind11::handle value);

// Numbers in (nested) lists, or an array of another data type, as `dtype`.
// TypeMismatch for fractions where that has none, InvalidArgument, naming the
// number, for one that it cannot hold; others as ToTensor.
framework::LoDTensor ToTensorOfNumbers(pybind11::handle value,
                                       framework::DataType dtype,
                                       const std::string& name);

// The `LoDTensor` of Python: a value, or the current value of a variable in a
// scope, for which it waits while a run updates it, without the GIL.
class TensorHandle {
 public:
  explicit TensorHandle(framework::LoDTensor value)
      : value_(std::move(value)) {}
  TensorHandle(std::shared_ptr<framework::Scope> scope, std::string name)
      : scope_(std::move(scope)), name_(std::move(name)) {}

  // Shares the memory. Of a variable that is what it holds now: before a run
  // updates it, it gets memory of its own. FailedPrecondition if the variable
  // holds no tensor (yet).
  framework::LoDTensor Get() const;
  // Replaces the value.
  void Set(framework::LoDTensor value);
  bool in_scope() const { return scope_ != nullptr; }
  bool initialized() const;

 private:
  // With its lock held. NotFound if it has been erased.
  framework::Variable* Find() const;

  framework::LoDTensor value_;
  std::shared_ptr<framework::Scope> scope_;
  std::string name_;
};

}  // namespace paddle::python
