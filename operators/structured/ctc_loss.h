// Connectionist temporal classification (Graves et al., 2006): the probability
// of a sequence of labels, when each frame has a class or a blank, and frames
// that repeat a class stand for one label.
//
// A path gives each frame a class, its probability is the product of those of
// its frames, and it reads as the labels that are left when repetitions are
// merged and blanks dropped. Logits are [frames, classes], of which softmax
// makes probabilities; labels are int64, one per row. Computations use
// logarithms, in double. T: float, double. Device: CPU or CUDA.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes loss[i] = -log(the sum of the probabilities of all paths of sequence
// i that read as its labels); inf if there are fewer frames than those take.
// Labels are checked before anything is written, on the host, which waits for a
// GPU: throws OutOfRange for one that is no class, and InvalidArgument for a
// blank, naming sequence and row. Deterministic for any number of threads.
template <class Device, class T>
void CtcLoss(const Device& device, const framework::Tensor& logits,
             Offsets frames, const framework::Tensor& labels,
             Offsets label_offsets, int64_t blank, Workspace workspace,
             framework::Tensor* loss);

// Computes the gradient of the logits; divided by the number of frames of its
// sequence if `norm_by_times`. It is 0 for a sequence whose loss is inf. Takes
// memory for a double for each frame and state of a label.
template <class Device, class T>
void CtcLossGrad(const Device& device, const framework::Tensor& logits,
                 Offsets frames, const framework::Tensor& labels,
                 Offsets label_offsets, const framework::Tensor& d_loss,
                 int64_t blank, bool norm_by_times, Workspace workspace,
                 framework::Tensor* d_logits);

}  // namespace paddle::operators::kernels
