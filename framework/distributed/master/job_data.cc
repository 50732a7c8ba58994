#include "paddle/framework/distributed/master/job_data.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/master/own_files.h"
#include "paddle/framework/distributed/master/relative_name.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Else whoever sends a job would read any file of the nodes.
std::string PathIn(const std::string& folder, const std::string& file) {
  CheckRelativeName(file);
  return absl::StrCat(folder, "/", file);
}

framework::FeedMapping MappingOf(const proto::DataSource& data) {
  framework::FeedMapping mapping;
  for (const proto::FeedSource& feed : data.feeds()) {
    mapping[feed.variable()] = {feed.values(), feed.lengths()};
  }
  return mapping;
}

framework::BatchOptions OptionsOf(const proto::DataSource& data,
                                  int64_t epochs) {
  framework::BatchOptions options;
  options.batch_size = data.batch();
  if (data.shuffle()) options.shuffle_seed = data.seed();
  options.drop_last = data.drop_last();
  options.epochs = epochs;
  return options;
}

}  // namespace

std::unique_ptr<framework::BatchReader> OpenData(
    const proto::DataSource& data, const std::vector<std::string>& files,
    int64_t epochs, const std::string& folder,
    const framework::Program& program) {
  std::vector<std::string> paths;
  for (const std::string& file : files) paths.push_back(PathIn(folder, file));
  auto reader = WithOwnFiles([&] {
    return std::make_unique<framework::BatchReader>(paths, MappingOf(data),
                                                    OptionsOf(data, epochs));
  });
  reader->CheckFeeds(program);
  return reader;
}

framework::Feeds BatchAt(int64_t number, framework::BatchReader* reader) {
  return WithOwnFiles([&] {
    reader->Skip(number - reader->position());
    auto batch = reader->Next();
    PADDLE_ENFORCE(batch.has_value(), OutOfRange, "batch ", number,
                   " is behind the last one");
    return std::move(*batch);
  });
}

int64_t ItemsOf(const framework::Feeds& batch) {
  const framework::LoDTensor& value = batch.at(0).second;
  if (value.lod() == nullptr) return value.dims()[0];
  return value.lod()->sequences(0);
}

}  // namespace paddle::distributed
