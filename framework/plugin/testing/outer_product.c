/* Out = X Y^T for each row: an operator whose output has a shape of its own. */
#include "paddle/framework/plugin/op_plugin.h"

typedef struct {
  int64_t rows, m, n;
} Sizes;

static PaddleStatus Shape(const PaddleApi* api, PaddleContext* call,
                          void* data) {
  int64_t x[2], y[2], out[3];
  (void)data;
  if (api->input_dims(call, "X", 0, x, 2) != 2 ||
      api->input_dims(call, "Y", 0, y, 2) != 2 ||
      !api->may_match(call, x[0], y[0])) {
    return api->fail(call, PADDLE_INVALID_ARGUMENT,
                     "X and Y must be matrices of as many rows");
  }
  if (api->input_type(call, "X", 0) != api->input_type(call, "Y", 0)) {
    return api->fail(call, PADDLE_INVALID_ARGUMENT,
                     "X and Y must have one data type");
  }
  out[0] = x[0];
  out[1] = x[1];
  out[2] = y[1];
  if (api->attr_bool(call, "flat")) {
    out[1] = api->size_mul(call, x[1], y[1]);
    api->set_output(call, "Out", 0, api->input_type(call, "X", 0), out, 2);
  } else {
    api->set_output(call, "Out", 0, api->input_type(call, "X", 0), out, 3);
  }
  api->share_sequences(call, "X", 0, "Out", 0);
  return api->status(call);
}

static Sizes SizesOf(const PaddleApi* api, PaddleContext* call) {
  int64_t x[2] = {0, 0}, y[2] = {0, 0};
  Sizes sizes;
  api->input_dims(call, "X", 0, x, 2);
  api->input_dims(call, "Y", 0, y, 2);
  sizes.rows = x[0];
  sizes.m = x[1];
  sizes.n = y[1];
  return sizes;
}

/* The kernels of one type. dx and dy are NULL where nobody wants them. */
#define OUTER_PRODUCT(T, TYPE)                                                 \
  typedef struct {                                                             \
    Sizes size;                                                                \
    const T *x, *y, *dout;                                                     \
    T *out, *dx, *dy;                                                          \
  } Work_##T;                                                                  \
                                                                               \
  static Work_##T Start_##T(const PaddleApi* api, PaddleContext* call) {       \
    Work_##T w = {SizesOf(api, call), NULL, NULL, NULL, NULL, NULL, NULL};     \
    w.x = api->input_data(call, "X", 0, TYPE);                                 \
    w.y = api->input_data(call, "Y", 0, TYPE);                                 \
    return w;                                                                  \
  }                                                                            \
                                                                               \
  static void Rows_##T(void* data, int64_t begin, int64_t end) {               \
    const Work_##T* w = data;                                                  \
    const int64_t m = w->size.m, n = w->size.n;                                \
    int64_t r, i, j;                                                           \
    for (r = begin; r < end; ++r)                                              \
      for (i = 0; i < m; ++i)                                                  \
        for (j = 0; j < n; ++j)                                                \
          w->out[(r * m + i) * n + j] = w->x[r * m + i] * w->y[r * n + j];     \
  }                                                                            \
                                                                               \
  static PaddleStatus Forward_##T(const PaddleApi* api, PaddleContext* call,   \
                                  void* data) {                                \
    Work_##T w = Start_##T(api, call);                                         \
    (void)data;                                                                \
    w.out = api->output_data(call, "Out", 0, TYPE);                            \
    if (api->status(call) != PADDLE_OK) return api->status(call);              \
    return api->parallel_for(call, w.size.rows, 64, Rows_##T, &w);             \
  }                                                                            \
                                                                               \
  static void GradRows_##T(void* data, int64_t begin, int64_t end) {           \
    const Work_##T* w = data;                                                  \
    const int64_t m = w->size.m, n = w->size.n;                                \
    int64_t r, i, j;                                                           \
    for (r = begin; r < end; ++r) {                                            \
      for (i = 0; w->dx != NULL && i < m; ++i) {                               \
        T sum = 0;                                                             \
        for (j = 0; j < n; ++j)                                                \
          sum += w->dout[(r * m + i) * n + j] * w->y[r * n + j];               \
        w->dx[r * m + i] = sum;                                                \
      }                                                                        \
      for (j = 0; w->dy != NULL && j < n; ++j) {                               \
        T sum = 0;                                                             \
        for (i = 0; i < m; ++i)                                                \
          sum += w->dout[(r * m + i) * n + j] * w->x[r * m + i];               \
        w->dy[r * n + j] = sum;                                                \
      }                                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static PaddleStatus Backward_##T(const PaddleApi* api, PaddleContext* call,  \
                                   void* data) {                               \
    Work_##T w = Start_##T(api, call);                                         \
    (void)data;                                                                \
    w.dout = api->input_data(call, "Out@GRAD", 0, TYPE);                       \
    w.dx = api->output_data(call, "X@GRAD", 0, TYPE);                          \
    w.dy = api->output_data(call, "Y@GRAD", 0, TYPE);                          \
    if (api->status(call) != PADDLE_OK) return api->status(call);              \
    return api->parallel_for(call, w.size.rows, 64, GradRows_##T, &w);         \
  }

OUTER_PRODUCT(float, PADDLE_FLOAT32)
OUTER_PRODUCT(double, PADDLE_FLOAT64)

static PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  PaddleOp* op = api->add_op(library, "outer_product",
                             "Out[r, i, j] = X[r, i] Y[r, j].");
  api->add_input(op, "X", "Matrix of shape [N, m].", 0);
  api->add_input(op, "Y", "Matrix of shape [N, n].", 0);
  api->add_output(op, "Out", "Tensor of shape [N, m, n]; flat: [N, m n].", 0);
  api->add_bool(op, "flat", "Makes a row of each outer product.", 0);
  api->set_shape_function(op, Shape, NULL);
  api->add_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Forward_float, NULL);
  api->add_kernel(op, PADDLE_CPU, PADDLE_FLOAT64, Forward_double, NULL);
  api->add_gradient(op, NULL);
  api->gradient_reads(op, "X");
  api->gradient_reads(op, "Y");
  api->add_gradient_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Backward_float,
                           NULL);
  api->add_gradient_kernel(op, PADDLE_CPU, PADDLE_FLOAT64, Backward_double,
                           NULL);
  return api->library_status(library);
}
PADDLE_OP_LIBRARY(Declare)
