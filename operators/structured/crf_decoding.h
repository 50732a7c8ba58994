// The best tags of a linear chain; see linear_chain_crf.h for scores and
// shapes.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The tags with the highest score, int64, one a row; of equally good ones the
// lower tag, decided from the end. With labels: 1 where that is the label, else
// 0.
template <class Device, class T>
void CrfDecoding(const Device& device, const framework::Tensor& emission,
                 const framework::Tensor& transition,
                 const framework::Tensor* label, Offsets offsets,
                 Workspace workspace, framework::Tensor* path);

}  // namespace paddle::operators::kernels
