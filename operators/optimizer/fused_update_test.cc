// Optimizers of many parameters in one operator.
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using Strings = std::vector<std::string>;

// Parameters of several sizes: none, less than a block of a loop, and more than
// a thread takes at once.
const framework::Dims kShapes[] = {{3, 7}, {20001}, {1}, {0, 4}, {130, 257}};

OpCase ListCase(const std::string& type, int states) {
  std::vector<Data> grads, updated;
  for (const framework::Dims& dims : kShapes) {
    grads.push_back(Random(dims));
    for (int i = 0; i <= states; ++i) updated.push_back(Random(dims));
  }
  OpCase made("fused_update", type);
  made.Attr("type", type)
      .Input("LearningRate", Values({1}, {0.25}))
      .Input("Grad", grads)
      .Input("X", updated)
      .Output("Out", static_cast<int>(updated.size()));
  return made;
}

TEST(FusedUpdate, RunsAllSteps) {
  ListCase("sgd", 0)
      .Reference([](OpValues& v) {
        for (int i = 0; i < v.Count("Grad"); ++i) {
          Array out = v.In("X", i);
          for (int64_t j = 0; j < out.numel(); ++j) {
            out[j] -= 0.25 * v.In("Grad", i)[j];
          }
          v.Out("Out", i) = out;
        }
      })
      .Check();
}

TEST(FusedUpdate, HasAttributesAndStates) {
  ListCase("momentum", 1)
      .Attr("floats_names", Strings{"mu"})
      .Attr("floats", std::vector<double>{0.5})
      .Reference([](OpValues& v) {
        for (int i = 0; i < v.Count("Grad"); ++i) {
          Array out = v.In("X", 2 * i), velocity = v.In("X", 2 * i + 1);
          for (int64_t j = 0; j < out.numel(); ++j) {
            velocity[j] = 0.5 * velocity[j] + v.In("Grad", i)[j];
            out[j] -= 0.25 * velocity[j];
          }
          v.Out("Out", 2 * i) = out;
          v.Out("Out", 2 * i + 1) = velocity;
        }
      })
      .Check();
}

TEST(FusedUpdate, RefusesWhatIsNoList) {
  const OpCase base = ListCase("momentum", 1)
                          .Attr("floats_names", Strings{"mu"})
                          .Attr("floats", std::vector<double>{0.5});
  base.WithAttr("type", "lamb").ExpectError("element by element; 'lamb'");
  base.WithAttr("type", "sgd")
      .ExpectError("5 gradients, 10 inputs and 10 outputs; sgd updates 1 var");
  base.WithAttr("floats_names", Strings{"nu"})
      .ExpectError("momentum of fused_update has no attribute 'nu'");
  base.WithAttr("floats_names", Strings{})
      .WithAttr("floats", std::vector<double>{})
      .ExpectError("lacks attribute mu of momentum");
  base.With("Grad", std::vector<Data>(5, Random({2, 2})))
      .ExpectError("Grad .*\\[2, 2\\]");
}

}  // namespace
}  // namespace paddle::operators::testing
