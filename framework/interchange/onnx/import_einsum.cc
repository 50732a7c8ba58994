// Sums of products by Einstein's notation.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// A tensor whose axes have labels. Letters are those of the equation, and the
// axes of an ellipsis are '0', '1', ..., counted from the last one.
struct Term {
  Variable value;
  std::string labels;
};

bool Has(const std::string& labels, char label) {
  return labels.find(label) != std::string::npos;
}

// Returns labels with those of an ellipsis of `axes` axes.
std::string Expanded(std::string labels, int axes) {
  const size_t at = labels.find("...");
  if (at == std::string::npos) return labels;
  PADDLE_ONNX_REFUSE(axes > 10, "an ellipsis of ", axes, " axes");
  std::string ellipsis;
  for (int i = axes - 1; i >= 0; --i) ellipsis += static_cast<char>('0' + i);
  return labels.replace(at, 3, ellipsis);
}

// Keeps the diagonal of an axis whose label an earlier one has.
Term WithoutTwins(Node* node, Term term) {
  for (size_t i = 0; i < term.labels.size(); ++i) {
    const size_t twin = term.labels.find(term.labels[i], i + 1);
    if (twin == std::string::npos) continue;
    const int a = static_cast<int>(i), b = static_cast<int>(twin);
    const int64_t size = KnownSize(term.value, a);
    PADDLE_ENFORCE(size == KnownSize(term.value, b), InvalidArgument,
                   "axes of one label differ in ", term.value.ToString());
    const int rank = term.value.dims().rank();
    Ints shape(rank, 1);
    shape[a] = shape[b] = size;
    const Variable eye =
        node->Op("eye", layer::SlotList{},
                 {{"num_rows", size},
                  {"num_columns", size},
                  {"dtype", std::string(DataTypeName(term.value.dtype()))}});
    // Not a product: what lies beside the diagonal may be infinite.
    const Variable diagonal =
        Where(node, node->Cast(node->Reshape(eye, shape), DataType::kBool),
              term.value, node->Number(0, term.value.dtype()));
    term.value = SumAlong(node, diagonal, {b});
    term.labels.erase(twin, 1);
    --i;
  }
  return term;
}

// Sums over the axes that no other term and not the result has.
Term WithoutOwn(Node* node, Term term, const std::string& needed) {
  Ints axes;
  std::string kept;
  for (size_t i = 0; i < term.labels.size(); ++i) {
    if (Has(needed, term.labels[i])) {
      kept += term.labels[i];
    } else {
      axes.push_back(static_cast<int64_t>(i));
    }
  }
  return {SumAlong(node, term.value, axes), kept};
}

// Brings axes into another order; those that a term lacks get size 1.
Variable Ordered(Node* node, const Term& term, const std::string& labels) {
  Ints order, missing;
  for (size_t i = 0; i < labels.size(); ++i) {
    const size_t at = term.labels.find(labels[i]);
    if (at == std::string::npos) {
      missing.push_back(static_cast<int64_t>(i));
    } else {
      order.push_back(static_cast<int64_t>(at));
    }
  }
  return Unsqueezed(node, Turned(node, term.value, order), missing);
}

// Returns the product of the sizes of axes; -1 if it is not known.
int64_t SizeOfAxes(const Variable& x, int begin, int end) {
  const Dims part = x.dims().Slice(begin, end);
  return part.IsStatic() ? part.Numel() : -1;
}

// Multiplies two terms and sums over labels that are not needed, as a product
// of matrices where sizes are known.
Term Product(Node* node, const Term& a, const Term& b,
             const std::string& needed) {
  std::string batch, rows, columns, summed;
  for (char label : a.labels) {
    if (!Has(b.labels, label)) {
      rows += label;
    } else {
      (Has(needed, label) ? batch : summed) += label;
    }
  }
  for (char label : b.labels) {
    if (!Has(a.labels, label)) columns += label;
  }
  const Variable x = Ordered(node, a, batch + rows + summed);
  const Variable y = Ordered(node, b, batch + summed + columns);
  const int n = static_cast<int>(batch.size());
  const int m = static_cast<int>(rows.size());
  const int k = static_cast<int>(summed.size());
  const Dims left = x.dims(), right = y.dims();
  const bool same = left.Slice(0, n) == right.Slice(0, n);
  const int64_t height = SizeOfAxes(x, n, n + m);
  const int64_t depth = SizeOfAxes(x, n + m, n + m + k);
  const int64_t width = SizeOfAxes(y, n + k, right.rank());
  if (k > 0 && same && height > 0 && depth > 0 && width > 0 &&
      depth == SizeOfAxes(y, n, n + k)) {
    Ints x_shape(n, 0), y_shape(n, 0), shape(n, 0);
    x_shape.insert(x_shape.end(), {height, depth});
    y_shape.insert(y_shape.end(), {depth, width});
    for (int i = n; i < n + m; ++i) shape.push_back(left[i]);
    for (int i = n + k; i < right.rank(); ++i) shape.push_back(right[i]);
    const Variable out =
        MatMul(node, node->Reshape(x, x_shape), node->Reshape(y, y_shape));
    return {node->Reshape(out, shape), batch + rows + columns};
  }
  const std::string all = batch + rows + columns + summed;
  Ints last;
  for (size_t i = all.size() - summed.size(); i < all.size(); ++i) {
    last.push_back(static_cast<int64_t>(i));
  }
  const Variable product =
      Mul(node, Ordered(node, a, all), Ordered(node, b, all));
  return {SumAlong(node, product, last), batch + rows + columns};
}

