#include "paddle/operators/loss/hierarchical_sigmoid.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

// Throws unless the nodes of all paths are there, and their codes 0 or 1.
void CheckPaths(const TreeLeaves& leaves, int64_t count) {
  const int64_t length = leaves.table->dims()[1];
  const int64_t* node = leaves.table->data<int64_t>();
  const int64_t* code = leaves.code->data<int64_t>();
  for (int64_t i = 0; i < leaves.table->numel(); ++i) {
    if (node[i] < 0) continue;
    PADDLE_ENFORCE(node[i] < count, OutOfRange, "node ", node[i],
                   " of the path of row ", i / length, " is not in [0, ", count,
                   ")");
    PADDLE_ENFORCE(code[i] == 0 || code[i] == 1, OutOfRange, "code ", code[i],
                   " of the path of row ", i / length, " is neither 0 nor 1");
  }
}

// One row of paths, to be written.
template <typename T>
struct Path {
  void Step(int64_t k, int64_t node, bool second) const {
    nodes[k] = node;
    signs[k] = second ? T(-1) : T(1);
  }
  // Fills what is beyond the end.
  void End(int64_t k, int64_t length) const {
    std::fill(nodes + k, nodes + length, k > 0 ? nodes[0] : 0);
    std::fill(signs + k, signs + length, T(0));
  }

  int64_t* nodes;
  T* signs;
};

}  // namespace

template <class Device, class T>
void TreePaths(const Device&, int64_t classes, const TreeLeaves& leaves,
               int64_t count, Tensor* nodes, Tensor* signs) {
  const bool complete = leaves.table == nullptr;
  if (complete) {
    CheckClasses(*leaves.label, classes);
  } else {
    CheckPaths(leaves, count);
  }
  const CompleteTree tree{classes};
  const int64_t length = nodes->dims()[1];
  Path<T> path{nodes->mutable_data<int64_t>(), signs->mutable_data<T>()};
  for (int64_t row = 0; row < nodes->dims()[0]; ++row) {
    int64_t steps = 0;
    if (complete) {
      const int64_t c = leaves.label->data<int64_t>()[row];
      for (; steps < tree.Length(c); ++steps) {
        path.Step(steps, tree.Node(c, steps), tree.IsSecond(c, steps));
      }
    } else {
      const int64_t* node = leaves.table->data<int64_t>() + row * length;
      const int64_t* code = leaves.code->data<int64_t>() + row * length;
      for (int64_t k = 0; k < length; ++k) {
        if (node[k] >= 0) path.Step(steps++, node[k], code[k] != 0);
      }
    }
    path.End(steps, length);
    path.nodes += length;
    path.signs += length;
  }
}

template <class Device, class T>
void TreeCost(const Device&, const Tensor& input, const NceModel& model,
              const Tensor& nodes, const Tensor& signs, Tensor* logits,
              Tensor* cost) {
  constexpr int64_t kGrain = 16384;  // elements that pay for a task
  const int64_t width = input.dims()[1], length = nodes.dims()[1];
  const T* x = input.data<T>();
  const T* w = model.weight->data<T>();
  const T* bias = model.bias == nullptr ? nullptr : model.bias->data<T>();
  const int64_t* node = nodes.data<int64_t>();
  const T* sign = signs.data<T>();
  T* logit = logits->mutable_data<T>();
  T* to = cost->mutable_data<T>();
  const auto logit_of = [=](const T* row, int64_t n) {
    const T* of_node = w + n * width;
    return ReduceRun(width, bias == nullptr ? T(0) : bias[n], std::plus<T>(),
                     [=](int64_t j) { return row[j] * of_node[j]; });
  };
  platform::ParallelFor(
      nodes.dims()[0], kGrain / (length * width + 1) + 1,
      [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          T sum = 0;
          for (int64_t i = row * length; i < (row + 1) * length; ++i) {
            const bool counts = sign[i] != T(0);
            logit[i] = counts ? logit_of(x + row * width, node[i]) : T(0);
            if (counts) sum += LogisticLossOf(sign[i] * logit[i]);
          }
          to[row] = sum;
        }
      });
}

template <class Device, class T>
void TreeSlopes(const Device&, const Tensor& logits, const Tensor& signs,
                const Tensor& d_cost, T* slopes) {
  const int64_t length = logits.dims()[1];
  const T* z = logits.data<T>();
  const T* sign = signs.data<T>();
  const T* flowing = d_cost.data<T>();
  for (int64_t row = 0; row < logits.dims()[0]; ++row) {
    const T g = flowing[row];
    const int64_t at = row * length;
    AssignRun(length, slopes + at, [=](int64_t k) {
      return g * sign[at + k] * Sigmoid(sign[at + k] * z[at + k]);
    });
  }
}

PADDLE_INSTANTIATE(TreePaths, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(TreeCost, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(TreeSlopes, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
