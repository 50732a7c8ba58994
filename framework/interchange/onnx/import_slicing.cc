// Parts of tensors, and tensors of parts.
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
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
Ints Sections(Node* node, const Variable& x, int64_t axis) {
  const auto given = node->IntsOf("split", 1, 13);
  if (given) return *given;
  const int64_t size = x.dims().at(static_cast<int>(axis));
  const int64_t parts = node->num_outputs();
  PADDLE_ENFORCE(parts > 0, InvalidArgument, "there are no outputs");
  PADDLE_ONNX_REFUSE(size < 0,
                     "parts of an axis whose size is known only when "
                     "the program runs");
  // The last part is the smaller one.
  const int64_t part = (size + parts - 1) / parts;
  Ints sections;
  for (int64_t i = 0; i < parts; ++i) {
    sections.push_back(std::clamp<int64_t>(size - i * part, 0, part));
  }
  return sections;
}

void Split(Node* node) {
  const Variable x = node->In(0);
  const int64_t axis = node->IntAttr("axis", 0);
  const Ints sections = Sections(node, x, axis);
  layer::OpOptions options;
  options.counts = {{"Out", static_cast<int>(sections.size())}};
  const std::vector<Variable> parts =
      node->Append("split", {{"X", x}},
                   {{"sections", sections}, {"axis", axis}}, options)
          .List("Out");
  PADDLE_ENFORCE(parts.size() >= static_cast<size_t>(node->num_outputs()),
                 InvalidArgument, "there are ", parts.size(), " parts for ",
                 node->num_outputs(), " outputs");
  for (int i = 0; i < node->num_outputs(); ++i) node->Out(i, parts[i]);
}

// Returns one of the lists that say what Slice takes. A size that is not known
// stands for the end of its axis, if it is the size of that.
Ints SliceBounds(Node* node, int i, const Dims& x, const Ints& axes) {
  const auto known = node->SizesIn(i);
  if (!known || !known->HasSymbols()) return node->IntsIn(i);
  Ints bounds;
  for (size_t k = 0; k < known->elements.size(); ++k) {
    const Element& element = known->elements[k];
    const bool end =
        element.is_symbol() && k < axes.size() &&
        element == Element::OfSize(x.at(static_cast<int>(axes[k])));
    PADDLE_ONNX_REFUSE(element.is_symbol() && !end, "input ", i,
                       " holds a size that is known only when the program "
                       "runs, and is not that of X along the axis");
    bounds.push_back(end ? std::numeric_limits<int64_t>::max()
                         : element.number());
  }
  return bounds;
}

void Slice(Node* node) {
  const Variable x = node->In(0);
  const bool attributes = node->opset() < 10;
  const size_t count = attributes         ? node->RequiredInts("starts").size()
                       : node->SizesIn(1) ? node->SizesIn(1)->elements.size()
                                          : node->IntsIn(1).size();
  Ints axes(count);
  std::iota(axes.begin(), axes.end(), 0);
  axes = attributes          ? node->IntsAttr("axes", axes)
         : node->HasInput(3) ? node->IntsIn(3)
                             : axes;
  const Ints starts = attributes ? node->RequiredInts("starts")
                                 : SliceBounds(node, 1, x.dims(), axes);
  const Ints ends = attributes ? node->RequiredInts("ends")
                               : SliceBounds(node, 2, x.dims(), axes);
  const Ints steps =
      !attributes && node->HasInput(4) ? node->IntsIn(4) : Ints(count, 1);
  node->Out(0, node->Op("slice", {{"Input", x}},
                        {{"axes", axes},
                         {"starts", starts},
                         {"ends", ends},
                         {"strides", steps}}));
}

void Trilu(Node* node) {
  const int64_t k = node->HasInput(1) ? node->IntIn(1) : 0;
  const char* type = node->IntAttr("upper", 1) != 0 ? "triu" : "tril";
  node->Out(0, node->Op(type, node->In(0), {{"diagonal", k}}));
}

PADDLE_ONNX_IMPORT("Concat", 1, Concat);
PADDLE_ONNX_IMPORT("Split", 2, Split);
PADDLE_ONNX_IMPORT("Slice", 1, Slice);
PADDLE_ONNX_IMPORT("Trilu", 14, Trilu);

}  // namespace
}  // namespace paddle::onnx
