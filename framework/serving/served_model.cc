#include "paddle/framework/serving/served_model.h"

#include <utility>

#include "absl/types/variant.h"

#include "paddle/framework/executor/feed_check.h"
#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::serving {

using framework::LoDTensor;
using framework::NameList;

namespace {

TensorInfo InfoOf(const framework::proto::VarDesc& var) {
  PADDLE_ENFORCE(
      var.kind() == framework::proto::DENSE_TENSOR && var.lod_level() <= 1,
      Unimplemented, "variable ", var.name(),
      " cannot be served: it is no dense tensor with at most one level of "
      "sequences");
  return {var.name(),
          framework::DataTypeFromNumber(var.dtype()),
          {var.dims().begin(), var.dims().end()},
          var.lod_level()};
}

NameList Names(const google::protobuf::RepeatedPtrField<std::string>& names) {
  return {names.begin(), names.end()};
}

void CheckSequences(const TensorInfo& input, const LoDTensor& value) {
  if (value.lod() == nullptr) return;
  PADDLE_ENFORCE(value.rank() > 0 && value.lod()->rows() == value.dims()[0],
                 InvalidArgument, "the lengths of the sequences of input ",
                 input.name, " add up to ", value.lod()->rows(),
                 ", but its shape is ", value.dims().ToString());
}

}  // namespace

ServedModel::ServedModel(const std::string& folder,
                         const framework::ProgramFunction& optimize)
    : scope_(framework::Scope::Create()) {
  program_ = framework::LoadInferenceModel(
      folder, framework::OpInfoMap::Instance(), scope_.get());
  const NameList feeds = Names(program_->desc().feeds());
  const NameList fetches = Names(program_->desc().fetches());
  inputs_ = InfosOf(feeds);
  outputs_ = InfosOf(fetches);
  framework::ExecutorOptions options;
  options.optimize = optimize;
  executor_ = std::make_unique<framework::Executor>(platform::CPUPlace(),
                                                    std::move(options));
  prepared_ =
      executor_->Prepare(program_, feeds, fetches, framework::RunMode::kEval);
  prepared_->WarmUp(scope_.get());
}

std::vector<TensorInfo> ServedModel::InfosOf(const NameList& names) const {
  std::vector<TensorInfo> infos;
  for (const std::string& name : names) {
    infos.push_back(InfoOf(program_->global_block().GetVar(name)));
  }
  return infos;
}

void ServedModel::Check(absl::Span<const LoDTensor> feeds) const {
  PADDLE_ENFORCE_EQ(feeds.size(), inputs_.size(), "values for the inputs");
  std::vector<framework::FeedSize> sizes;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    framework::CheckFeed(program_->global_block().GetVar(inputs_[i].name),
                         feeds[i], /*is_default=*/false, &sizes);
    CheckSequences(inputs_[i], feeds[i]);
  }
}

std::vector<LoDTensor> ServedModel::Run(
    absl::Span<const LoDTensor> feeds) const {
  std::vector<LoDTensor> outputs;
  for (framework::Fetched& value : prepared_->Run(feeds, scope_.get())) {
    PADDLE_ENFORCE(absl::holds_alternative<LoDTensor>(value), Unimplemented,
                   "output ", outputs_[outputs.size()].name,
                   " is a sparse value, which cannot be sent");
    outputs.push_back(std::move(absl::get<LoDTensor>(value)));
  }
  return outputs;
}

}  // namespace paddle::serving
