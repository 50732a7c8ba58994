// Costs of operators, which paddle/op_profile.py shows.
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "paddle/framework/executor/op_profile.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/ndarray.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using framework::ProfiledOp;
using platform::Event;
using platform::EventTotals;

py::list ArgumentsOf(const std::vector<ProfiledOp::Argument>& arguments) {
  py::list list;
  for (const ProfiledOp::Argument& one : arguments) {
    py::tuple shape(one.dims.rank());
    for (int i = 0; i < one.dims.rank(); ++i) shape[i] = one.dims[i];
    list.append(py::make_tuple(one.slot, one.name, shape,
                               framework::DataTypeName(one.dtype)));
  }
  return list;
}

py::dict OpOf(const ProfiledOp& op, const EventTotals& totals) {
  py::dict dict;
  dict["op"] = op.desc;
  dict["block"] = op.block;
  dict["inputs"] = ArgumentsOf(op.inputs);
  dict["outputs"] = ArgumentsOf(op.outputs);
  dict["bytes"] = op.bytes;
  dict["calls"] = totals.calls;
  dict["total"] = totals.total;
  dict["own"] = totals.own;
  dict["longest"] = totals.longest;
  return dict;
}

// Returns events as rows of numbers: label, thread, begin, end, memory. An
// array is much faster than a Python object for each event.
Array RowsOf(const std::vector<Event>& events) {
  Array rows(ArrayType::Of(framework::DataType::kInt64),
             {static_cast<int64_t>(events.size()), 5});
  auto* next = static_cast<int64_t*>(rows.mutable_data());
  for (const Event& event : events) {
    for (int64_t value : {int64_t{event.label}, int64_t{event.thread},
                          event.begin, event.end, event.memory}) {
      *next++ = value;
    }
  }
  return rows;
}

py::tuple StopProfile() {
  const framework::OpProfile profile = framework::StopOpProfile();
  py::list ops;
  for (size_t i = 0; i < profile.ops.size(); ++i) {
    ops.append(OpOf(profile.ops[i], profile.times.totals[i]));
  }
  return py::make_tuple(ops, RowsOf(profile.times.events),
                        profile.times.dropped);
}

}  // namespace

void BindProfile(py::module_& module) {
  module.def("_start_profile", &framework::StartOpProfile,
             py::arg("max_events"));
  module.def("_stop_profile", &StopProfile);
}

}  // namespace paddle::python
