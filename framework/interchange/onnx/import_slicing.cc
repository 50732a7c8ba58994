// Parts of tensors, and tensors of parts.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/size_array.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

void Concat(Node* node) {
  const int64_t axis = node->IntAttr("axis", 1);
  node->Out(0, node->Op("concat", {{"X", node->Ins()}}, {{"axis", axis}}));
}

// Returns the sizes of the parts of an axis.
Ints Sections(Node* node, const Dims& dims, int64_t axis) {
  const auto given = node->IntsOf("split", 1, 13);
  if (given) return *given;
  const int64_t size = dims.at(static_cast<int>(axis));
  const int64_t parts = node->num_outputs();
  PADDLE_ENFORCE(parts > 0, InvalidArgument, "there are no outputs");
  PADDLE_ONNX_REFUSE(size < 0,
                     "parts of an axis whose size is known only when "
                     "the program runs");
  // The last part is the smaller one. Any size may be written in a file.
  const int64_t part = size / parts + (size % parts == 0 ? 0 : 1);
  Ints sections;
  for (int64_t i = 0; i < parts; ++i) {
    sections.push_back(std::clamp<int64_t>(size - i * part, 0, part));
  }
  return sections;
}

// Sets the parts of a list of integers that is known, such as a shape, so that
// they stay known. Returns false if it is none, or cannot be split like that.
bool SplitKnown(Node* node, int64_t axis) {
  const auto known = node->SizesIn(0);
  if (!known || known->dims.rank() != 1 || known->HasSymbols()) return false;
  const Ints sections = Sections(node, known->dims, axis);
  const auto size = static_cast<int64_t>(known->elements.size());
  int64_t rest = size;
  for (const int64_t section : sections) {
    if (section < 0 || section > rest) return false;
    rest -= section;
  }
  if (rest > 0 || sections.size() < static_cast<size_t>(node->num_outputs())) {
    return false;
  }
  auto begin = known->elements.begin();
  for (int i = 0; i < node->num_outputs(); ++i) {
    const auto end = begin + sections[i];
    node->OutConstant(
        i, ToTensor({known->dtype, Dims({sections[i]}), {begin, end}}));
    begin = end;
  }
  return true;
}

void Split(Node* node) {
  const int64_t axis = node->IntAttr("axis", 0);
  const bool run_time = node->opset() >= 13 && IsRunTime(node, 1);
  if (!run_time && SplitKnown(node, axis)) return;
  const Variable x = node->In(0);
  layer::SlotList inputs = {{"X", x}};
  Ints sections;
  if (run_time) {
    const RunTimeInts given = RunTimeIntsIn(node, 1);
    inputs.push_back({"SectionsTensor", given.values});
    // All in the first part, as an example.
    sections.resize(given.count);
    const int64_t size = x.dims().at(static_cast<int>(axis));
    if (!sections.empty()) sections[0] = std::max<int64_t>(size, 0);
  } else {
    sections = Sections(node, x.dims(), axis);
  }
  layer::OpOptions options;
  options.counts = {{"Out", static_cast<int>(sections.size())}};
  const std::vector<Variable> parts =
      node->Append("split", inputs, {{"sections", sections}, {"axis", axis}},
                   options)
          .List("Out");
  PADDLE_ENFORCE(parts.size() >= static_cast<size_t>(node->num_outputs()),
                 InvalidArgument, "there are ", parts.size(), " parts for ",
                 node->num_outputs(), " outputs");
  for (int i = 0; i < node->num_outputs(); ++i) node->Out(i, parts[i]);
}

// True for element k of a list that is the size of its axis, not known yet.
bool IsEnd(const Element& element, size_t k, const Dims& x, const Ints& axes) {
  return element.is_symbol() && k < axes.size() &&
         element == Element::OfSize(x.at(static_cast<int>(axes[k])));
}

// Returns one of the lists that say what Slice takes. A size that is not known
// stands for the end of its axis, if it is the size of that.
Ints SliceBounds(Node* node, int i, const Dims& x, const Ints& axes) {
  const auto known = node->SizesIn(i);
  if (!known || !known->HasSymbols()) return node->IntsIn(i);
  Ints bounds;
  for (size_t k = 0; k < known->elements.size(); ++k) {
    const Element& element = known->elements[k];
    bounds.push_back(IsEnd(element, k, x, axes)
                         ? std::numeric_limits<int64_t>::max()
                         : element.number());
  }
  return bounds;
}

