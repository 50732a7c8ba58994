// Finds the best tags of a linear chain (Viterbi); see linear_chain_crf.h for
// scores and shapes.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Stores the tags with the highest score in `path`, int64, one per row; ties go
// to the lower tag, decided from the end of the sequence. If `label` is given,
// stores 1 where the tag equals the label and 0 elsewhere. Throws OutOfRange
// for a label that is no tag. T: float, double.
template <class Device, class T>
void CrfDecoding(const Device& device, const framework::Tensor& emission,
                 const framework::Tensor& transition,
                 const framework::Tensor* label, Offsets offsets,
                 Workspace workspace, framework::Tensor* path);

}  // namespace paddle::operators::kernels
