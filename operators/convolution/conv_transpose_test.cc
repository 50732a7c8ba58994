#include "paddle/operators/convolution/conv_cases.h"

namespace paddle::operators::testing {
namespace {

void TransposeReference(OpValues& v) {
  Array x = v.In("Input"), w = v.In("Filter");
  Array& out = v.Out("Output");
  ForEachProduct(
      v, out.dims, x.dims, w.dims,
      [&](const Numbers& to, const Numbers& from, const Numbers& weight) {
        At(out, to) += At(x, from) * At(w, weight);
      });
}

struct Row {
  ConvRow conv;
  Numbers output_padding = {};
  Numbers output_size = {};
};

OpCase Transposed(const Row& row) {
  const bool flat = row.conv.filter.rank() == 4;
  OpCase test =
      ConvCase(flat ? "conv2d_transpose" : "conv3d_transpose", row.conv);
  test.Attr("output_padding", row.output_padding)
      .Attr("output_size", row.output_size);
  return test;
}

TEST(ConvTranspose, AllWindows) {
  const Row kRows[] = {
      {{{2, 1, 3, 4}, {1, 2, 3, 3}}},
      {{{2, 3, 4, 3}, {3, 2, 4, 4}, {2, 2}, {1, 1}}},
      {{{1, 2, 3, 2}, {2, 3, 2, 3}, {3, 2}, {1, 0}}, {2, 1}},
      {{{2, 2, 3, 3}, {2, 1, 2, 2}, {2, 1}, {1, 1}, {2, 3}}, {1, 2}},
      {{{2, 4, 3, 2}, {4, 3, 3, 3}, {2, 2}, {1, 1}, {}, 2}, {}, {6, 4}},
      {{{2, 4, 3, 5}, {4, 1, 3, 3}, {2, 1}, {1, 1}, {}, 4}, {1, 0}},
      {{{2, 3, 1, 1}, {3, 2, 1, 1}, {5, 5}}, {4, 0}},
      {{{2, 2, 2, 3, 2}, {2, 2, 2, 3, 2}}},
      {{{1, 2, 2, 3, 2}, {2, 3, 3, 2, 2}, {2, 1, 3}, {1, 1, 0}}, {1, 0, 2}},
      {{{2, 4, 2, 2, 2}, {4, 1, 2, 2, 3}, {1, 2, 1}, {0, 1, 1}, {2, 1, 1}, 2},
       {},
       {4, 2, 2}},
  };
  for (const Row& row : kRows) {
    Transposed(row)
        .Reference(TransposeReference)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .Check();
  }
}

TEST(ConvTranspose, CutsEachEnd) {
  const Row kRows[] = {
      {{{2, 3, 4, 3}, {3, 2, 4, 4}, {2, 2}, {0, 2, 1, 0}}},
      {{{1, 2, 3, 2}, {2, 3, 2, 3}, {3, 2}, {1, 0, 0, 1}}, {2, 1}},
      {{{2, 2, 4, 4}, {2, 2, 1, 1}, {}, {0, 1, 0, 0}}},
      {{{2, 1, 4, 4}, {1, 1, 1, 1}, {}, {}, {2, 2}}, {1, 0}},
      {{{1, 2, 2, 3, 2}, {2, 3, 3, 2, 2}, {2, 1, 3}, {1, 0, 0, 1, 0, 1}}},
  };
  for (const Row& row : kRows) {
    Transposed(row)
        .Reference(TransposeReference)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .Check();
  }
  OpCase("conv2d_transpose")
      .Input("Input", Values({1, 1, 1, 3}, {1, 2, 3}))
      .Input("Filter", Values({1, 1, 1, 2}, {1, 10}))
      .Attr("paddings", {0, 0, 1, 0})
      .Expect("Output", {1, 1, 1, 3}, {12, 23, 30})
      .Check();
}

TEST(ConvTranspose, EnlargesByTheStrides) {
  const ConvRow kRows[] = {
      {{2, 3, 4, 3}, {3, 2, 3, 4}, {2, 2}},
      {{2, 3, 4, 3}, {3, 2, 1, 2}, {3, 1}},
      {{1, 2, 2, 3, 2}, {2, 3, 3, 2, 2}, {2, 1, 3}},
  };
  for (const ConvRow& row : kRows) {
    Transposed({row})
        .Attr("padding_algorithm", "SAME")
        .Reference(TransposeReference)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .Check();
  }
  OpCase("conv2d_transpose")
      .Input("Input", Values({1, 1, 1, 2}, {1, 2}))
      .Input("Filter", Values({1, 1, 1, 3}, {1, 10, 100}))
      .Attr("strides", {1, 2})
      .Attr("padding_algorithm", "SAME")
      .Expect("Output", {1, 1, 1, 4}, {1, 10, 102, 20})
      .Check();
}

TEST(ConvTranspose, RefusesWhatDoesNotFit) {
  Transposed({{{2, 1, 2, 2}, {1, 1, 3, 3}, {2, 2}}, {1, 0}})
      .Attr("padding_algorithm", "SAME")
      .ExpectError("SAME takes neither output_size nor output_padding");
  Transposed({{{2, 3, 5, 5}, {4, 2, 3, 3}}})
      .ExpectError(
          "Filter \\[4, 2, 3, 3\\] of conv2d_transpose does not fit the "
          "channels of Input \\[2, 3, 5, 5\\]");
  Transposed({{{2, 3, 5, 5}, {3, 2, 3, 3}, {}, {}, {}, 2}})
      .ExpectError("cannot split the 3 channels .* into 2 groups");
  Transposed({{{2, 3, 5, 5}, {3, 2, 3}}})
      .ExpectError("\\[N, C, D, H, W\\], not \\[2, 3, 5, 5\\]");
  Transposed({{{2, 1, 2, 2}, {1, 1, 1, 1}, {}, {1, 1}}})
      .ExpectError(
          "paddings of 1 and 1 leave nothing of the 2 elements .* axis 2");
  Transposed({{{2, 1, 0, 2}, {1, 1, 1, 1}}})
      .ExpectError("cannot enlarge the empty images of Input \\[2, 1, 0, 2\\]");
  Transposed({{{2, 1, 2, 2}, {1, 1, 3, 3}, {2, 2}}, {1, 2}})
      .ExpectError("output_padding 2 .* axis 3 is not less than .*, 2");
  Transposed({{{2, 1, 2, 2}, {1, 1, 3, 3}, {2, 2}}, {}, {5, 7}})
      .ExpectError("output_size 7 .* axis 3 is not from 5 to 6");
  Transposed({{{2, 1, 2, 2}, {1, 1, 3, 3}}, {0, 0}, {4, 4}})
      .ExpectError("takes output_size or output_padding, not both");
  Transposed({{{2, 1, 2, 2}, {1, 1, 3, 3}}, {0}})
      .ExpectError("attribute output_padding of operator conv2d_transpose is");
}

}  // namespace
}  // namespace paddle::operators::testing
