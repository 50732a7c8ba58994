#include "paddle/framework/serving/model_repository.h"

#include <chrono>
#include <exception>
#include <filesystem>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/model_folder.h"
#include "paddle/framework/serving/sent_model.h"
#include "paddle/platform/enforce.h"

namespace paddle::serving {
namespace {

namespace fs = std::filesystem;

void CheckModelName(const std::string& name) {
  PADDLE_ENFORCE(!name.empty() && name[0] != '.' &&
                     name.find('/') == std::string::npos &&
                     name.find('\0') == std::string::npos,
                 NotFound, "\"", name, "\" is not the name of a model");
}

// Lets go of a version at the end of a block, also after an error.
struct Forget {
  std::shared_ptr<ModelVersion>* version;
  ~Forget() { *version = nullptr; }
};

// True if another try may have another end, though the files are the same.
bool MayPass(const std::exception& error) {
  const auto* ours = dynamic_cast<const platform::Error*>(&error);
  return ours == nullptr || ours->code() == platform::ErrorCode::kUnavailable ||
         ours->code() == platform::ErrorCode::kResourceExhausted;
}

}  // namespace

ModelRepository::ModelRepository(std::string root,
                                 framework::ProgramFunction optimize)
    : root_(std::move(root)), optimize_(std::move(optimize)) {
  RemoveLeftModels(root_);
}

ModelRepository::~ModelRepository() = default;

void ModelRepository::Refresh() {
  // A change may take long, and whoever looks at the folder has more to do.
  const std::unique_lock<std::mutex> changing(changing_, std::try_to_lock);
  if (!changing) return;
  std::set<std::string> names;
  for (std::string& name : FoldersIn(root_)) names.insert(std::move(name));
  {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    for (const auto& model : models_) names.insert(model.first);
  }
  for (const std::string& name : names) {
    if (!IsUnloaded(name)) RefreshModel(name, /*must=*/false);
  }
}

void ModelRepository::Load(const std::string& name) {
  CheckModelName(name);
  const std::lock_guard<std::mutex> changing(changing_);
  std::error_code unknown;
  PADDLE_ENFORCE(fs::is_directory(root_ + "/" + name, unknown), NotFound,
                 "there is no model ", name, " in the folder of models");
  RefreshModel(name, /*must=*/true);
}

int64_t ModelRepository::Deploy(const std::string& name,
                                const std::vector<SentFile>& files) {
  CheckSentName(name, "the model's name");
  PADDLE_ENFORCE(!files.empty(), InvalidArgument, "no file of model ", name,
                 " was sent");
  const std::lock_guard<std::mutex> changing(changing_);
  const Configuration configuration = ConfigurationOf(name);
  PADDLE_ENFORCE(
      configuration.config.versions.kind != VersionPolicy::Kind::kSpecific,
      InvalidArgument, "the configuration of model ", name,
      " names its versions: a new one would not be served");
  const SentModel sent(root_, files);
  const Forget forget{&made_};
  made_ = MakeSent(sent.path(), name, configuration);
  const int64_t version = made_->version = sent.TakeVersion(name);
  RefreshModel(name, /*must=*/false);
  return version;
}

// A model that is wrong is the fault of who has sent it.
std::shared_ptr<ModelVersion> ModelRepository::MakeSent(
    const std::string& folder, const std::string& name,
    const Configuration& configuration) {
  try {
    return Make(folder, name, 0, configuration);
  } catch (const platform::Error& error) {
    if (MayPass(error)) throw;
    PADDLE_THROW(InvalidArgument, "model ", name,
                 " is refused: ", error.message());
  }
}

void ModelRepository::Unload(const std::string& name) {
  const std::lock_guard<std::mutex> changing(changing_);
  {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    const auto found = models_.find(name);
    PADDLE_ENFORCE(found != models_.end() && !found->second.versions.empty(),
                   NotFound, "no model ", name, " is loaded");
  }
  Model none;
  none.unloaded = true;
  Exchange(name, std::move(none));
}

void ModelRepository::Close() {
  const std::lock_guard<std::mutex> changing(changing_);
  std::set<std::string> names;
  for (const auto& model : Loaded()) names.insert(model->name);
  for (const std::string& name : names) Exchange(name, Model());
}

bool ModelRepository::IsUnloaded(const std::string& name) const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = models_.find(name);
  return found != models_.end() && found->second.unloaded;
}

void ModelRepository::RefreshModel(const std::string& name, bool must) {
  const std::string folder = root_ + "/" + name;
  Model model;
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) {
    Exchange(name, std::move(model));
    return;
  }
  std::exception_ptr error;
  try {
    error = TryVersions(name, ConfigurationOf(name), /*again=*/must, &model);
    PADDLE_ENFORCE(!must || !model.versions.empty() || !model.failed.empty(),
                   NotFound, "model ", name, " has no version to load");
  } catch (const platform::Error& refused) {
    if (must) throw;
    model = Model();
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    const auto found = models_.find(name);
    if (found != models_.end()) model.versions = found->second.versions;
    model.failed = {{0, {refused.what(), ""}}};
  }
  Exchange(name, std::move(model));
  if (must && error) std::rethrow_exception(error);
}

ModelRepository::Configuration ModelRepository::ConfigurationOf(
    const std::string& name) const {
  const std::string path = absl::StrCat(root_, "/", name, "/", kConfigFile);
  Configuration read;
  read.text = FileOrNothing(path);
  if (!read.text.empty()) read.config = ParseModelConfig(read.text, path);
  return read;
}

