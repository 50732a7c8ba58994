// Keeps the models of a folder in memory, as they come, change and go.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/executor/prepared_program.h"
#include "paddle/framework/serving/batcher.h"
#include "paddle/framework/serving/model_config.h"
#include "paddle/framework/serving/model_stats.h"
#include "paddle/framework/serving/sent_model.h"
#include "paddle/framework/serving/served_model.h"

namespace paddle::serving {

// A version of a model that takes requests.
struct ModelVersion {
  std::string name;
  int64_t version = 0;
  std::string identity;  // tells whether the folder has changed
  std::shared_ptr<const ServedModel> model;
  std::shared_ptr<ModelStats> stats;
  std::unique_ptr<Batcher> batcher;
};

// A version in the index.
struct ModelState {
  std::string name;
  int64_t version = 0;
  bool ready = false;
  std::string reason;   // why it is not
  bool failed = false;  // it could not be loaded
};

// Serves the models of a folder `<root>/<name>/<version>/`, where a version is
// a number above 0 and its folder is what SaveInferenceModel writes. A model
// may have a `<root>/<name>/config.json` (model_config.h). Thread safe; Find
// never waits for a model that is loaded.
class ModelRepository {
 public:
  // Loads nothing yet; removes models that were being sent to the root when
  // their server crashed (RemoveLeftModels). `optimize` is that of ServedModel.
  ModelRepository(std::string root, framework::ProgramFunction optimize);
  // Computes what waits.
  ~ModelRepository();
  ModelRepository(const ModelRepository&) = delete;
  ModelRepository& operator=(const ModelRepository&) = delete;

  // Loads what is new, replaces what has changed and drops what is gone, for
  // each model that was not unloaded by name. A replaced version serves until
  // the new one is there, and computes what it was given. A version that cannot
  // be loaded is an entry of the index with the reason, and is not tried again
  // before its files change, unless memory or a file could not be had; where an
  // older one has been loaded from the same folder, that one stays. Does
  // nothing while another thread changes models: the next call sees to it. A
  // version that cannot be loaded does not count as one of the latest: the next
  // older one serves. Throws Unavailable if the root cannot be read.
  void Refresh();
  // Loads a model, also one that was unloaded, and tries again what could not
  // be loaded. Throws NotFound if there is no such folder or no version of it,
  // and what loading the highest version that cannot be loaded throws; then
  // others serve as after Refresh, and what was loaded stays.
  void Load(const std::string& name);
  // Puts files that a client has sent into the folder of a model, there or new,
  // as the version after the highest, and serves it; returns its number. They
  // are written to a hidden folder of the root, and loaded from there; one
  // system call gives that its name. Throws InvalidArgument, naming it, for a
  // model's name or a file's that CheckSentName does not take, for a model
  // that cannot be loaded, and for one whose configuration names its versions,
  // ResourceExhausted and Unavailable if memory or the disk has no room; then
  // nothing is left behind.
  int64_t Deploy(const std::string& name, const std::vector<SentFile>& files);
  // Drops all versions, and keeps Refresh from loading them. NotFound for a
  // model that is not loaded.
  void Unload(const std::string& name);

  // Drops all models, after they have computed what they were given; Refresh
  // loads them again.
  void Close();

  // Returns a version, or the highest one, for as long as it takes to queue a
  // request: what is dropped waits until nobody has it. Throws NotFound,
  // naming the model or the version.
  std::shared_ptr<ModelVersion> Find(
      absl::string_view name, absl::optional<int64_t> version = {}) const;
  // Returns the versions of a model that are loaded, sorted.
  std::vector<int64_t> Versions(absl::string_view name) const;
  // Returns all versions, sorted by name: those loaded, and those in the folder
  // that could not be.
  std::vector<ModelState> Index() const;
  // True if nothing is loaded, although there is what could not be.
  bool AllFailed() const;
  // Returns how often a version has been loaded, or could not be.
  uint64_t loads() const { return loads_; }
  // Returns all that are loaded, in the same order.
  std::vector<std::shared_ptr<const ModelVersion>> Loaded() const;

 private:
  struct Failure {
    std::string reason;
    // The configuration and the files that failed: they are not tried again.
    // "" if they are.
    std::string files;
  };
  struct Model {
    std::map<int64_t, std::shared_ptr<ModelVersion>> versions;
    // Versions that could not be loaded, and why; 0: all, by the configuration.
    std::map<int64_t, Failure> failed;
    bool unloaded = false;
  };

  // The configuration of a model, and the text that it was read from.
  struct Configuration {
    std::string text;
    ModelConfig config;
  };

  // Makes what is loaded of a model what its folder has. With `must` all is
  // tried, and the first error is thrown at the end.
  void RefreshModel(const std::string& name, bool must);
  Configuration ConfigurationOf(const std::string& name) const;
  // Puts the versions of a folder that the policy chooses into the model, and
  // returns the error of the highest one that has failed now. Those that have
  // failed before are tried again if told so.
  std::exception_ptr TryVersions(const std::string& name,
                                 const Configuration& configuration, bool again,
                                 Model* model);
  std::shared_ptr<ModelVersion> Make(const std::string& folder,
                                     const std::string& name, int64_t version,
                                     const Configuration& configuration);
  // Loads what is about to become a version.
  std::shared_ptr<ModelVersion> MakeSent(const std::string& folder,
                                         const std::string& name,
                                         const Configuration& configuration);
  // Puts a version into the model, or why it could not be loaded.
  std::exception_ptr TryVersion(const std::string& name, int64_t version,
                                const Configuration& configuration, bool again,
                                Model* model);
  // Returns why a version could not be loaded last time; "" if it was not
  // tried.
  Failure FailureOf(const std::string& name, int64_t version) const;
  bool IsUnloaded(const std::string& name) const;
  // Returns what is loaded, if it is what the folder has; else what it loads.
  std::shared_ptr<ModelVersion> Current(const std::string& name,
                                        int64_t version,
                                        const Configuration& configuration);
  std::shared_ptr<ModelVersion> Loaded(const std::string& name,
                                       int64_t version) const;
  // Exchanges what is loaded of a model, and waits for what is dropped.
  void Exchange(const std::string& name, Model model);
  static void Retire(std::shared_ptr<ModelVersion> old);

  const std::string root_;
  const framework::ProgramFunction optimize_;
  std::mutex changing_;  // held while models are loaded and dropped
  std::atomic<uint64_t> loads_{0};
  // A version that was loaded before it had its name; under changing_.
  std::shared_ptr<ModelVersion> made_;
  mutable std::shared_mutex mutex_;  // guards models_
  std::map<std::string, Model, std::less<>> models_;
};

}  // namespace paddle::serving
