#include "paddle/operators/structured/log_matrix.h"

#include <functional>

#include "paddle/operators/math/loops/vector_math.h"

namespace paddle::operators::kernels {

template <typename T>
T LogSumExp(int64_t size, T* x) {
  const T max = Normalize(size, x);
  Exp(size, x, x);
  const T sum =
      ReduceRun(size, T(0), std::plus<T>(), [=](int64_t j) { return x[j]; });
  return max + std::log(sum);
}

template <typename T>
LogMatrix<T>::LogMatrix(int64_t size, const T* logs, int64_t row_stride,
                        int64_t column_stride, T* scratch)
    : size_(size),
      logs_(logs),
      row_stride_(row_stride),
      column_stride_(column_stride),
      scaled_(scratch),
      greatest_(scratch + size * size) {
  constexpr T kNever = -std::numeric_limits<T>::infinity();
  std::fill_n(greatest_, size, kNever);
  for (int64_t i = 0; i < size; ++i) {
    for (int64_t j = 0; j < size; ++j) {
      const T log = logs[i * row_stride + j * column_stride];
      greatest_[j] = greatest_[j] < log ? log : greatest_[j];
      scaled_[i * size + j] = log;
    }
  }
  // A column of -inf only: any finite number will do, and gives no NaN.
  for (int64_t j = 0; j < size; ++j) {
    greatest_[j] = greatest_[j] == kNever ? T(0) : greatest_[j];
  }
  for (int64_t i = 0; i < size; ++i) {
    T* row = scaled_ + i * size;
    const T* greatest = greatest_;
    AssignRun(size, row, [=](int64_t j) { return row[j] - greatest[j]; });
    Exp(size, row, row);
  }
}

template <typename T>
void LogMatrix<T>::Sum(const T* v, const Vectors& vectors) const {
  T* const sums = vectors.sums;
  Exp(size_, v, vectors.weights);
  std::fill_n(sums, size_, T(0));
  for (int64_t i = 0; i < size_; ++i) {
    const T weight = vectors.weights[i];
    const T* row = scaled(i);
    AccumulateRun(size_, sums, std::plus<T>(),
                  [=](int64_t j) { return weight * row[j]; });
  }
}

template <typename T>
void LogMatrix<T>::Multiply(const T* v, const Vectors& vectors, T* out) const {
  Sum(v, vectors);
  const T* greatest = greatest_;
  Log(size_, vectors.sums, out);
  AssignRun(size_, out, [=](int64_t j) { return out[j] + greatest[j]; });
  for (int64_t j = 0; j < size_; ++j) {
    if (!TooSmall(vectors.sums[j])) continue;
    Column(j, v, vectors.terms);
    out[j] = LogSumExp(size_, vectors.terms);
  }
}

template <typename T>
void LogMatrix<T>::Column(int64_t j, const T* v, T* terms) const {
  const T* column = logs_ + j * column_stride_;
  for (int64_t i = 0; i < size_; ++i) {
    terms[i] = v[i] + column[i * row_stride_];
  }
}

template float LogSumExp<float>(int64_t, float*);
template double LogSumExp<double>(int64_t, double*);
template class LogMatrix<float>;
template class LogMatrix<double>;

}  // namespace paddle::operators::kernels
