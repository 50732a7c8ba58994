#include "paddle/python/binding/tensor_arrays.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/packed_array.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/items.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/tensor_value.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {

namespace py = pybind11;
using framework::LoDTensor;
using framework::TensorArray;

namespace {

bool IsList(py::handle value) {
  return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

// True for an array, of whichever library, that is one element.
bool IsElement(py::handle value, const FeedType& type) {
  return py::hasattr(value, "shape") && type.dims.rank() > 0 &&
         py::len(value.attr("shape")) == static_cast<size_t>(type.dims.rank());
}

void Append(py::handle value, const std::string& name, TensorArray* array) {
  const int64_t i = array->size();
  try {
    array->Set(i, ToTensor(value, array->dtype(), name));
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in element ", i, " of the list for ", name));
    throw;
  }
}

}  // namespace

LoDTensor ToArrayFeed(py::handle value, const FeedType& type,
                      const std::string& name) {
  TensorArray array(type.dtype);
  if (IsList(value)) {
    VisitItems(value, [&](py::handle item) { Append(item, name, &array); });
  } else if (IsElement(value, type)) {
    Append(value, name, &array);
  } else {
    PADDLE_ENFORCE(value.is_none(), InvalidArgument, "variable ", name,
                   " is a tensor array and takes a list of arrays of ",
                   DataTypeName(type.dtype), ", or None for an empty one, not ",
                   ReprOf(value));
  }
  return framework::PackArray(array);
}

py::list FromArrayFetch(const LoDTensor& packed, bool as_numpy) {
  const TensorArray array = framework::UnpackArray(packed);
  py::list list(array.size());
  for (int64_t i = 0; i < array.size(); ++i) {
    const LoDTensor& element = array.Get(i);
    list[i] = as_numpy ? py::object(ToNumPy(element))
                       : py::cast(TensorHandle(element));
  }
  return list;
}

}  // namespace paddle::python
