// Classifies images with a saved inference program; no Python is needed.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "absl/types/variant.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/manifest.h"
#include "paddle/tools/infer/images.h"

ABSL_FLAG(std::string, model, "", "folder of the saved inference program");
ABSL_FLAG(std::string, images, "", "IDX file of the images, may be gzipped");
ABSL_FLAG(std::string, labels, "", "IDX file of the labels, may be gzipped");
ABSL_FLAG(std::string, output, "",
          "file to write the classes to, one a line; none if empty");
ABSL_FLAG(int64_t, batch, 500, "images to classify at once");

namespace paddle::infer {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::PreparedProgram;
using framework::Scope;
using framework::Tensor;

// Converts the pixels of images [begin, end) from [0, 255] to [-1, 1].
LoDTensor BatchOf(const Tensor& images, int64_t begin, int64_t end) {
  const int64_t size = images.dims()[1] * images.dims()[2];
  LoDTensor batch(Dims({end - begin, size}), DataType::kFloat32);
  const uint8_t* pixels = images.data<uint8_t>() + begin * size;
  float* values = batch.mutable_data<float>();
  for (int64_t i = 0; i < batch.numel(); ++i) {
    values[i] = pixels[i] / 127.5f - 1.0f;
  }
  return batch;
}

// Appends the column of the largest score of each row; the first one among
// equals.
void AppendClasses(const LoDTensor& scores, std::vector<int64_t>* classes) {
  PADDLE_ENFORCE(scores.rank() == 2 && scores.dims()[1] > 0, InvalidArgument,
                 "the model gives ", scores.dims().ToString(),
                 ", not a score for each class");
  const float* row = scores.data<float>();
  const int64_t width = scores.dims()[1];
  for (int64_t i = 0; i < scores.dims()[0]; ++i, row += width) {
    classes->push_back(std::max_element(row, row + width) - row);
  }
}

// A program that classifies batches, with its parameters.
class Classifier {
 public:
  explicit Classifier(const std::string& folder) : scope_(Scope::Create()) {
    const auto program = framework::LoadInferenceModel(
        folder, framework::OpInfoMap::Instance(), scope_.get());
    if (!platform::HasManifest(folder)) {
      std::fprintf(stderr,
                   "infer: the model in %s has no manifest: that its files "
                   "belong together is not known\n",
                   folder.c_str());
    }
    const auto& desc = program->desc();
    PADDLE_ENFORCE(desc.feeds_size() == 1 && desc.fetches_size() == 1,
                   InvalidArgument, "the model in ", folder, " has ",
                   desc.feeds_size(), " inputs and ", desc.fetches_size(),
                   " outputs, not one of each");
    // Evaluation: nothing in the scope may change.
    prepared_ = executor_.Prepare(program, {desc.feeds(0)}, {desc.fetches(0)},
                                  framework::RunMode::kEval);
  }

  std::vector<int64_t> Classify(const Tensor& images, int64_t batch) const {
    PADDLE_ENFORCE(batch > 0, InvalidArgument, "--batch is at least 1");
    std::vector<int64_t> classes;
    for (int64_t begin = 0; begin < images.dims()[0]; begin += batch) {
      const int64_t end = begin + std::min(batch, images.dims()[0] - begin);
      const auto scores =
          prepared_->Run({BatchOf(images, begin, end)}, scope_.get());
      AppendClasses(absl::get<LoDTensor>(scores[0]), &classes);
    }
    return classes;
  }

 private:
  // Nothing is trained: sums may be computed in another order.
  static framework::ExecutorOptions Options() {
    framework::ExecutorOptions options;
    options.optimize = framework::Optimizer(
        framework::kReassociates, framework::EvaluatorOn(platform::CPUPlace()));
    return options;
  }

  std::shared_ptr<Scope> scope_;
  framework::Executor executor_{platform::CPUPlace(), Options()};
  std::shared_ptr<const PreparedProgram> prepared_;
};

void WriteClasses(const std::string& path,
                  const std::vector<int64_t>& classes) {
  std::string text;
  for (int64_t c : classes) absl::StrAppend(&text, c, "\n");
  platform::AtomicWriteFile(path, text);
}

void Run() {
  const Tensor images = ReadImages(absl::GetFlag(FLAGS_images));
  const auto labels = ReadLabels(absl::GetFlag(FLAGS_labels), 256);
  PADDLE_ENFORCE(images.dims()[0] == static_cast<int64_t>(labels.size()),
                 InvalidArgument, images.dims()[0], " images, but ",
                 labels.size(), " labels");
  const Classifier classifier(absl::GetFlag(FLAGS_model));
  const auto classes = classifier.Classify(images, absl::GetFlag(FLAGS_batch));
  const std::string output = absl::GetFlag(FLAGS_output);
  if (!output.empty()) WriteClasses(output, classes);
  int64_t right = 0;
  for (size_t i = 0; i < labels.size(); ++i) right += classes[i] == labels[i];
  std::printf(
      "%lld of %zu images classified as labelled (%.4f)\n",
      static_cast<long long>(right), labels.size(),
      labels.empty() ? 1.0 : static_cast<double>(right) / labels.size());
}

}  // namespace
}  // namespace paddle::infer

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "classifies images with a saved inference program\n"
      "  infer --model DIR --images FILE --labels FILE [--output FILE]");
  absl::ParseCommandLine(argc, argv);
  try {
    paddle::infer::Run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "infer: %s\n", error.what());
    return 1;
  }
  return 0;
}
