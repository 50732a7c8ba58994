// Conditional random fields of linear chains: sequences of rows, each of which
// has one of some tags.
//
// The score of the tags y of a sequence is start[y_0] + sum_t emission[t][y_t]
// + sum_t>0 transition[y_t-1][y_t] + stop[y_last], and their probability
// exp(score) / Z, where Z sums exp(score) over all tags that the sequence could
// have. All is computed in logarithms: large scores neither overflow nor give
// NaN, and a score of -inf forbids what it scores.
//
// Emissions are [rows, tags], labels int64, one a row. Transitions are
// [tags + 2, tags]: the scores of start, those of stop, and then from tag to
// tag. T is float or double.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// cost[i] = -log(probability of the labels of sequence i), 0 if it is empty.
// Alpha, [rows, tags], is what the gradient reads: the logarithm of the sum of
// exp(score) over the ways to each tag, less the greatest of its row.
// OutOfRange for a label that is no tag.
template <class Device, class T>
void LinearChainCrf(const Device& device, const framework::Tensor& emission,
                    const framework::Tensor& transition,
                    const framework::Tensor& label, Offsets offsets,
                    Workspace workspace, framework::Tensor* alpha,
                    framework::Tensor* cost);

// Either gradient may be null.
template <class Device, class T>
void LinearChainCrfGrad(const Device& device, const framework::Tensor& emission,
                        const framework::Tensor& transition,
                        const framework::Tensor& label,
                        const framework::Tensor& alpha,
                        const framework::Tensor& d_cost, Offsets offsets,
                        Workspace workspace, framework::Tensor* d_emission,
                        framework::Tensor* d_transition);

}  // namespace paddle::operators::kernels
