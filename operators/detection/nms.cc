#include "paddle/operators/detection/nms.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/detection/box.h"
#include "paddle/operators/detection/suppress.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/place.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
struct Found {
  int64_t label;
  T score;
  int64_t box;
};

// Finds the objects of one image; `scores` has a row of `count` for each class.
template <typename T>
std::vector<Found<T>> FindInImage(const T* boxes, const T* scores,
                                  int64_t classes, int64_t count,
                                  const NmsOptions& options) {
  const auto overlap = [&](int64_t a, int64_t b) {
    return static_cast<double>(Overlap(Box<T>::At(boxes + a * 4),
                                       Box<T>::At(boxes + b * 4),
                                       T(options.normalized ? 0 : 1)));
  };
  // Compared in T, so that a score of 0.1 does not exceed 0.1.
  const T least = static_cast<T>(options.score_threshold);
  const auto counts = [least](T score) { return score > least; };
  const double threshold = static_cast<T>(options.nms_threshold);
  std::vector<Found<T>> found;
  for (int64_t label = 0; label < classes; ++label) {
    if (label == options.background_label) continue;
    const T* of_class = scores + label * count;
    for (int64_t box :
         Suppress(BestOf(of_class, count, counts, options.nms_top_k), overlap,
                  threshold, options.nms_eta, -1)) {
      found.push_back({label, of_class[box], box});
    }
  }
  return found;
}

// Keeps the best `most`, in the order of the classes.
template <typename T>
void KeepBest(int64_t most, std::vector<Found<T>>* found) {
  if (most < 0 || static_cast<int64_t>(found->size()) <= most) return;
  std::stable_sort(
      found->begin(), found->end(),
      [](const Found<T>& a, const Found<T>& b) { return a.score > b.score; });
  found->resize(most);
  std::stable_sort(
      found->begin(), found->end(),
      [](const Found<T>& a, const Found<T>& b) { return a.label < b.label; });
}

// Makes `out` rows of `columns` numbers that are on the host.
template <typename E>
void SetRows(const platform::DeviceContext& device, const std::vector<E>& rows,
             int64_t columns, memory::Allocator* allocator, Tensor* out) {
  const auto count = static_cast<int64_t>(rows.size()) / columns;
  out->Allocate({count, columns}, framework::DataTypeOf<E>(), allocator);
  memory::CopyAsync(device.place(), out->mutable_data<E>(),
                    platform::CPUPlace(), rows.data(), rows.size() * sizeof(E));
}

// Returns the only element of a tensor.
template <typename E>
E OnlyElement(const Tensor* tensor, const char* slot, E absent) {
  if (tensor == nullptr) return absent;
  PADDLE_ENFORCE(tensor->numel() == 1, InvalidArgument, slot,
                 " of non_max_suppression has ", tensor->numel(),
                 " elements instead of 1");
  return framework::OnCPU(*tensor).data<E>()[0];
}

// Returns a box of two corners, or of its center and its size.
template <typename T>
Box<T> OrientedBox(const T* numbers, bool centered) {
  if (!centered) {
    return {std::min(numbers[1], numbers[3]), std::min(numbers[0], numbers[2]),
            std::max(numbers[1], numbers[3]), std::max(numbers[0], numbers[2])};
  }
  const T half_width = numbers[2] / 2, half_height = numbers[3] / 2;
  return {numbers[0] - half_width, numbers[1] - half_height,
          numbers[0] + half_width, numbers[1] + half_height};
}

}  // namespace

template <class Device, class T>
void MulticlassNms(const Device& device, const Tensor& boxes,
                   const Tensor& scores, const NmsOptions& options,
                   memory::Allocator* allocator, framework::LoDTensor* out) {
  const Tensor boxes_here = framework::OnCPU(boxes);
  const Tensor scores_here = framework::OnCPU(scores);
  const int64_t classes = scores.dims()[1], count = scores.dims()[2];
  std::vector<T> rows;
  framework::LoD::Levels lengths(1);
  for (int64_t image = 0; image < scores.dims()[0]; ++image) {
    const T* of_image = boxes_here.data<T>() + image * count * 4;
    auto found =
        FindInImage(of_image, scores_here.data<T>() + image * classes * count,
                    classes, count, options);
    KeepBest(options.keep_top_k, &found);
    lengths[0].push_back(static_cast<int64_t>(found.size()));
    for (const Found<T>& object : found) {
      rows.insert(rows.end(), {static_cast<T>(object.label), object.score});
      const T* box = of_image + object.box * 4;
      rows.insert(rows.end(), box, box + 4);
    }
  }
  SetRows(device, rows, 6, allocator, out);
  out->set_lod(framework::LoD::FromLengths(lengths));
}

template <class Device, class T>
void ChooseBoxes(const Device& device, const Tensor& boxes,
                 const Tensor& scores, const NmsLimits& limits, bool centered,
                 memory::Allocator* allocator, Tensor* out) {
  const Tensor boxes_here = framework::OnCPU(boxes);
  const Tensor scores_here = framework::OnCPU(scores);
  const int64_t classes = scores.dims()[1], count = scores.dims()[2];
  const auto most = std::max<int64_t>(
      OnlyElement<int64_t>(limits.most, "MaxOutputBoxesPerClass", 0), 0);
  const T threshold = OnlyElement<T>(limits.overlap, "IouThreshold", 0);
  const T least = OnlyElement<T>(limits.score, "ScoreThreshold", 0);
  const auto counts = [&](T score) {
    return limits.score == nullptr || score > least;
  };
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < scores.dims()[0] * classes; ++i) {
    const T* of_image = boxes_here.data<T>() + i / classes * count * 4;
    const auto overlap = [&](int64_t a, int64_t b) {
      return static_cast<double>(
          Overlap(OrientedBox(of_image + a * 4, centered),
                  OrientedBox(of_image + b * 4, centered), T(0)));
    };
    const T* of_class = scores_here.data<T>() + i * count;
    for (int64_t box : Suppress(BestOf(of_class, count, counts, -1), overlap,
                                static_cast<double>(threshold), 1, most)) {
      rows.insert(rows.end(), {i / classes, i % classes, box});
    }
  }
  SetRows(device, rows, 3, allocator, out);
}

PADDLE_INSTANTIATE(MulticlassNms, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(ChooseBoxes, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
