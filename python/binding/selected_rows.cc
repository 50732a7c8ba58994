// Binds SelectedRows.
#include "paddle/framework/tensor/selected_rows.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/tensor_value.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::SelectedRows;

// The numbers of rows are few and read by the host.
std::vector<int64_t> ToRowNumbers(py::handle rows) {
  const framework::LoDTensor numbers =
      ToTensorOfNumbers(rows, framework::DataType::kInt64, "rows");
  PADDLE_ENFORCE(numbers.rank() == 1, InvalidArgument,
                 "rows of SelectedRows are a list of numbers, not ",
                 numbers.dims().ToString());
  const int64_t* first = numbers.data<int64_t>();
  return {first, first + numbers.numel()};
}

SelectedRows MakeRows(py::handle rows, py::handle value, int64_t height) {
  SelectedRows made;
  made.set_height(height);
  *made.mutable_rows() = ToRowNumbers(rows);
  // The array stays the caller's.
  *made.mutable_value() = framework::Copy(FromNumPy(ReadArray(value, "value")));
  made.Check();
  return made;
}

py::object ToDense(const SelectedRows& self) {
  const auto numpy = py::module_::import("numpy");
  const Array value = ToNumPy(self.value());
  const py::object dense =
      numpy.attr("zeros")(self.DenseDims().ToVector(), value.dtype());
  numpy.attr("add").attr("at")(dense, self.rows(), value);
  return dense;
}

std::string Describe(const SelectedRows& self) {
  return "SelectedRows(" + std::to_string(self.rows().size()) + " rows of " +
         self.DenseDims().ToString() + " " +
         framework::DataTypeName(self.value().dtype()) + ")";
}

}  // namespace

void BindSelectedRows(py::module_& module) {
  py::class_<SelectedRows>(
      module, "SelectedRows",
      "Some rows of a tall matrix: the gradient of a sparse embedding, or a "
      "table of which few rows are kept (Block.create_var). A row of a "
      "gradient may appear more than once; its values add up.\n\n"
      "Example:\n"
      "  >>> ids = pd.layer.data(\"ids\", [None, 1], \"int64\")\n"
      "  >>> rows = pd.layer.embedding(ids, (9, 2), is_sparse=True)\n"
      "  >>> w, = pd.default_main_program().all_parameters()\n"
      "  >>> slope, = pd.gradients(rows, w)\n"
      "  >>> exe = pd.Executor()\n"
      "  >>> _ = exe.run(pd.default_startup_program())\n"
      "  >>> got, = exe.run(feed={\"ids\": [[3], [3]]}, fetch_list=[slope])\n"
      "  >>> got.to_dense()[3].tolist()\n"
      "  [2.0, 2.0]\n"
      "  >>> pd.SelectedRows([3, 8], np.ones((2, 4), \"float32\"), 9)\n"
      "  SelectedRows(2 rows of [9, 4] float32)")
      .def(py::init(&MakeRows), py::arg("rows"), py::arg("value"),
           py::arg("height"),
           "value: an array, which is copied: value[i] is row rows[i] of "
           "`height`. ValueError unless there is one for each row, IndexError "
           "for a row outside of [0, height).")
      .def_property_readonly("height", &SelectedRows::height)
      .def_property_readonly("rows", &SelectedRows::rows)
      .def_property_readonly(
          "value",
          [](const SelectedRows& self) { return ToNumPy(self.value()); })
      .def("to_dense", &ToDense, "The whole matrix, a numpy array.")
      .def("__repr__", &Describe);
}

}  // namespace paddle::python
