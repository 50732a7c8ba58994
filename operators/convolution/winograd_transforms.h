// The linear transforms of Winograd's minimal algorithm F(4 x 4, 3 x 3): a tile
// of 4 x 4 results of a 3 x 3 filter is A' [(G g G') * (B' d B)] A for the 6 x
// 6 pixels d that it sees, 36 products instead of 144. For many channels each
// of the 36 is a product of matrices.
//
// Source: Lavin and Gray, Fast Algorithms for Convolutional Neural Networks,
// 2016. The points at which polynomials are evaluated are 0, 5/8, -5/8, 3/2,
// -3/2 and infinity, not the usual 0, 1, -1, 2, -2: the error of sums in float
// is then twice that of adding up products one by one, not five times. All
// constants of B and A are exact.
#pragma once

namespace paddle::operators::kernels::winograd {

inline constexpr int kTaps = 3;
inline constexpr int kTile = 4;    // results along an axis
inline constexpr int kWindow = 6;  // pixels that they see
// F(2 x 2, 3 x 3): 16 products instead of 36, and less than half the factors of
// a filter.
inline constexpr int kSmallTile = 2;
inline constexpr int kSmallWindow = 4;

// Everything here is inlined: a source may instantiate it for the registers of
// several kinds of processors. `Lanes` is a vector of floats, one channel in
// each.
#define PADDLE_WINOGRAD_INLINE [[gnu::always_inline]] inline

inline constexpr float kP = 0.625F, kQ = 1.5F;
inline constexpr float kP2 = kP * kP, kQ2 = kQ * kQ;

// B': pixels to factors.
struct InputTransform {
  static constexpr int kFrom = kWindow, kTo = kWindow;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even_p = x[4] - kQ2 * x[2], odd_p = kP * (x[3] - kQ2 * x[1]);
    const Lanes even_q = x[4] - kP2 * x[2], odd_q = kQ * (x[3] - kP2 * x[1]);
    y[0] = kP2 * kQ2 * x[0] - (kP2 + kQ2) * x[2] + x[4];
    y[1] = even_p + odd_p;
    y[2] = even_p - odd_p;
    y[3] = even_q + odd_q;
    y[4] = even_q - odd_q;
    y[5] = kP2 * kQ2 * x[1] - (kP2 + kQ2) * x[3] + x[5];
  }
};

// A': sums of products to results.
struct OutputTransform {
  static constexpr int kFrom = kWindow, kTo = kTile;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even_p = x[1] + x[2], odd_p = kP * (x[1] - x[2]);
    const Lanes even_q = x[3] + x[4], odd_q = kQ * (x[3] - x[4]);
    y[0] = x[0] + even_p + even_q;
    y[1] = odd_p + odd_q;
    y[2] = kP2 * even_p + kQ2 * even_q;
    y[3] = kP2 * odd_p + kQ2 * odd_q + x[5];
  }
};

// A: gradients of results to those of the sums.
struct OutputGradTransform {
  static constexpr int kFrom = kTile, kTo = kWindow;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even_p = x[0] + kP2 * x[2], odd_p = kP * (x[1] + kP2 * x[3]);
    const Lanes even_q = x[0] + kQ2 * x[2], odd_q = kQ * (x[1] + kQ2 * x[3]);
    y[0] = x[0];
    y[1] = even_p + odd_p;
    y[2] = even_p - odd_p;
    y[3] = even_q + odd_q;
    y[4] = even_q - odd_q;
    y[5] = x[3];
  }
};

// The factors of the values of a filter at the points.
inline constexpr float kAtZero = 1 / (kP2 * kQ2);
inline constexpr float kAtP = 1 / (2 * kP2 * (kP2 - kQ2));
inline constexpr float kAtQ = 1 / (2 * kQ2 * (kQ2 - kP2));

// G: taps to factors.
struct FilterTransform {
  static constexpr int kFrom = kTaps, kTo = kWindow;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even_p = kAtP * (x[0] + kP2 * x[2]), odd_p = kAtP * kP * x[1];
    const Lanes even_q = kAtQ * (x[0] + kQ2 * x[2]), odd_q = kAtQ * kQ * x[1];
    y[0] = kAtZero * x[0];
    y[1] = even_p + odd_p;
    y[2] = even_p - odd_p;
    y[3] = even_q + odd_q;
    y[4] = even_q - odd_q;
    y[5] = x[2];
  }
};

// G': gradients of factors to those of taps.
struct FilterGradTransform {
  static constexpr int kFrom = kWindow, kTo = kTaps;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even_p = kAtP * (x[1] + x[2]),
                odd_p = kAtP * kP * (x[1] - x[2]);
    const Lanes even_q = kAtQ * (x[3] + x[4]),
                odd_q = kAtQ * kQ * (x[3] - x[4]);
    y[0] = kAtZero * x[0] + even_p + even_q;
    y[1] = odd_p + odd_q;
    y[2] = kP2 * even_p + kQ2 * even_q + x[5];
  }
};

// Pixels to factors of F(2 x 2, 3 x 3), by the points 0, 1, -1 and infinity.
struct SmallInputTransform {
  static constexpr int kFrom = kSmallWindow, kTo = kSmallWindow;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    y[0] = x[0] - x[2];
    y[1] = x[1] + x[2];
    y[2] = x[2] - x[1];
    y[3] = x[1] - x[3];
  }
};

struct SmallOutputTransform {
  static constexpr int kFrom = kSmallWindow, kTo = kSmallTile;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    y[0] = x[0] + x[1] + x[2];
    y[1] = x[1] - x[2] - x[3];
  }
};

struct SmallFilterTransform {
  static constexpr int kFrom = kTaps, kTo = kSmallWindow;
  template <class Lanes>
  PADDLE_WINOGRAD_INLINE static void Apply(const Lanes (&x)[kFrom],
                                           Lanes (&y)[kTo]) {
    const Lanes even = 0.5F * (x[0] + x[2]), odd = 0.5F * x[1];
    y[0] = x[0];
    y[1] = even + odd;
    y[2] = even - odd;
    y[3] = x[2];
  }
};

// Applies a transform to the columns of x, then to its rows.
template <class Transform, class Lanes>
PADDLE_WINOGRAD_INLINE void TransformBoth(
    const Lanes (&x)[Transform::kFrom][Transform::kFrom],
    Lanes (&y)[Transform::kTo][Transform::kTo]) {
  constexpr int kFrom = Transform::kFrom, kTo = Transform::kTo;
  Lanes half[kTo][kFrom];
#pragma GCC unroll 6
  for (int j = 0; j < kFrom; ++j) {
    Lanes column[kFrom], turned[kTo];
#pragma GCC unroll 6
    for (int i = 0; i < kFrom; ++i) column[i] = x[i][j];
    Transform::Apply(column, turned);
#pragma GCC unroll 6
    for (int i = 0; i < kTo; ++i) half[i][j] = turned[i];
  }
#pragma GCC unroll 6
  for (int i = 0; i < kTo; ++i) Transform::Apply(half[i], y[i]);
}

}  // namespace paddle::operators::kernels::winograd
