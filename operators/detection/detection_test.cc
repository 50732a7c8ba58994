#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using Floats = std::vector<double>;

TEST(IouSimilarity, OfPairs) {
  const Data x = Values({3, 4}, {0, 0, 2, 2, 1, 1, 3, 2, 5, 5, 4, 4});
  const Data y = Values({2, 4}, {1, 0, 3, 2, 0, 0, 2, 2});
  OpCase("iou_similarity", "parts")
      .Input("X", x)
      .Input("Y", y)
      .Expect("Out", {3, 2}, {2. / 6, 1, 2. / 4, 1. / 5, 0, 0})
      .Check();
  OpCase("iou_similarity", "pixels")
      .Input("X", x)
      .Input("Y", y)
      .Attr("box_normalized", false)
      .Expect("Out", {3, 2}, {6. / 12, 1, 6. / 9, 4. / 11, 0, 0})
      .Check();
}

// Boxes of positive sizes.
Data SomeBoxes(int64_t count) {
  Floats edges;
  for (int64_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(i * 7 % 5);
    const double y = static_cast<double>(i * 3 % 4);
    edges.insert(edges.end(),
                 {x, y, x + 1 + static_cast<double>(i % 3), y + 2});
  }
  return Values({count, 4}, edges);
}

TEST(IouSimilarity, RefusesWhatIsNoBox) {
  const OpCase base = OpCase("iou_similarity")
                          .Input("X", SomeBoxes(2))
                          .Input("Y", Random({2, 3}));
  base.ExpectError("Y of iou_similarity is \\[boxes, 4\\], not \\[2, 3\\]");
  base.With("Y", SomeBoxes(2).As(DataType::kFloat32))
      .DataTypes({DataType::kFloat64})
      .ExpectError("X of iou_similarity is float64, Y is float32");
}

// The definition, center by center.
void EncodeReference(OpValues& v) {
  const Array& priors = v.In("PriorBox");
  const Array& boxes = v.In("TargetBox");
  const double extra = v.Attr<bool>("box_normalized") ? 0 : 1;
  const auto variance = v.Attr<Floats>("variance");
  Array& out = v.Out("OutputBox");
  const int64_t m = priors.dims[0];
  for (int64_t i = 0; i < boxes.dims[0] * m; ++i) {
    for (int64_t k = 0; k < 4; ++k) {
      const int64_t axis = k % 2, b = i / m * 4 + axis, p = i % m * 4 + axis;
      const double size = priors[p + 2] - priors[p] + extra;
      const double own = boxes[b + 2] - boxes[b] + extra;
      const double center = (boxes[b] + boxes[b + 2]) / 2;
      const double code =
          k < 2 ? (center - priors[p] - size / 2) / size : std::log(own / size);
      const double by = v.HasIn("PriorBoxVar")
                            ? v.In("PriorBoxVar")[i % m * 4 + k]
                        : variance.empty() ? 1
                                           : variance[k];
      out[i * 4 + k] = code / by;
    }
  }
}

TEST(BoxCoder, Encodes) {
  for (const bool normalized : {true, false}) {
    OpCase test("box_coder", normalized ? "parts" : "pixels");
    test.Input("PriorBox", SomeBoxes(3))
        .Input("TargetBox", SomeBoxes(2))
        .Attr("box_normalized", normalized)
        .Attr("variance", Floats())
        .Reference(EncodeReference);
    test.Check();
    test.WithAttr("variance", Floats{.1, .1, .2, .4})
        .Reference(EncodeReference)
        .Check();
    test.With("PriorBoxVar", Random({3, 4}).In(.1, .9))
        .Reference(EncodeReference)
        .Check();
  }
}

TEST(BoxCoder, Decodes) {
  const Data code = Values({1, 2, 4}, {1, -1, 0, std::log(2.), 0, 0, 0, 0});
  const Data priors = Values({2, 4}, {0, 0, 2, 4, 1, 1, 3, 3});
  const OpCase base = OpCase("box_coder")
                          .Input("PriorBox", priors)
                          .Input("TargetBox", code)
                          .Attr("code_type", "decode_center_size");
  OpCase(base)
      .Expect("OutputBox", {1, 2, 4}, {2, -6, 4, 2, 1, 1, 3, 3})
      .Check();
  base.WithAttr("box_normalized", false)
      .Expect("OutputBox", {1, 2, 4}, {3, -7.5, 5, 1.5, 1, 1, 3, 3})
      .Check();
  base.WithAttr("variance", Floats{.5, 1, 1, 1})
      .Expect("OutputBox", {1, 2, 4}, {1, -6, 3, 2, 1, 1, 3, 3})
      .Check();
  base.WithAttr("axis", 1)
      .With("PriorBox", Values({1, 4}, {0, 0, 2, 4}))
      .Expect("OutputBox", {1, 2, 4}, {2, -6, 4, 2, 0, 0, 2, 4})
      .Check();
}