std::exception_ptr ModelRepository::TryVersions(
    const std::string& name, const Configuration& configuration, bool again,
    Model* model) {
  const VersionPolicy& policy = configuration.config.versions;
  const std::vector<int64_t> versions =
      CandidateVersions(policy, VersionsIn(absl::StrCat(root_, "/", name)));
  std::exception_ptr first;
  for (const int64_t version : versions) {
    if (HasEnough(policy, model->versions.size())) break;
    const std::exception_ptr error =
        TryVersion(name, version, configuration, again, model);
    if (!first) first = error;
  }
  return first;
}

std::exception_ptr ModelRepository::TryVersion(
    const std::string& name, int64_t version,
    const Configuration& configuration, bool again, Model* model) {
  const std::string files =
      absl::StrCat(configuration.text, "\n",
                   FilesIn(absl::StrCat(root_, "/", name, "/", version)));
  Failure failure = FailureOf(name, version);
  std::exception_ptr thrown;
  if (again || failure.files != files) {
    try {
      model->versions[version] = Current(name, version, configuration);
      return nullptr;
    } catch (const std::exception& error) {
      thrown = std::current_exception();
      failure = {error.what(), MayPass(error) ? "" : files};
    }
  }
  model->failed[version] = std::move(failure);
  model->versions.erase(version);
  if (auto old = Loaded(name, version)) model->versions[version] = old;
  return thrown;
}

ModelRepository::Failure ModelRepository::FailureOf(const std::string& name,
                                                    int64_t version) const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = models_.find(name);
  if (found == models_.end()) return {};
  const auto one = found->second.failed.find(version);
  return one == found->second.failed.end() ? Failure() : one->second;
}

std::shared_ptr<ModelVersion> ModelRepository::Loaded(const std::string& name,
                                                      int64_t version) const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = models_.find(name);
  if (found == models_.end()) return nullptr;
  const auto& versions = found->second.versions;
  const auto one = versions.find(version);
  return one == versions.end() ? nullptr : one->second;
}

std::shared_ptr<ModelVersion> ModelRepository::Current(
    const std::string& name, int64_t version,
    const Configuration& configuration) {
  const std::string folder = absl::StrCat(root_, "/", name, "/", version);
  const std::string identity = IdentityOf(folder, configuration.text);
  std::shared_ptr<ModelVersion> old = Loaded(name, version);
  if (old != nullptr && old->identity == identity) return old;
  if (made_ != nullptr && made_->name == name && made_->version == version &&
      made_->identity == identity) {
    return std::move(made_);
  }
  return Make(folder, name, version, configuration);
}

std::shared_ptr<ModelVersion> ModelRepository::Make(
    const std::string& folder, const std::string& name, int64_t version,
    const Configuration& configuration) {
  ++loads_;
  auto made = std::make_shared<ModelVersion>();
  made->name = name;
  made->version = version;
  made->identity = IdentityOf(folder, configuration.text);
  made->model = std::make_shared<const ServedModel>(folder, optimize_);
  made->stats = std::make_shared<ModelStats>();
  made->batcher = std::make_unique<Batcher>(
      made->model, configuration.config.batcher, made->stats.get());
  return made;
}

void ModelRepository::Exchange(const std::string& name, Model model) {
  {
    const std::lock_guard<std::shared_mutex> lock(mutex_);
    std::swap(models_[name], model);
    const Model& now = models_[name];
    for (const auto& version : now.versions) {
      const auto old = model.versions.find(version.first);
      if (old != model.versions.end() && old->second == version.second) {
        model.versions.erase(old);
      }
    }
    if (now.versions.empty() && now.failed.empty() && !now.unloaded) {
      models_.erase(name);
    }
  }
  for (auto& old : model.versions) Retire(std::move(old.second));
}

// Whoever has found it before is about to give it a request.
void ModelRepository::Retire(std::shared_ptr<ModelVersion> old) {
  while (old.use_count() > 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::shared_ptr<ModelVersion> ModelRepository::Find(
    absl::string_view name, absl::optional<int64_t> version) const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  const auto found = models_.find(name);
  PADDLE_ENFORCE(found != models_.end() && !found->second.versions.empty(),
                 NotFound, "no model \"", name.substr(0, 128), "\" is loaded");
  const auto& versions = found->second.versions;
  if (!version) return versions.rbegin()->second;
  const auto one = versions.find(*version);
  PADDLE_ENFORCE(one != versions.end(), NotFound, "of model ", name,
                 " no version ", *version, " is loaded");
  return one->second;
}

std::vector<int64_t> ModelRepository::Versions(absl::string_view name) const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<int64_t> versions;
  const auto found = models_.find(name);
  if (found == models_.end()) return versions;
  for (const auto& version : found->second.versions) {
    versions.push_back(version.first);
  }
  return versions;
}

std::vector<ModelState> ModelRepository::Index() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<ModelState> states;
  for (const auto& [name, model] : models_) {
    for (const auto& version : model.versions) {
      states.push_back({name, version.first, true, "", false});
    }
    for (const auto& failed : model.failed) {
      states.push_back({name, failed.first, false, failed.second.reason, true});
    }
    if (model.unloaded) {
      states.push_back({name, 0, false, "unloaded", false});
    }
  }
  return states;
}

bool ModelRepository::AllFailed() const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  bool failed = false;
  for (const auto& model : models_) {
    if (!model.second.versions.empty()) return false;
    failed = failed || !model.second.failed.empty();
  }
  return failed;
}

std::vector<std::shared_ptr<const ModelVersion>> ModelRepository::Loaded()
    const {
  const std::shared_lock<std::shared_mutex> lock(mutex_);
  std::vector<std::shared_ptr<const ModelVersion>> loaded;
  for (const auto& model : models_) {
    for (const auto& version : model.second.versions) {
      loaded.push_back(version.second);
    }
  }
  return loaded;
}

}  // namespace paddle::serving
