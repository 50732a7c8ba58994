#include "paddle/operators/loss/hierarchical_sigmoid.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_error.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// The paths of classes; writes the step k of a row.
template <typename T>
void CompletePaths(const platform::CUDADeviceContext& device, int64_t classes,
                   const Tensor& label, Tensor* nodes, Tensor* signs) {
  const RowLabels<> labels(device, "hierarchical_sigmoid: Label", label,
                           classes);
  const CompleteTree tree{classes};
  const int64_t length = nodes->dims()[1];
  int64_t* node = nodes->mutable_data<int64_t>();
  T* sign = signs->mutable_data<T>();
  platform::ForEach(device, nodes->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / length, k = i - row * length;
    const int64_t c = labels[row];
    const bool there = k < tree.Length(c);
    node[i] = tree.Node(c, there ? k : 0);
    sign[i] = there ? (tree.IsSecond(c, k) ? T(-1) : T(1)) : T(0);
  });
}

// The paths that a program gives. One thread per row: those of the CPU leave
// gaps out.
template <typename T>
void GivenPaths(const platform::CUDADeviceContext& device,
                const TreeLeaves& leaves, int64_t count, Tensor* nodes,
                Tensor* signs) {
  const auto node_errors =
      platform::ErrorsOf(device, "hierarchical_sigmoid: PathTable");
  const auto code_errors =
      platform::ErrorsOf(device, "hierarchical_sigmoid: PathCode");
  const int64_t length = nodes->dims()[1];
  const int64_t* table = leaves.table->data<int64_t>();
  const int64_t* code = leaves.code->data<int64_t>();
  int64_t* node = nodes->mutable_data<int64_t>();
  T* sign = signs->mutable_data<T>();
  platform::ForEach(device, nodes->dims()[0], [=] PADDLE_DEVICE(int64_t row) {
    const int64_t begin = row * length, end = begin + length;
    int64_t to = begin;
    for (int64_t i = begin; i < end; ++i) {
      if (table[i] < 0) continue;
      node[to] = node_errors.Checked(table[i], count);
      sign[to++] = code_errors.Checked(code[i], 2) == 0 ? T(1) : T(-1);
    }
    const int64_t first = to > begin ? node[begin] : 0;
    for (; to < end; ++to) {
      node[to] = first;
      sign[to] = T(0);
    }
  });
}

}  // namespace

template <class Device, class T>
void TreePaths(const Device& device, int64_t classes, const TreeLeaves& leaves,
               int64_t count, Tensor* nodes, Tensor* signs) {
  if (leaves.table == nullptr) {
    CompletePaths<T>(device, classes, *leaves.label, nodes, signs);
  } else {
    GivenPaths<T>(device, leaves, count, nodes, signs);
  }
}

template <class Device, class T>
void TreeCost(const Device& device, const Tensor& input, const NceModel& model,
              const Tensor& nodes, const Tensor& signs, Tensor* logits,
              Tensor* cost) {
  const int64_t width = input.dims()[1], length = nodes.dims()[1];
  const T* x = input.data<T>();
  const T* w = model.weight->data<T>();
  const T* bias = model.bias == nullptr ? nullptr : model.bias->data<T>();
  const int64_t* node = nodes.data<int64_t>();
  const T* sign = signs.data<T>();
  T* logit = logits->mutable_data<T>();
  T* to = cost->mutable_data<T>();
  platform::ForEachTeam(
      device, nodes.numel(), width, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t i = team.index();
        const T* row = x + i / length * width;
        const T* of_node = w + node[i] * width;
        T sum = 0;
        for (int64_t j = team.lane(); j < width; j += team.size()) {
          sum += row[j] * of_node[j];
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() != 0) return;
        if (bias != nullptr) sum += bias[node[i]];
        logit[i] = sign[i] == T(0) ? T(0) : sum;
      });
  platform::ForEach(device, nodes.dims()[0], [=] PADDLE_DEVICE(int64_t row) {
    T sum = 0;
    for (int64_t i = row * length; i < (row + 1) * length; ++i) {
      if (sign[i] != T(0)) sum += LogisticLossOf(sign[i] * logit[i]);
    }
    to[row] = sum;
  });
}

template <class Device, class T>
void TreeSlopes(const Device& device, const Tensor& logits, const Tensor& signs,
                const Tensor& d_cost, T* slopes) {
  const int64_t length = logits.dims()[1];
  const T* z = logits.data<T>();
  const T* sign = signs.data<T>();
  const T* flowing = d_cost.data<T>();
  platform::ForEach(device, logits.numel(), [=] PADDLE_DEVICE(int64_t i) {
    slopes[i] = flowing[i / length] * sign[i] * Sigmoid(sign[i] * z[i]);
  });
}

PADDLE_INSTANTIATE(TreePaths, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(TreeCost, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(TreeSlopes, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