TEST(BoxCoder, RefusesWhatDoesNotFit) {
  const OpCase base = OpCase("box_coder")
                          .Input("PriorBox", SomeBoxes(3))
                          .Input("TargetBox", SomeBoxes(2));
  base.WithAttr("code_type", "decode_center_size")
      .ExpectError("TargetBox of box_coder is \\[rows, boxes, 4\\], not");
  base.WithAttr("code_type", "decode_center_size")
      .With("TargetBox", Random({2, 2, 4}))
      .ExpectError("axis 1 of TargetBox \\[2, 2, 4\\] of box_coder is that of");
  base.With("PriorBoxVar", Random({2, 4}))
      .ExpectError("PriorBoxVar \\[2, 4\\] of box_coder has another shape");
  base.With("PriorBoxVar", Random({3, 4}))
      .WithAttr("variance", Floats{1, 1, 1, 1})
      .ExpectError("box_coder has PriorBoxVar, and the attribute variance");
}

TEST(PriorBox, AroundEachPlace) {
  const OpCase base = OpCase("prior_box")
                          .Input("Input", Random({1, 2, 1, 2}))
                          .Input("Image", Random({1, 3, 10, 20}))
                          .Attr("min_sizes", Floats{4})
                          .Attr("max_sizes", Floats{16})
                          .Attr("aspect_ratios", Floats{4})
                          .Attr("variances", Floats{.1, .2, .3, .4});
  const Floats four{.1, .2, .3, .4};
  Floats variances;
  for (int i = 0; i < 6; ++i) {
    variances.insert(variances.end(), four.begin(), four.end());
  }
  // Centers (5, 5) and (15, 5); sizes 4 x 4, 8 x 2, 8 x 8.
  OpCase(base)
      .Expect("Boxes", {1, 2, 3, 4},
              {.15, .3, .35, .7, .05, .4, .45, .6, .05, .1, .45, .9,  //
               .65, .3, .85, .7, .55, .4, .95, .6, .55, .1, .95, .9})
      .Expect("Variances", {1, 2, 3, 4}, variances)
      .Check();
  // One center at (0, 0), and one at (4, 0).
  base.WithAttr("step_w", 4.0)
      .WithAttr("offset", 0.0)
      .WithAttr("clip", true)
      .WithAttr("min_max_aspect_ratios_order", true)
      .Expect("Boxes", {1, 2, 3, 4},
              {0,  0, .1, .2, 0, 0, .2, .4, 0, 0, .2, .1,  //
               .1, 0, .3, .2, 0, 0, .4, .4, 0, 0, .4, .1})
      .Check();
  base.WithAttr("max_sizes", Floats{5, 6})
      .ExpectError("max_sizes of operator prior_box");
  base.With("Image", Random({3, 3})).ExpectError("Image");
}

TEST(AnchorGenerator, AroundEachPlace) {
  // Boxes 11 x 22 and 16 x 16 are scaled to twice the size.
  OpCase("anchor_generator")
      .Input("Input", Random({1, 2, 2, 1}))
      .Attr("anchor_sizes", Floats{32})
      .Attr("aspect_ratios", Floats{2, 1})
      .Attr("stride", Floats{16, 16})
      .Attr("variances", Floats{1, 2, 3, 4})
      .Expect("Anchors", {2, 1, 2, 4},
              {-3, -14, 18, 29, -8, -8, 23, 23,  //
               -3, 2, 18, 45, -8, 8, 23, 39})
      .Expect("Variances", {2, 1, 2, 4},
              {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4})
      .Check();
}

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

