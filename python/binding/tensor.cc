// The LoDTensor of Python.
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/dlpack.h"
#include "paddle/python/binding/ndarray.h"
#include "paddle/python/binding/numpy_tensor.h"
#include "paddle/python/binding/tensor_handle.h"
#include "paddle/python/binding/tensor_value.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::LoD;
using framework::LoDTensor;

LoDTensor MakeLoDTensor(const py::object& data, const LoD::Levels& lengths) {
  LoDTensor tensor = FromNumPy(ReadArray(data, ""));
  if (lengths.empty()) return tensor;
  tensor.set_lod(LoD::FromLengths(lengths));
  PADDLE_ENFORCE(tensor.rank() > 0, InvalidArgument,
                 "sequences need an array of rank 1 at least");
  PADDLE_ENFORCE(tensor.lod()->rows() == tensor.dims()[0], InvalidArgument,
                 "the lengths of the sequences add up to ",
                 tensor.lod()->rows(), ", but the array, ",
                 tensor.dims().ToString(), ", has ", tensor.dims()[0], " rows");
  return tensor;
}

std::string Describe(const TensorHandle& handle) {
  if (!handle.initialized()) return "LoDTensor(not initialised)";
  const LoDTensor tensor = handle.Get();
  return absl::StrCat(
      "LoDTensor(", tensor.dims().ToString(), " ", DataTypeName(tensor.dtype()),
      tensor.lod() == nullptr
          ? ""
          : absl::StrCat(", lengths ", tensor.lod()->ToString()),
      ")");
}

// Implements NumPy's protocol: `copy` is True, False (which refuses to copy) or
// None.
py::object AsArray(const TensorHandle& self, const py::object& dtype,
                   const py::object& copy) {
  const LoDTensor tensor = self.Get();
  const Array array = ToNumPy(tensor, !self.in_scope());
  const bool shares = array.size() == 0 || array.data() == tensor.raw_data();
  const bool converts =
      !dtype.is_none() && !array.dtype().equal(ArrayType::From(dtype));
  if (copy.is_none() || !py::bool_(copy)) {
    PADDLE_ENFORCE(copy.is_none() || (shares && !converts), InvalidArgument,
                   "the tensor, ", Describe(self),
                   ", is no such array without copying it");
    if (!converts) return array;
  } else if (!shares && !converts) {
    return array;  // is a copy
  }
  return array.attr("astype")(dtype.is_none() ? array.dtype() : dtype);
}

LoD::Levels LengthsOf(const TensorHandle& handle) {
  const framework::LoDPtr lod = handle.Get().lod();
  return lod == nullptr ? LoD::Levels() : lod->lengths();
}

}  // namespace

void BindTensor(py::module_& module) {
  CheckNumPy();
  py::class_<TensorHandle>(
      module, "LoDTensor",
      "An array whose rows may form sequences. numpy.asarray(tensor) reads it "
      "without copying.\n\n"
      "Example:\n"
      "  >>> tensor = pd.LoDTensor.from_sequences([[1, 2, 3], [4]], "
      "\"int64\")\n"
      "  >>> tensor.shape, tensor.lengths\n"
      "  ((4, 1), [[3, 1]])")
      .def(py::init([](const py::object& data, const LoD::Levels& lengths) {
             return TensorHandle(MakeLoDTensor(data, lengths));
           }),
           py::arg("data"), py::arg("lengths") = LoD::Levels(),
           "From an array and, for sequences, their lengths, a list for each "
           "level, outermost first. ValueError if they do not add up.")
      .def(
          "set",
          [](TensorHandle& self, const py::object& data,
             const LoD::Levels& lengths) {
            LoDTensor value = MakeLoDTensor(data, lengths);
            // The array stays the caller's: training would write to it.
            if (self.in_scope()) {
              value = LoDTensor(framework::Copy(value), value.lod());
            }
            self.Set(std::move(value));
          },
          py::arg("data"), py::arg("lengths") = LoD::Levels(),
          "Replaces the value by a copy of an array. Waits for runs that "
          "read a variable of a scope.")
      .def(
          "numpy",
          [](const TensorHandle& self) {
            return ToNumPy(self.Get(), !self.in_scope());
          },
          "An array over the tensor's own memory, or a copy if that is of a "
          "GPU; read-only if it belongs to a scope. It is what the variable "
          "holds now, between two runs: a later one that updates the variable "
          "gives it memory of its own first. RuntimeError if it is not "
          "initialised.")
      .def("__array__", &AsArray, py::arg("dtype") = py::none(),
           py::arg("copy") = py::none())
      .def(
          "__dlpack__",
          [](TensorHandle& self, const py::object& stream) {
            py::capsule capsule = ToDLPack(self.GetWritable());
            PADDLE_ENFORCE(stream.is_none(), InvalidArgument,
                           "memory of the CPU has no stream");
            return capsule;
          },
          py::arg("stream") = py::none(),
          "The tensor's own memory for another package, as in "
          "torch.from_dlpack(tensor). What writes to it changes the tensor; if "
          "that belongs to a scope, the variable, until a run updates it: the "
          "variable then gets memory of its own, so ask again. Waits for runs "
          "that read the variable; none may while somebody writes. "
          "NotImplementedError for memory of a GPU.")
      .def("__dlpack_device__",
           [](const TensorHandle& self) {
             return DLPackDeviceOf(self.initialized() ? self.Get().place()
                                                      : platform::CPUPlace());
           })
      .def_property_readonly(
          "shape",
          [](const TensorHandle& self) {
            return py::tuple(py::cast(self.Get().dims().ToVector()));
          })
      .def_property_readonly("dtype",
                             [](const TensorHandle& self) {
                               return DataTypeName(self.Get().dtype());
                             })
      .def_property_readonly("lengths", &LengthsOf,
                             "Of the sequences, by level; [] without any.")
      .def_property_readonly("initialized", &TensorHandle::initialized)
      .def("__repr__", &Describe);
  module.def("_read_array", &ReadArray, py::arg("values"), py::arg("name"));
  module.def("_as_array", [](py::handle numbers, const std::string& dtype,
                             const std::string& name) {
    return ToNumPy(
        ToTensorOfNumbers(numbers, framework::ParseDataType(dtype), name));
  });
  module.def(
      "from_dlpack",
      [](const py::object& object) {
        return TensorHandle(FromDLPack(object, Strided::kRefused));
      },
      py::arg("object"),
      "A LoDTensor over the memory of a tensor of another package, which is "
      "not copied: pd.from_dlpack(torch_tensor). TypeError for what has no "
      "__dlpack__, ValueError for memory that is not of the CPU or not "
      "contiguous.\n\n"
      "Example:\n"
      "  >>> memory = np.arange(3, dtype=\"float32\")\n"
      "  >>> tensor = pd.from_dlpack(memory)\n"
      "  >>> tensor.numpy().tolist()\n"
      "  [0.0, 1.0, 2.0]");
}

}  // namespace paddle::python
