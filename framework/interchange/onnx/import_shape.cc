// Other shapes, orders and parts of the same elements.
#include <algorithm>
#include <limits>
#include <numeric>

#include "paddle/framework/interchange/onnx/broadcast.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns a shape for operator reshape: 0 keeps a size, -1 is what is left.
Ints ShapeAttr(const Dims& x, const SizeArray& target, bool zero_keeps) {
  Ints shape;
  int rest = 0;
  for (size_t i = 0; i < target.elements.size(); ++i) {
    const Element& element = target.elements[i];
    const int axis = static_cast<int>(i);
    const bool same = axis < x.rank() && element == Element::OfSize(x[axis]);
    const bool zero = !element.is_symbol() && element.number() == 0;
    if (same || (zero && zero_keeps)) {
      shape.push_back(0);
    } else if (element.is_symbol() || zero) {
      shape.push_back(-1);
    } else {
      shape.push_back(element.number());
    }
    rest += shape.back() == -1;
  }
  PADDLE_ONNX_REFUSE(rest > 1, "a shape in which ", rest,
                     " sizes are known only when the program runs, and are not "
                     "those of X at the same axis");
  return shape;
}

void Reshape(Node* node) {
  const Variable x = node->In(0);
  if (node->opset() < 5) {
    return node->Out(0, node->Reshape(x, node->RequiredInts("shape")));
  }
  const auto target = node->SizesIn(1);
  if (!target) node->IntsIn(1);  // Throws, and says why.
  const bool zero_keeps = node->IntAttr("allowzero", 0) == 0;
  node->Out(0, node->Reshape(x, ShapeAttr(x.dims(), *target, zero_keeps)));
}

// Returns the product of sizes; -1 if it is no number.
int64_t Product(const Dims& dims) {
  return dims.IsStatic() ? dims.Numel() : -1;
}

void Flatten(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = x.dims();
  int64_t axis = node->IntAttr("axis", 1);
  if (axis < 0) axis += dims.rank();
  PADDLE_ENFORCE(axis >= 0 && axis <= dims.rank(), OutOfRange, "axis ", axis,
                 " of ", x.ToString());
  const int at = static_cast<int>(axis);
  const int64_t rows = Product(dims.Slice(0, at));
  const int64_t columns = Product(dims.Slice(at, dims.rank()));
  // A 0 would keep a size, and -1 is what is left, 0 too.
  const auto size = [](int64_t product) { return product == 0 ? -1 : product; };
  // The batch stays what it is.
  if (at == 1) return node->Out(0, node->Reshape(x, {0, size(columns)}));
  PADDLE_ONNX_REFUSE(rows <= 0 && columns <= 0, "the sizes of ", x.ToString());
  node->Out(0, node->Reshape(x, {size(rows), size(columns)}));
}

void Transpose(Node* node) {
  const Variable x = node->In(0);
  Ints reversed(x.dims().rank());
  std::iota(reversed.rbegin(), reversed.rend(), 0);
  const Ints order = node->IntsAttr("perm", reversed);
  if (order.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("transpose", x, {{"axis", order}}));
}

void Squeeze(Node* node) {
  const Variable x = node->In(0);
  Ints axes = node->IntsOf("axes", 1, 13).value_or(Ints{});
  PADDLE_ONNX_REFUSE(axes.empty() && !x.dims().IsStatic(),
                     "axes that are left out, over ", x.ToString(),
                     ", of which a size is known only when the program runs");
  for (int i = 0; axes.empty() && i < x.dims().rank(); ++i) {
    if (x.dims()[i] == 1) axes.push_back(i);
  }
  if (axes.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("squeeze", x, {{"axes", axes}}));
}

void Unsqueeze(Node* node) {
  const Variable x = node->In(0);
  const auto axes = node->IntsOf("axes", 1, 13);
  PADDLE_ENFORCE(axes.has_value(), InvalidArgument, "axes are left out");
  if (axes->empty()) return node->OutSame(0, 0);
  // Negative axes count from the end of the result.
  Ints places;
  const int rank = x.dims().rank() + static_cast<int>(axes->size());
  for (int64_t axis : *axes) {
    places.push_back(framework::NormalizeAxis(axis, rank));
  }
  std::sort(places.begin(), places.end());
  node->Out(0, node->Op("unsqueeze", x, {{"axes", places}}));
}

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

