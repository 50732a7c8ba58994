#include "paddle/operators/kernels/optimizer.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/kernels/copy.h"
#include "paddle/operators/kernels/cpu_only.h"
#include "paddle/operators/kernels/vector_loops.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

constexpr int64_t kGrain = 16384;  // elements

// The gradient of consecutive elements; zeros where there is none.
template <typename T>
struct SomeGrad {
  const T* data;
  T operator[](int64_t j) const { return data[j]; }
};
template <typename T>
struct NoGrad {
  T operator[](int64_t) const { return T(0); }
};

// update(begin, size, grad) on [0, numel) in parallel pieces.
template <typename T, typename Update>
void UpdateDense(const T* grad, int64_t numel, const Update& update) {
  platform::ParallelFor(numel, kGrain, [&](int64_t begin, int64_t end) {
    update(begin, end - begin, SomeGrad<T>{grad + begin});
  });
}

// The same on the rows that are there.
template <typename T, typename Update>
void UpdateLazily(const MergedRows<T>& rows, const Update& update) {
  const int64_t width = rows.width;
  platform::ParallelFor(
      rows.rows.size(),
      std::max<int64_t>(1, kGrain / std::max<int64_t>(width, 1)),
      [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          update(rows.rows[i] * width, width,
                 SomeGrad<T>{rows.values + i * width});
        }
      });
}

// The same on all rows of a tensor. Each row is a call of its own, so that the
// bits do not depend on where the pieces begin.
template <typename T, typename Update>
void UpdateRows(const MergedRows<T>& rows, int64_t height, int64_t width,
                const Update& update) {
  platform::ParallelFor(
      height, std::max<int64_t>(1, kGrain / std::max<int64_t>(width, 1)),
      [&](int64_t begin, int64_t end) {
        auto next = std::lower_bound(rows.rows.begin(), rows.rows.end(), begin);
        for (int64_t row = begin; row < end; ++row) {
          if (next == rows.rows.end() || *next != row) {
            update(row * width, width, NoGrad<T>());
            continue;
          }
          const int64_t i = next++ - rows.rows.begin();
          update(row * width, width, SomeGrad<T>{rows.values + i * width});
        }
      });
}

template <typename T, typename Update>
void UpdateAll(const ParamGrad<T>& grad, const Tensor& param,
               const Update& update) {
  if (grad.dense != nullptr) {
    UpdateDense(grad.dense, param.numel(), update);
  } else if (grad.lazy) {
    UpdateLazily(grad.rows, update);
  } else if (param.numel() > 0) {
    const int64_t height = param.dims()[0];
    UpdateRows(grad.rows, height, param.numel() / height, update);
  }
}

// Rows that an update leaves alone.
template <typename T>
void KeepOthers(const platform::DeviceContext& context,
                const ParamGrad<T>& grad, const Tensor& in, Tensor* out) {
  if (grad.dense == nullptr && grad.lazy) CopyElements(context, in, out);
}

}  // namespace

template <typename T>
void SgdStep(const platform::DeviceContext& context, const ParamGrad<T>& grad,
             double rate, const Tensor& param, Tensor* param_out) {
  EnforceOnCPU(context, "sgd");
  ParamGrad<T> lazy = grad;
  lazy.lazy = true;
  KeepOthers(context, lazy, param, param_out);
  const T* in = param.data<T>();
  T* out = param_out->mutable_data<T>();
  const T step = static_cast<T>(rate);
  UpdateAll(lazy, param, [=](int64_t begin, int64_t size, auto g) {
    const T* p = in + begin;
    AssignRun(size, out + begin, [=](int64_t j) { return p[j] - step * g[j]; });
  });
}

template <typename T>
void MomentumStep(const platform::DeviceContext& context,
                  const ParamGrad<T>& grad, double rate, double mu,
                  bool nesterov, const Tensor& param, const Tensor& velocity,
                  Tensor* param_out, Tensor* velocity_out) {
  EnforceOnCPU(context, "momentum");
  KeepOthers(context, grad, param, param_out);
  KeepOthers(context, grad, velocity, velocity_out);
  const T* p_in = param.data<T>();
  const T* v_in = velocity.data<T>();
  T* p_out = param_out->mutable_data<T>();
  T* v_out = velocity_out->mutable_data<T>();
  const T step = static_cast<T>(rate);
  const T decay = static_cast<T>(mu);
  // The step is a * gradient + b * new velocity.
  const T a = nesterov ? step : T(0);
  const T b = nesterov ? step * decay : step;
  UpdateAll(grad, param, [=](int64_t begin, int64_t size, auto g) {
    ForIndependent(size, [=](int64_t j) {
      const T v = decay * v_in[begin + j] + g[j];
      v_out[begin + j] = v;
      p_out[begin + j] = p_in[begin + j] - (a * g[j] + b * v);
    });
  });
}

template <typename T>
void AdamStep(const platform::DeviceContext& context, const ParamGrad<T>& grad,
              double rate, const AdamOptions& options, const Tensor& param,
              const Tensor& m, const Tensor& v, Tensor* param_out,
              Tensor* m_out, Tensor* v_out) {
  EnforceOnCPU(context, "adam");
  KeepOthers(context, grad, param, param_out);
  KeepOthers(context, grad, m, m_out);
  KeepOthers(context, grad, v, v_out);
  const T* p_in = param.data<T>();
  const T* m_in = m.data<T>();
  const T* v_in = v.data<T>();
  T* p_to = param_out->mutable_data<T>();
  T* m_to = m_out->mutable_data<T>();
  T* v_to = v_out->mutable_data<T>();
  const T beta1 = static_cast<T>(options.beta1);
  const T beta2 = static_cast<T>(options.beta2);
  const T rest1 = static_cast<T>(1 - options.beta1);
  const T rest2 = static_cast<T>(1 - options.beta2);
  const T epsilon = static_cast<T>(options.epsilon);
  const T step = static_cast<T>(rate * std::sqrt(1 - options.beta2_power) /
                                (1 - options.beta1_power));
  UpdateAll(grad, param, [=](int64_t begin, int64_t size, auto g) {
    ForIndependent(size, [=](int64_t j) {
      const int64_t i = begin + j;
      const T m_new = beta1 * m_in[i] + rest1 * g[j];
      const T v_new = beta2 * v_in[i] + rest2 * g[j] * g[j];
      m_to[i] = m_new;
      v_to[i] = v_new;
      p_to[i] = p_in[i] - step * m_new / (std::sqrt(v_new) + epsilon);
    });
  });
}

#define PADDLE_INSTANTIATE_OPTIMIZERS_(T)                                    \
  template void SgdStep<T>(const platform::DeviceContext&,                   \
                           const ParamGrad<T>&, double, const Tensor&,       \
                           Tensor*);                                         \
  template void MomentumStep<T>(                                             \
      const platform::DeviceContext&, const ParamGrad<T>&, double, double,   \
      bool, const Tensor&, const Tensor&, Tensor*, Tensor*);                 \
  template void AdamStep<T>(const platform::DeviceContext&,                  \
                            const ParamGrad<T>&, double, const AdamOptions&, \
                            const Tensor&, const Tensor&, const Tensor&,     \
                            Tensor*, Tensor*, Tensor*);
PADDLE_INSTANTIATE_OPTIMIZERS_(float)
PADDLE_INSTANTIATE_OPTIMIZERS_(double)

}  // namespace paddle::operators::kernels
