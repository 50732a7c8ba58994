#include "paddle/operators/random/orthogonal_fill.h"

#include <algorithm>

#include <Eigen/Core>
#include <Eigen/QR>

#include "paddle/operators/random/fill_on_host.h"
#include "paddle/operators/random/random_fill.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::DataType;
using framework::Dims;
using framework::Tensor;

namespace {

template <typename T>
void FillHere(const platform::RandomKey& key, double gain, Tensor* out) {
  T* to = out->mutable_data<T>();
  if (out->numel() == 0) return;
  const int64_t rows = out->dims()[0], columns = out->numel() / rows;
  const int64_t length = std::max(rows, columns);
  const int64_t count = std::min(rows, columns);
  Tensor normal(Dims({length, count}), DataType::kFloat64);
  FillGaussian<platform::CPUDeviceContext, double>(platform::CPUContext(), key,
                                                   0, 1, &normal);
  Eigen::Map<Eigen::MatrixXd> a(normal.mutable_data<double>(), length, count);
  // The Q of a normal matrix is uniformly distributed once the diagonal of R is
  // made positive (Mezzadri, "How to generate random matrices from the
  // classical compact groups", 2007): hence the sign below.
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(a);
  // Only the first `count` columns: the full Q would be length x length.
  Eigen::MatrixXd q = Eigen::MatrixXd::Identity(length, count);
  q.applyOnTheLeft(qr.householderQ());
  // `count` orthonormal columns; in `out` rows, unless it is taller than wide.
  for (int64_t j = 0; j < count; ++j) {
    const double sign = qr.matrixQR()(j, j) < 0 ? -gain : gain;
    for (int64_t i = 0; i < length; ++i) {
      const int64_t at = rows > columns ? i * columns + j : j * columns + i;
      to[at] = static_cast<T>(sign * q(i, j));
    }
  }
}

}  // namespace

// The QR decomposition runs on the CPU even for a GPU: it is done once, before
// a training, and needs no kernel of its own.
template <typename T>
void FillOrthogonal(const platform::DeviceContext& device,
                    const platform::RandomKey& key, double gain, Tensor* out) {
  FillOnHost(
      device, [&](Tensor* filled) { FillHere<T>(key, gain, filled); }, out);
}

PADDLE_INSTANTIATE_ONE(FillOrthogonal<float>);
PADDLE_INSTANTIATE_ONE(FillOrthogonal<double>);

}  // namespace paddle::operators::kernels
