#include "paddle/operators/recurrent_unit/gate_activation.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_join.h"

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

GateActivation ParseGateActivation(absl::string_view name) {
  constexpr absl::string_view kNames[] = {"identity", "sigmoid", "tanh",
                                          "relu"};  // as enumerated
  const auto* found = std::find(std::begin(kNames), std::end(kNames), name);
  PADDLE_ENFORCE(found != std::end(kNames), InvalidArgument, "no activation '",
                 name, "' of gates; there are ", absl::StrJoin(kNames, ", "));
  return static_cast<GateActivation>(found - kNames);
}

template <typename T>
void ActivateRun(GateActivation f, int64_t size, const T* x, T* y) {
  switch (f) {
    case GateActivation::kIdentity:
      if (x != y) std::copy_n(x, size, y);
      return;
    case GateActivation::kSigmoid:
      return Sigmoid(size, x, y);
    case GateActivation::kTanh:
      return Tanh(size, x, y);
    case GateActivation::kRelu:
      return AssignRun(size, y,
                       [=](int64_t j) { return x[j] < T(0) ? T(0) : x[j]; });
  }
}

template <typename T>
void ActivateRunGrad(GateActivation f, int64_t size, const T* y, T* d) {
  switch (f) {
    case GateActivation::kIdentity:
      return;
    case GateActivation::kSigmoid:
      return AssignRun(size, d,
                       [=](int64_t j) { return d[j] * y[j] * (T(1) - y[j]); });
    case GateActivation::kTanh:
      return AssignRun(size, d,
                       [=](int64_t j) { return d[j] * (T(1) - y[j] * y[j]); });
    case GateActivation::kRelu:
      return AssignRun(size, d,
                       [=](int64_t j) { return y[j] <= T(0) ? T(0) : d[j]; });
  }
}

PADDLE_INSTANTIATE_ONE(ActivateRun<float>);
PADDLE_INSTANTIATE_ONE(ActivateRun<double>);
PADDLE_INSTANTIATE_ONE(ActivateRunGrad<float>);
PADDLE_INSTANTIATE_ONE(ActivateRunGrad<double>);

}  // namespace paddle::operators::kernels