// Returns the labels of the result of an equation without one: those that occur
// once, in the order of the alphabet.
std::string ImpliedLabels(const std::vector<std::string>& inputs) {
  std::map<char, int> counts;
  std::string labels;
  bool ellipsis = false;
  for (const std::string& input : inputs) {
    for (char label : input) {
      ellipsis |= label == '.';
      if (label != '.') ++counts[label];
    }
  }
  for (const auto& [label, count] : counts) {
    if (count == 1) labels += label;
  }
  return (ellipsis ? "..." : "") + labels;
}

// Throws InvalidArgument for anything but letters and one ellipsis.
void CheckLabels(std::string labels) {
  const size_t at = labels.find("...");
  if (at != std::string::npos) labels.erase(at, 3);
  for (char label : labels) {
    const bool letter =
        (label >= 'a' && label <= 'z') || (label >= 'A' && label <= 'Z');
    PADDLE_ENFORCE(letter, InvalidArgument, "'", std::string(1, label),
                   "' in the equation");
  }
}

void Einsum(Node* node) {
  std::string equation = node->TextAttr("equation", "");
  equation.erase(std::remove(equation.begin(), equation.end(), ' '),
                 equation.end());
  const size_t arrow = equation.find("->");
  const std::vector<std::string> inputs =
      absl::StrSplit(equation.substr(0, arrow), ',');
  PADDLE_ENFORCE(static_cast<int>(inputs.size()) == node->num_inputs(),
                 InvalidArgument, "equation '", equation, "' has ",
                 inputs.size(), " terms for ", node->num_inputs(), " inputs");
  std::string result = arrow == std::string::npos ? ImpliedLabels(inputs)
                                                  : equation.substr(arrow + 2);
  CheckLabels(result);
  for (char label : result) {
    PADDLE_ENFORCE(
        label == '.' || std::count(result.begin(), result.end(), label) == 1,
        InvalidArgument, "the result of equation '", equation, "' has '",
        std::string(1, label), "' twice");
  }
  int most = 0;
  std::vector<Term> terms;
  for (size_t i = 0; i < inputs.size(); ++i) {
    CheckLabels(inputs[i]);
    const Variable x = node->In(static_cast<int>(i));
    const bool ellipsis = inputs[i].find("...") != std::string::npos;
    const int letters = static_cast<int>(inputs[i].size()) - 3 * ellipsis;
    const int axes = x.dims().rank() - letters;
    PADDLE_ENFORCE(ellipsis ? axes >= 0 : axes == 0, InvalidArgument, "term '",
                   inputs[i], "' for ", x.ToString());
    most = std::max(most, axes);
    terms.push_back(WithoutTwins(node, {x, Expanded(inputs[i], axes)}));
  }
  result = Expanded(result, most);
  Term out = terms[0];
  for (size_t i = 0; i < terms.size(); ++i) {
    std::string needed = result;
    for (size_t k = i + 1; k < terms.size(); ++k) needed += terms[k].labels;
    if (i > 0) {
      out = Product(node, out, WithoutOwn(node, terms[i], needed + out.labels),
                    needed);
    } else {
      out = WithoutOwn(node, out, needed);
    }
  }
  for (char label : result) {
    PADDLE_ENFORCE(Has(out.labels, label), InvalidArgument, "no term has '",
                   std::string(1, label), "' of the result");
  }
  out = WithoutOwn(node, out, result);
  const Variable value = Ordered(node, out, result);
  node->Out(0, node->num_inputs() == 1 && value.name() == node->In(0).name()
                   ? node->Op("assign", value)
                   : value);
}

PADDLE_ONNX_IMPORT("Einsum", 12, Einsum);

}  // namespace
}  // namespace paddle::onnx
