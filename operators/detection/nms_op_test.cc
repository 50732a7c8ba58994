#include <cmath>
#include <vector>

#include "paddle/framework/tensor/lod.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::LoD;
using Floats = std::vector<double>;

// Boxes of one size along a line, at these places.
Data BoxesAt(const std::vector<double>& places, int64_t images = 1) {
  Floats edges;
  for (double place : places) {
    edges.insert(edges.end(), {place, 0, place + 4, 4});
  }
  const auto count = static_cast<int64_t>(places.size()) / images;
  return Values({images, count, 4}, edges);
}

// Two images and three classes, of which 0 is the background.
OpCase TwoImages(const char* name) {
  OpCase test("multiclass_nms", name);
  test.Input("BBoxes", BoxesAt({0, 1, 2, 9, 0, 8, 16, 24}, 2))
      .Input("Scores", Values({2, 3, 4}, {.9, .9, .9,  .9,   //
                                          .5, .6, .2,  .4,   //
                                          .1, .3, .8,  .05,  //
                                          .9, .9, .9,  .9,   //
                                          0,  0,  0,   0,    //
                                          .1, .1, .05, .1}))
      .Attr("score_threshold", .11);
  return test;
}

void ExpectObjects(OpCase test, const LoD::Levels& lengths,
                   const Floats& numbers) {
  test.Reference([=](OpValues& v) {
        const auto count = static_cast<int64_t>(numbers.size()) / 6;
        Array objects({count, 6}, numbers);
        objects.lod = LoD::FromLengths(lengths);
        v.Out("Out") = objects;
      })
      .Check();
}

// Neighbours, 1 apart, overlap by 3 / 5, those 2 apart by 1 / 3.
TEST(MulticlassNms, KeepsTheBest) {
  ExpectObjects(TwoImages("plain"), {{3, 0}},
                {1, .6, 1, 0, 5, 4, 1, .4, 9, 0, 13, 4, 2, .8, 2, 0, 6, 4});
  ExpectObjects(TwoImages("threshold").Attr("nms_threshold", .7), {{6, 0}},
                {1, .6, 1, 0, 5,  4, 1, .5, 0, 0, 4, 4,  //
                 1, .4, 9, 0, 13, 4, 1, .2, 2, 0, 6, 4,  //
                 2, .8, 2, 0, 6,  4, 2, .3, 1, 0, 5, 4});
  ExpectObjects(TwoImages("eta").Attr("nms_threshold", .7).Attr("nms_eta", .5),
                {{3, 0}},
                {1, .6, 1, 0, 5, 4, 1, .4, 9, 0, 13, 4, 2, .8, 2, 0, 6, 4});
  ExpectObjects(TwoImages("two").Attr("keep_top_k", 2), {{2, 0}},
                {1, .6, 1, 0, 5, 4, 2, .8, 2, 0, 6, 4});
  ExpectObjects(TwoImages("first").Attr("nms_top_k", 1), {{2, 0}},
                {1, .6, 1, 0, 5, 4, 2, .8, 2, 0, 6, 4});
  ExpectObjects(TwoImages("low").Attr("score_threshold", .07), {{3, 3}},
                {1, .6, 1, 0, 5,  4, 1, .4, 9,  0, 13, 4,  //
                 2, .8, 2, 0, 6,  4, 2, .1, 0,  0, 4,  4,  //
                 2, .1, 8, 0, 12, 4, 2, .1, 24, 0, 28, 4});
}

TEST(MulticlassNms, CountsPixels) {
  // 2 apart: 3 * 5 / (2 * 25 - 15) of pixels, 1 / 3 of edges.
  const OpCase base = OpCase("multiclass_nms")
                          .Input("BBoxes", BoxesAt({0, 2}))
                          .Input("Scores", Values({1, 1, 2}, {.5, .75}))
                          .Attr("background_label", -1)
                          .Attr("score_threshold", 0.)
                          .Attr("nms_threshold", .4);
  ExpectObjects(base, {{2}}, {0, .75, 2, 0, 6, 4, 0, .5, 0, 0, 4, 4});
  ExpectObjects(base.WithAttr("normalized", false), {{1}},
                {0, .75, 2, 0, 6, 4});
}

