// Operator schemas as Python objects, from which pd.layer is generated.
#include <pybind11/stl.h>

#include <map>
#include <string>

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/python/binding/attribute.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::AttrProto;
using framework::OpInfoMap;
using framework::OpProto;
using framework::SlotProto;

py::object OrNone(const absl::optional<double>& value) {
  return value.has_value() ? py::cast(*value) : py::none();
}

void BindSlotProto(py::module_& module) {
  py::class_<SlotProto>(module, "SlotProto",
                        "An input or output of an operator.\n\n"
                        "Example:\n"
                        "  >>> slot, = pd.core.op_proto(\"relu\").inputs\n"
                        "  >>> slot.name, slot.list, slot.comment\n"
                        "  ('X', False, 'Tensor of any shape.')")
      .def_readonly("name", &SlotProto::name)
      .def_readonly("comment", &SlotProto::comment)
      .def_readonly("list", &SlotProto::list)
      .def_readonly("optional", &SlotProto::optional)
      .def_readonly("intermediate", &SlotProto::intermediate)
      .def_property_readonly(
          "kinds",
          [](const SlotProto& slot) {
            return framework::KindsText(slot.kinds);
          },
          "\"a dense tensor\", \"a dense tensor or SelectedRows\", ...");
}

void BindAttrProto(py::module_& module) {
  py::class_<AttrProto>(module, "AttrProto",
                        "An attribute of an operator.\n\n"
                        "Example:\n"
                        "  >>> alpha, = pd.core.op_proto(\"elu\").attrs\n"
                        "  >>> alpha.name, alpha.type, alpha.default\n"
                        "  ('alpha', 'float', 1.0)")
      .def_readonly("name", &AttrProto::name)
      .def_readonly("comment", &AttrProto::comment)
      .def_readonly("choices", &AttrProto::choices)
      .def_readonly("min_exclusive", &AttrProto::min_exclusive)
      .def_readonly("max_exclusive", &AttrProto::max_exclusive)
      .def_readonly("is_data_type", &AttrProto::is_data_type)
      .def_property_readonly("min",
                             [](const AttrProto& a) { return OrNone(a.min); })
      .def_property_readonly("max",
                             [](const AttrProto& a) { return OrNone(a.max); })
      .def_property_readonly(
          "length",
          [](const AttrProto& a) {
            return a.length ? framework::LengthText(*a.length) : "";
          },
          "Of a list: \"2 elements\", ...; \"\": any number of them.")
      .def_property_readonly(
          "type",
          [](const AttrProto& a) { return framework::AttrTypeName(a.type); },
          "\"int\", \"list of float\", ...")
      .def_property_readonly(
          "default",
          [](const AttrProto& a) { return FromAttribute(a.default_value); },
          "None: the attribute is required.");
}

std::map<std::string, std::string> AttrInputSlots(const OpProto& proto) {
  std::map<std::string, std::string> attributes;
  for (const auto& [attribute, slot] : framework::AttrInputsOf(proto.type)) {
    attributes[slot] = attribute;
  }
  return attributes;
}

}  // namespace

void BindRegistry(py::module_& module) {
  BindSlotProto(module);
  BindAttrProto(module);
  py::class_<OpProto>(module, "OpProto",
                      "What an operator type is.\n\n"
                      "Example:\n"
                      "  >>> proto = pd.core.op_proto(\"relu\")\n"
                      "  >>> proto.version, proto.has_gradient, proto.attrs\n"
                      "  (1, True, [])")
      .def_readonly("type", &OpProto::type)
      .def_readonly("comment", &OpProto::comment)
      .def_readonly("inputs", &OpProto::inputs)
      .def_readonly("outputs", &OpProto::outputs)
      .def_readonly("attrs", &OpProto::attrs)
      .def_property_readonly("attr_inputs", &AttrInputSlots,
                             "The attribute that may come from an input, by "
                             "the name of the input.")
      .def_readonly("version", &OpProto::version)
      .def_readonly("updates", &OpProto::updates)
      .def_readonly("has_gradient", &OpProto::has_gradient)
      .def_readonly("gradient_of", &OpProto::gradient_of);
  module.def(
      "op_types", [] { return OpInfoMap::Instance().Types(); },
      "The operator types of this build, sorted.");
  module.def(
      "op_proto",
      [](const std::string& type) -> const OpProto& {
        return framework::FindOpProto(OpInfoMap::Instance(), type);
      },
      py::arg("type"), py::return_value_policy::reference,
      "What an operator type is; KeyError, with the nearest types, for an "
      "unknown one.");
}

}  // namespace paddle::python