// Slices by attributes, as before version 10.
void SliceByAttributes(Node* node) {
  const Ints starts = node->RequiredInts("starts");
  Ints axes(starts.size());
  std::iota(axes.begin(), axes.end(), 0);
  node->Out(0, node->Op("slice", {{"Input", node->In(0)}},
                        {{"axes", node->IntsAttr("axes", axes)},
                         {"starts", starts},
                         {"ends", node->RequiredInts("ends")}}));
}

// True if a list holds a size that is not known, and not the end of its axis.
bool IsOfRun(Node* node, int i, const Dims& x, const Ints& axes) {
  if (IsRunTime(node, i)) return true;
  const auto known = node->SizesIn(i);
  for (size_t k = 0; known && k < known->elements.size(); ++k) {
    const Element& element = known->elements[k];
    if (element.is_symbol() && !IsEnd(element, k, x, axes)) return true;
  }
  return false;
}

// Returns how many numbers the lists of Slice have, of which one may say it.
int64_t CountOfBounds(Node* node) {
  for (int i = 1; i <= 4; ++i) {
    if (!node->HasInput(i)) continue;
    const auto known = node->SizesIn(i);
    if (known) return static_cast<int64_t>(known->elements.size());
    if (node->In(i).dims().IsStatic()) return RunTimeIntsIn(node, i).count;
  }
  return RunTimeIntsIn(node, 1).count;
}

void Slice(Node* node) {
  if (node->opset() < 10) return SliceByAttributes(node);
  const Variable x = node->In(0);
  const int64_t count = CountOfBounds(node);
  layer::SlotList inputs = {{"Input", x}};
  layer::AttributeMap attrs;
  Ints axes(count);
  std::iota(axes.begin(), axes.end(), 0);
  // Sets a list, or the example of one that is known only in a run.
  const auto set = [&](const char* name, const char* slot, int i, bool of_run,
                       const Ints& example, const auto& known) {
    if (of_run) inputs.push_back({slot, IntVectorIn(node, i, count)});
    attrs.emplace_back(name, of_run ? example : known());
  };
  const bool axes_of_run = IsRunTime(node, 3);
  if (node->HasInput(3) && !axes_of_run) axes = node->IntsIn(3);
  set("axes", "AxesTensor", 3, axes_of_run, axes, [&] { return axes; });
  const auto bound = [&](const char* name, const char* slot, int i,
                         int64_t example) {
    // No size is that of an axis which is not known.
    const bool of_run = IsOfRun(node, i, x.dims(), axes_of_run ? Ints() : axes);
    set(name, slot, i, of_run, Ints(count, example),
        [&] { return SliceBounds(node, i, x.dims(), axes); });
  };
  bound("starts", "StartsTensor", 1, 0);
  bound("ends", "EndsTensor", 2, std::numeric_limits<int64_t>::max());
  set("strides", "StridesTensor", 4, IsRunTime(node, 4), Ints(count, 1),
      [&] { return node->HasInput(4) ? node->IntsIn(4) : Ints(count, 1); });
  node->Out(0, node->Op("slice", inputs, attrs));
}

void Trilu(Node* node) {
  const char* type = node->IntAttr("upper", 1) != 0 ? "triu" : "tril";
  if (IsRunTime(node, 1)) {
    return node->Out(
        0, node->Op(type, {{"X", node->In(0)},
                           {"DiagonalTensor", RunTimeIntsIn(node, 1).values}}));
  }
  const int64_t k = node->HasInput(1) ? node->IntIn(1) : 0;
  node->Out(0, node->Op(type, node->In(0), {{"diagonal", k}}));
}

PADDLE_ONNX_IMPORT("Concat", 1, Concat);
PADDLE_ONNX_IMPORT("Split", 2, Split);
PADDLE_ONNX_IMPORT("Slice", 1, Slice);
PADDLE_ONNX_IMPORT("Trilu", 14, Trilu);

}  // namespace
}  // namespace paddle::onnx
