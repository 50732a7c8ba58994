// Memory statistics, which paddle/memory.py shows.
#include "paddle/memory/allocation.h"
#include "paddle/platform/place.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using platform::Place;

py::tuple StatsOf(Place place) {
  const memory::Stats stats = memory::AllocatorOf(place).stats();
  return py::make_tuple(stats.current, stats.peak, stats.cached,
                        stats.allocations);
}

}  // namespace

void BindMemory(py::module_& module) {
  module.def("_memory_stats", &StatsOf, py::arg("place"));
  module.def(
      "_reset_peak_memory_stats",
      [](Place place) { memory::AllocatorOf(place).ResetPeak(); },
      py::arg("place"));
}

}  // namespace paddle::python