// Edges in the wrong order enclose no pixel, though they are less than one
// apart.
TEST(MulticlassNms, InvertedBoxesHideNothing) {
  ExpectObjects(
      OpCase("multiclass_nms")
          .Input("BBoxes", Values({1, 2, 4}, {0, 0, 4, 4, 2.5, 0, 2, 4}))
          .Input("Scores", Values({1, 1, 2}, {.75, .5}))
          .Attr("background_label", -1)
          .Attr("score_threshold", 0.)
          .Attr("nms_threshold", .05)
          .Attr("normalized", false),
      {{2}}, {0, .75, 0, 0, 4, 4, 0, .5, 2.5, 0, 2, 4});
}

TEST(MulticlassNms, OfNothing) {
  ExpectObjects(OpCase("multiclass_nms")
                    .Input("BBoxes", Random({2, 0, 4}))
                    .Input("Scores", Random({2, 3, 0}))
                    .Attr("score_threshold", 0.),
                {{0, 0}}, {});
  OpCase("multiclass_nms")
      .Input("BBoxes", Random({2, 3, 4}))
      .Input("Scores", Random({2, 3, 4}))
      .Attr("score_threshold", 0.)
      .ExpectError("Scores of multiclass_nms is \\[images, classes, boxes\\]");
}

Data One(double value) { return Values({}, {value}); }

OpCase Choice(const char* name) {
  OpCase test("non_max_suppression", name);
  test.Input("Boxes", Values({1, 4, 4}, {0, 0, 4, 4,    //
                                         5, 4, 1, 0,    // flipped
                                         0, 9, 4, 13,   //
                                         2, 0, 6, 4}))  //
      .Input("Scores", Values({1, 2, 4}, {.9, .75, .6, .95, .3, .3, .2, .1}))
      .Input("MaxOutputBoxesPerClass", One(3).As(DataType::kInt64))
      .Input("IouThreshold", One(.5))
      .Input("ScoreThreshold", Values({1}, {.25}));
  return test;
}

TEST(NonMaxSuppression, ChoosesTheBest) {
  Choice("plain")
      .Expect("Out", {4, 3}, {0, 0, 3, 0, 0, 0, 0, 0, 2, 0, 1, 0})
      .Check();
  OpCase two = Choice("two");
  two.Input("MaxOutputBoxesPerClass", Values({1}, {1}).As(DataType::kInt64))
      .Expect("Out", {2, 3}, {0, 0, 3, 0, 1, 0})
      .Check();
  OpCase("non_max_suppression", "none")
      .Input("Boxes", Random({2, 3, 4}))
      .Input("Scores", Random({2, 2, 3}))
      .Expect("Out", {0, 3}, {})
      .Check();
}

// A box that is nowhere hides none, and none hides it.
TEST(NonMaxSuppression, NanCoordinates) {
  for (size_t at = 0; at < 4; ++at) {
    Floats boxes = {0, 0, 4, 4, 0, 0, 4, 4, 0, 0, 4, 4};
    boxes[at] = std::nan("");
    OpCase("non_max_suppression", "NaN")
        .Input("Boxes", Values({1, 3, 4}, boxes))
        .Input("Scores", Values({1, 1, 3}, {.9, .75, .5}))
        .Input("MaxOutputBoxesPerClass", One(3).As(DataType::kInt64))
        .Input("IouThreshold", One(.5))
        .Expect("Out", {2, 3}, {0, 0, 0, 0, 0, 1})
        .Check();
  }
}

TEST(NonMaxSuppression, OfCenters) {
  OpCase("non_max_suppression")
      .Input("Boxes", Values({1, 3, 4}, {2, 2, 4, 4, 3, 2, 4, 4, 9, 2, 4, 4}))
      .Input("Scores", Values({1, 1, 3}, {.5, .75, -1}))
      .Input("MaxOutputBoxesPerClass", One(9).As(DataType::kInt64))
      .Input("IouThreshold", One(.5))
      .Attr("center_point_box", true)
      .Expect("Out", {2, 3}, {0, 0, 1, 0, 0, 2})
      .Check();
}

TEST(NonMaxSuppression, RefusesWhatDoesNotFit) {
  Choice("limit")
      .With("IouThreshold", Values({2}, {.5, .5}))
      .ExpectError("IouThreshold of non_max_suppression is one .*not \\[2\\]");
  Choice("type")
      .With("MaxOutputBoxesPerClass", One(1))
      .ExpectError("MaxOutputBoxesPerClass of .* is one int64");
}

}  // namespace
}  // namespace paddle::operators::testing
