#include "paddle/python/binding/call_site.h"

#include <pybind11/pybind11.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include "paddle/python/binding/text.h"

namespace paddle::python {
namespace {

namespace py = pybind11;

// Keeps garbage collection away: bodies of blocks that are garbage would end in
// the middle of an operator that is being written.
class NoCollection {
 public:
  NoCollection() : enabled_(PyGC_Disable() != 0) {}
  ~NoCollection() {
    if (enabled_) PyGC_Enable();
  }
  NoCollection(const NoCollection&) = delete;
  NoCollection& operator=(const NoCollection&) = delete;

 private:
  const bool enabled_;
};

std::vector<std::string>& HiddenFolders() {
  static auto* const folders = new std::vector<std::string>;
  return *folders;
}

std::string FileOf(PyFrameObject* frame) {
  // Frames are opaque from Python 3.11 on; the accessor works before, too.
  const auto code = py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
  return TextOf(code.attr("co_filename"));
}

bool IsHidden(const std::string& file) {
  const auto& folders = HiddenFolders();
  // Frozen modules are the import system.
  return absl::StartsWith(file, "<frozen ") ||
         std::any_of(folders.begin(), folders.end(),
                     [&file](const std::string& folder) {
                       return absl::StartsWith(file, folder);
                     });
}

// Reading the line may fail, which must not hide the error being reported.
std::string SourceLine(const std::string& file, int line) {
  // Kept for ever: it is looked up for each operator.
  static auto* const get_line =
      new py::object(py::module_::import("linecache").attr("getline"));
  try {
    const std::string text = TextOf((*get_line)(file, line));
    return std::string(absl::StripAsciiWhitespace(text));
  } catch (const py::error_already_set&) {
    return "";
  }
}

framework::proto::CallSite Site(PyFrameObject* frame, std::string file) {
  framework::proto::CallSite site;
  const int line = PyFrame_GetLineNumber(frame);
  site.set_text(SourceLine(file, line));
  site.set_file(std::move(file));
  site.set_line(line);
  return site;
}

py::object Back(const py::object& frame) {
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(
      PyFrame_GetBack(reinterpret_cast<PyFrameObject*>(frame.ptr()))));
}

}  // namespace

std::vector<framework::proto::CallSite> UserFrames() {
  const NoCollection no_collection;
  std::vector<framework::proto::CallSite> sites;
  auto frame = py::reinterpret_borrow<py::object>(
      reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  for (; frame && sites.size() < kMaxFrames; frame = Back(frame)) {
    auto* const raw = reinterpret_cast<PyFrameObject*>(frame.ptr());
    std::string file = FileOf(raw);
    if (!IsHidden(file)) sites.push_back(Site(raw, std::move(file)));
  }
  return sites;
}

void SetHiddenFolders(std::vector<std::string> folders) {
  HiddenFolders() = std::move(folders);
}

}  // namespace paddle::python
