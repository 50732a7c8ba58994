#include <cmath>

#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/sequence/sequence_softmax.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequenceSoftmax(const Device& device, const Tensor& x, Offsets offsets,
                     Tensor* out) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  // About the mean length, from which the number of lanes follows.
  const int64_t rows = offsets.back() / (sequences.count + 1);
  // A team per sequence: lanes stride over its rows, three times.
  platform::ForEachTeam(device, sequences.count, rows,
                        [=] PADDLE_DEVICE(const platform::Team& team) {
                          const int64_t begin =
                              sequences.begin(team.index()) + team.lane();
                          const int64_t end = sequences.end(team.index());
                          T most = MaxReducer::Identity<T>();
                          for (int64_t r = begin; r < end; r += team.size()) {
                            most = MaxReducer()(most, from[r]);
                          }
                          most = team.Reduce(most, MaxReducer());
                          T sum = T(0);
                          for (int64_t r = begin; r < end; r += team.size()) {
                            to[r] = std::exp(from[r] - most);
                            sum += to[r];
                          }
                          sum = team.Reduce(sum, SumReducer());
                          for (int64_t r = begin; r < end; r += team.size())
                            to[r] /= sum;
                        });
}

template <class Device, class T>
void SequenceSoftmaxGrad(const Device& device, const Tensor& out,
                         const Tensor& d_out, Offsets offsets, Tensor* d_x) {
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  const int64_t rows = offsets.back() / (sequences.count + 1);
  platform::ForEachTeam(device, sequences.count, rows,
                        [=] PADDLE_DEVICE(const platform::Team& team) {
                          const int64_t begin =
                              sequences.begin(team.index()) + team.lane();
                          const int64_t end = sequences.end(team.index());
                          T sum = T(0);
                          for (int64_t r = begin; r < end; r += team.size())
                            sum += y[r] * dy[r];
                          sum = team.Reduce(sum, SumReducer());
                          for (int64_t r = begin; r < end; r += team.size()) {
                            dx[r] = y[r] * (dy[r] - sum);
                          }
                        });
}

PADDLE_INSTANTIATE(SequenceSoftmax, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(SequenceSoftmaxGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