// The definition, box by box. Logits are by image, channel, row and column.
void YoloReference(OpValues& v) {
  using Ints = std::vector<int64_t>;
  const Array &x = v.In("X"), &sizes = v.In("ImgSize");
  Array &boxes = v.Out("Boxes"), &scores = v.Out("Scores");
  const auto anchors = v.Attr<Ints>("anchors");
  const auto classes = v.Attr<int64_t>("class_num");
  const auto ratio = static_cast<double>(v.Attr<int64_t>("downsample_ratio"));
  const double scale = v.Attr<double>("scale_x_y");
  const auto aware = v.Attr<bool>("iou_aware") ? 1.0 : 0.0;
  const double factor = aware * v.Attr<double>("iou_aware_factor");
  const int64_t h = x.dims[2], w = x.dims[3], channels = x.dims[1];
  const int64_t count = static_cast<int64_t>(anchors.size()) / 2;
  for (int64_t i = 0; i < boxes.dims[0] * boxes.dims[1]; ++i) {
    const int64_t n = i / (count * h * w), a = i / (h * w) % count;
    const int64_t place = i % (h * w);
    const auto logit = [&](int64_t channel) {
      return x[(n * channels + channel) * h * w + place];
    };
    const int64_t first =
        static_cast<int64_t>(aware) * count + a * (5 + classes);
    const double confidence = std::pow(Logistic(logit(first + 4)), 1 - factor) *
                              std::pow(Logistic(logit(a)), factor);
    const bool counts = confidence >= v.Attr<double>("conf_thresh");
    for (int64_t c = 0; c < classes; ++c) {
      scores[i * classes + c] =
          counts ? confidence * Logistic(logit(first + 5 + c)) : 0;
    }
    for (int64_t axis = 0; axis < 2; ++axis) {  // x, y
      const double image = sizes[n * 2 + 1 - axis];
      const double places = axis == 0 ? w : h;
      const double at = axis == 0 ? place % w : place / w;
      const double middle =
          (at + scale * Logistic(logit(first + axis)) + (1 - scale) / 2) /
          places * image;
      const double size = std::exp(logit(first + 2 + axis)) *
                          anchors[2 * a + axis] / (ratio * places) * image;
      double low = middle - size / 2, high = middle + size / 2;
      if (v.Attr<bool>("clip_bbox")) {
        low = std::max(low, 0.0);
        high = std::min(high, image - 1);
      }
      boxes[i * 4 + axis] = counts ? low : 0;
      boxes[i * 4 + 2 + axis] = counts ? high : 0;
    }
  }
}

OpCase YoloCase(int64_t channels) {
  return OpCase("yolo_box")
      .Input("X", Random({2, channels, 2, 3}).In(-2, 2))
      .Input("ImgSize", Values({2, 2}, {90, 120, 64, 50}).As(DataType::kInt32))
      .Attr("anchors", std::vector<int64_t>{10, 13, 16, 30})
      .Attr("class_num", 3);
}

TEST(YoloBox, OfEachPlace) {
  const OpCase base = YoloCase(16);
  // About half of them are above the threshold.
  base.WithAttr("conf_thresh", 0.5).Reference(YoloReference).Check();
  base.WithAttr("clip_bbox", false)
      .WithAttr("scale_x_y", 1.2)
      .WithAttr("downsample_ratio", 8)
      .With("ImgSize", Values({2, 2}, {9, 12, 6, 5}).As(DataType::kInt64))
      .Reference(YoloReference)
      .Check();
  YoloCase(18)
      .Attr("iou_aware", true)
      .Attr("iou_aware_factor", 0.3)
      .Reference(YoloReference)
      .Check();
}

TEST(YoloBox, RefusesWhatDoesNotFit) {
  const OpCase base = YoloCase(16);
  base.With("X", Random({2, 15, 2, 3}))
      .ExpectError(
          "X \\[2, 15, 2, 3\\] of yolo_box has 16 channels for 2 "
          "anchors of 8");
  base.WithAttr("iou_aware", true).ExpectError("has 18 channels for 2 anchors");
  base.WithAttr("anchors", std::vector<int64_t>{1, 2, 3})
      .ExpectError("anchors of yolo_box are widths and heights, not 3 numbers");
  base.With("ImgSize", Values({1, 2}, {9, 9}).As(DataType::kInt32))
      .ExpectError("ImgSize of yolo_box is \\[N, 2\\] for the N images of X");
  base.With("ImgSize", Values({2, 2}, {9, 9, 9, 9}))
      .ExpectError("ImgSize of yolo_box is int32 or int64, not float");
}

}  // namespace
}  // namespace paddle::operators::testing
