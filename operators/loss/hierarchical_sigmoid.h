// Hierarchical sigmoid (Morin, Bengio, 2005): classification among very many
// classes, which are the leaves of a binary tree. Each inner node decides, by a
// logistic model of its own, which of its children comes next; the probability
// of a class is the product along its path. A step with these functions:
//
//   TreePaths              the nodes of each row, and the signs of their logits
//   TreeCost               the logits and the cost of each row
//   TreeSlopes             the gradients of the logits
//   NceInputGrad, ...      from those the other gradients, as of nce.h, where
//                          nodes are what classes are there
//
// It takes time in proportion to the length of a path, not to all classes.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The complete binary tree with a leaf for each class: node n has the children
// 2 n + 1 and 2 n + 2, and class c is leaf classes - 1 + c.
struct CompleteTree {
  // Returns how many inner nodes are above the leaf of class c.
  PADDLE_HOST_DEVICE int64_t Length(int64_t c) const {
    int64_t length = 0;
    for (int64_t leaf = c + classes; leaf > 1; leaf >>= 1) ++length;
    return length;
  }
  // Return the node k steps above that which is next to the leaf, and whether
  // the path goes on to its second child. Requires 0 <= k < Length(c).
  PADDLE_HOST_DEVICE int64_t Node(int64_t c, int64_t k) const {
    return ((c + classes) >> (k + 1)) - 1;
  }
  PADDLE_HOST_DEVICE bool IsSecond(int64_t c, int64_t k) const {
    return (((c + classes) >> k) & 1) != 0;
  }

  int64_t classes = 0;
};

// The tensors from which paths follow: classes of the complete tree, or other
// paths. All are int64.
struct TreeLeaves {
  const framework::Tensor* label = nullptr;  // a class for each row
  // [rows, length], numbers of nodes; a negative one is no node. If null, the
  // label counts.
  const framework::Tensor* table = nullptr;
  const framework::Tensor* code = nullptr;  // likewise, 0 or 1
};

// In the functions below T is float or double; `nodes` (int64), `signs` and
// `logits` are [rows, length], an element for each node of the path of a row.

// Finds the nodes of the paths, and the signs by which their logits are
// multiplied: 1 where the path goes on to the first child or the code is 0, -1
// where it goes on to the second or the code is 1. Beyond the end of a path
// stand its first node (0 if it has none) and the sign 0. Throws OutOfRange for
// a label that is no class, a node that is not in [0, count), and a code other
// than 0 and 1, naming the row.
template <class Device, class T>
void TreePaths(const Device& device, int64_t classes, const TreeLeaves& leaves,
               int64_t count, framework::Tensor* nodes,
               framework::Tensor* signs);

// Computes logits = weight[n] * input + bias[n] for the nodes n of each row,
// and cost = the sum of log(1 + exp(sign * logit)), of signs other than 0.
template <class Device, class T>
void TreeCost(const Device& device, const framework::Tensor& input,
              const NceModel& model, const framework::Tensor& nodes,
              const framework::Tensor& signs, framework::Tensor* logits,
              framework::Tensor* cost);

// Computes slopes, the gradients of the logits, an element for each; 0 where
// the sign is 0.
template <class Device, class T>
void TreeSlopes(const Device& device, const framework::Tensor& logits,
                const framework::Tensor& signs, const framework::Tensor& d_cost,
                T* slopes);

}  // namespace paddle::operators::kernels
