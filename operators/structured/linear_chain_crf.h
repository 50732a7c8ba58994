// Linear-chain conditional random fields (Lafferty et al., 2001): models of
// sequences of rows each of which has one tag.
//
// The score of the tags y of a sequence is start[y_0] + sum_t emission[t][y_t]
// + sum_t>0 transition[y_t-1][y_t] + stop[y_last]; their probability is
// exp(score) / Z, where Z is the sum of exp(score) over all possible tags. All
// computations use logarithms: large scores neither overflow nor give NaN, and
// a score of -inf forbids a tag or a transition.
//
// Emissions are [rows, tags], labels int64, one per row. Transitions are [tags
// + 2, tags]: the scores of start, those of stop, then one row for each tag
// that is left. T: float, double.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes cost[i] = -log(probability of the labels of sequence i), 0 if it is
// empty. alpha, [rows, tags], is kept for the gradient: log of the sum of
// exp(score) over the paths to each tag, minus the maximum of its row. Throws
// OutOfRange for a label that is no tag. Deterministic for any number of
// threads.
template <class Device, class T>
void LinearChainCrf(const Device& device, const framework::Tensor& emission,
                    const framework::Tensor& transition,
                    const framework::Tensor& label, Offsets offsets,
                    Workspace workspace, framework::Tensor* alpha,
                    framework::Tensor* cost);

// Computes the gradients from that of the cost, with the forward-backward
// algorithm. Either result may be null.
template <class Device, class T>
void LinearChainCrfGrad(const Device& device, const framework::Tensor& emission,
                        const framework::Tensor& transition,
                        const framework::Tensor& label,
                        const framework::Tensor& alpha,
                        const framework::Tensor& d_cost, Offsets offsets,
                        Workspace workspace, framework::Tensor* d_emission,
                        framework::Tensor* d_transition);

}  // namespace paddle::operators::kernels