void Expand(Node* node) {
  const auto target = node->SizesIn(1);
  if (!target) node->IntsIn(1);  // Throws, and says why.
  node->Out(0, BroadcastTo(node, node->In(0), *target));
}

void Tile(Node* node) {
  PADDLE_ONNX_REFUSE(node->opset() < 6, "version 1 of the operator");
  const Ints repeats = node->IntsIn(1);
  if (repeats.empty()) return node->OutSame(0, 0);
  node->Out(0, node->Op("expand", node->In(0), {{"expand_times", repeats}}));
}

void Shape(Node* node) {
  const Variable x = node->In(0);
  const int64_t rank = x.dims().rank();
  const Variable whole =
      node->Cast(node->Op("shape", {{"Input", x}}), DataType::kInt64);
  const int64_t begin = node->IntAttr("start", 0);
  const int64_t end = node->IntAttr("end", rank);
  if (begin == 0 && end >= rank) return node->Out(0, whole);
  node->Out(0, node->Op("slice", {{"Input", whole}},
                        {{"axes", Ints{0}},
                         {"starts", Ints{begin}},
                         {"ends", Ints{end}}}));
}

void Size(Node* node) {
  const Variable shape =
      node->Cast(node->Op("shape", {{"Input", node->In(0)}}), DataType::kInt64);
  node->Out(0, node->Op("reduce_prod", shape, {{"reduce_all", true}}));
}

// Returns paddings for each axis, as (before, after) pairs.
Ints PairsOf(Node* node, int rank) {
  const Ints given =
      node->opset() < 11
          ? node->RequiredInts(node->opset() < 2 ? "paddings" : "pads")
          : node->IntsIn(1);
  Ints axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (node->HasInput(3)) axes = node->IntsIn(3);
  PADDLE_ENFORCE(given.size() == 2 * axes.size(), InvalidArgument, "there are ",
                 given.size(), " paddings for ", axes.size(), " axes");
  for (int64_t padding : given) {
    const int64_t most = std::numeric_limits<int32_t>::max();
    PADDLE_ENFORCE(padding >= -most && padding <= most, InvalidArgument,
                   "a padding of ", padding);
  }
  Ints pairs(2 * rank);
  for (size_t i = 0; i < axes.size(); ++i) {
    const int axis = framework::NormalizeAxis(axes[i], rank);
    pairs[2 * axis] = given[i];
    pairs[2 * axis + 1] = given[axes.size() + i];
  }
  return pairs;
}

// Cuts off what negative paddings say, and makes them 0.
Variable CutOff(Node* node, const Variable& x, Ints* pairs) {
  Ints axes, starts, ends;
  for (size_t axis = 0; axis < pairs->size() / 2; ++axis) {
    int64_t& before = (*pairs)[2 * axis];
    int64_t& after = (*pairs)[2 * axis + 1];
    if (before >= 0 && after >= 0) continue;
    axes.push_back(static_cast<int64_t>(axis));
    starts.push_back(std::max<int64_t>(-before, 0));
    ends.push_back(after < 0 ? after : std::numeric_limits<int64_t>::max());
    before = std::max<int64_t>(before, 0);
    after = std::max<int64_t>(after, 0);
  }
  if (axes.empty()) return x;
  return node->Op("slice", {{"Input", x}},
                  {{"axes", axes}, {"starts", starts}, {"ends", ends}});
}

void Pad(Node* node) {
  const std::string given = node->TextAttr("mode", "constant");
  PADDLE_ONNX_REFUSE(given == "wrap", "mode wrap");
  const std::string mode = given == "edge" ? "replicate" : given;
  double value = node->FloatAttr("value", 0);
  if (node->opset() >= 11 && node->HasInput(2)) value = node->NumberIn(2);
  Ints pairs = PairsOf(node, node->In(0).dims().rank());
  const Variable x = CutOff(node, node->In(0), &pairs);
  if (pairs.empty()) return node->OutSame(0, 0);
  node->Out(
      0, node->Op("pad", x,
                  {{"paddings", pairs}, {"pad_value", value}, {"mode", mode}}));
}

void Trilu(Node* node) {
  const int64_t k = node->HasInput(1) ? node->IntIn(1) : 0;
  const char* type = node->IntAttr("upper", 1) != 0 ? "triu" : "tril";
  node->Out(0, node->Op(type, node->In(0), {{"diagonal", k}}));
}

// The sizes [N, C, H, W] of images for operators that move blocks of pixels.
Dims ImagesOf(const Variable& x) {
  const Dims dims = x.dims();
  PADDLE_ENFORCE(dims.rank() == 4, InvalidArgument,
                 "images are [N, C, H, W], "
                 "not ",
                 x.ToString());
  PADDLE_ONNX_REFUSE(!dims.Slice(1, 4).IsStatic(), "the sizes of ",
                     x.ToString());
  return dims;
}

void DepthToSpace(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = ImagesOf(x);
  const int64_t b = node->RequiredInt("blocksize");
  PADDLE_ENFORCE(b > 0 && b < 1 << 15 && dims[1] % (b * b) == 0,
                 InvalidArgument, "blocks of ", b, " for ", x.ToString());
  const int64_t c = dims[1] / (b * b), h = dims[2], w = dims[3];
  const bool columns_first = node->TextAttr("mode", "DCR") == "CRD";
  const Variable split = columns_first ? node->Reshape(x, {0, c, b, b, h, w})
                                       : node->Reshape(x, {0, b, b, c, h, w});
  const Ints order =
      columns_first ? Ints{0, 1, 4, 2, 5, 3} : Ints{0, 3, 4, 1, 5, 2};
  node->Out(0, node->Reshape(node->Op("transpose", split, {{"axis", order}}),
                             {0, c, h * b, w * b}));
}

void SpaceToDepth(Node* node) {
  const Variable x = node->In(0);
  const Dims dims = ImagesOf(x);
  const int64_t b = node->RequiredInt("blocksize");
  PADDLE_ENFORCE(b > 0 && b < 1 << 15 && dims[2] % b == 0 && dims[3] % b == 0,
                 InvalidArgument, "blocks of ", b, " for ", x.ToString());
  const int64_t c = dims[1], h = dims[2] / b, w = dims[3] / b;
  const Variable split = node->Reshape(x, {0, c, h, b, w, b});
  const bool columns_first = node->TextAttr("mode", "DCR") == "CRD";
  const Ints order =
      columns_first ? Ints{0, 1, 3, 5, 2, 4} : Ints{0, 3, 5, 1, 2, 4};
  const Variable turned = node->Op("transpose", split, {{"axis", order}});
  node->Out(0, node->Reshape(turned, {0, c * b * b, h, w}));
}

PADDLE_ONNX_IMPORT("Reshape", 1, Reshape);
PADDLE_ONNX_IMPORT("Flatten", 1, Flatten);
PADDLE_ONNX_IMPORT("Transpose", 1, Transpose);
PADDLE_ONNX_IMPORT("Squeeze", 1, Squeeze);
PADDLE_ONNX_IMPORT("Unsqueeze", 1, Unsqueeze);
PADDLE_ONNX_IMPORT("Concat", 1, Concat);
PADDLE_ONNX_IMPORT("Split", 2, Split);
PADDLE_ONNX_IMPORT("Slice", 1, Slice);
PADDLE_ONNX_IMPORT("Expand", 8, Expand);
PADDLE_ONNX_IMPORT("Tile", 1, Tile);
PADDLE_ONNX_IMPORT("Shape", 1, Shape);
PADDLE_ONNX_IMPORT("Size", 1, Size);
PADDLE_ONNX_IMPORT("Pad", 1, Pad);
PADDLE_ONNX_IMPORT("Trilu", 14, Trilu);
PADDLE_ONNX_IMPORT("DepthToSpace", 1, DepthToSpace);
PADDLE_ONNX_IMPORT("SpaceToDepth", 1, SpaceToDepth);

}  // namespace
}  // namespace paddle::onnx
