#include "paddle/platform/thread_pool.h"

#include <pthread.h>
#include <sched.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "paddle/platform/signals_blocked.h"

namespace paddle::platform {
namespace {

using Task = absl::FunctionRef<void(int)>;
using Clock = std::chrono::steady_clock;

// Short waits keep the core and longer ones yield it, since waking a thread
// that sleeps takes about 10 us; after that a waiting thread sleeps.
constexpr std::chrono::microseconds kSpin{50};
constexpr std::chrono::microseconds kYield{500};
constexpr int kPausesPerLook = 32;

thread_local bool in_task = false;
thread_local ThreadPool::Substitute* substitute = nullptr;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// Waits without sleeping. True if `done` became true before it is time to
// sleep.
template <typename Condition>
bool Spin(const Condition& done) {
  const Clock::time_point begin = Clock::now();
  for (auto waited = Clock::duration(0); waited < kYield;
       waited = Clock::now() - begin) {
    for (int i = 0; i < kPausesPerLook; ++i) {
      if (done()) return true;
      Pause();
    }
    if (waited > kSpin) std::this_thread::yield();
  }
  return done();
}

// The tasks of one call; lives on the stack of the calling thread.
class Job {
 public:
  Job(int tasks, Task task) : tasks_(tasks), task_(task) {
    for (int i = 0; i < tasks; ++i) {
      begun_[i].store(false, std::memory_order_relaxed);
    }
  }

  // Runs the tasks that nobody has begun, starting from `first`.
  void RunRest(int first) {
    for (int i = 0; i < tasks_; ++i) {
      const int task = (first + i) % tasks_;
      if (Take(task)) task_(task);
    }
  }

 private:
  bool Take(int task) {
    std::atomic<bool>& begun = begun_[task];
    return !begun.load(std::memory_order_relaxed) &&
           !begun.exchange(true, std::memory_order_relaxed);
  }

  const int tasks_;
  const Task task_;
  std::array<std::atomic<bool>, ThreadPool::kMaxWorkers + 1> begun_;
};

// Has a thread that starts or sleeps begin on another processor than the
// caller's, if the caller may use more than that. Linux wakes it on the
// caller's where the others of a virtual machine seem to be taken, since the
// host has put them to rest; there it would wait for the caller for some
// milliseconds.
void KeepOffThisProcessor(pthread_t thread) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return;
  const int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  CPU_CLR(here, &set);
  if (CPU_COUNT(&set) > 0) pthread_setaffinity_np(thread, sizeof(set), &set);
}

// A worker thread and the one job that it is offered or runs. On both sides of
// each wait, one thread stores its flag and then reads the job, the other
// stores the job and then reads the flag, all sequentially consistent: neither
// misses the other.
class Worker {
 public:
  explicit Worker(int number) : number_(number) {}

  // Throws std::system_error if the system refuses another thread.
  void Start() {
    std::thread thread([this] { Live(); });
    const std::string name = "paddle/" + std::to_string(number_);
    handle_ = thread.native_handle();
    pthread_setname_np(handle_, name.c_str());
    KeepOffThisProcessor(handle_);
    thread.detach();
  }

  // Callable from any thread. Returns false if the worker is busy.
  bool Offer(Job* job) {
    uintptr_t free = kFree;
    if (!job_.compare_exchange_strong(free, Address(job))) return false;
    if (asleep_.load()) {
      KeepOffThisProcessor(handle_);
      { const std::lock_guard<std::mutex> lock(mutex_); }
      wake_.notify_one();
    }
    return true;
  }

  // Called by the thread that offered the job: withdraws it or, if the worker
  // has begun, waits until it has left the job, which lives on the caller's
  // stack.
  void Leave(Job* job) {
    uintptr_t offered = Address(job);
    if (job_.compare_exchange_strong(offered, kFree)) return;
    const uintptr_t running = Address(job) | kRunning;
    const auto left = [&] { return job_.load() != running; };
    if (Spin(left)) return;
    std::unique_lock<std::mutex> lock(mutex_);
    ++waiting_;
    left_.wait(lock, left);
    --waiting_;
  }

 private:
  static constexpr uintptr_t kFree = 0;
  static constexpr uintptr_t kRunning = 1;

  static uintptr_t Address(Job* job) {
    return reinterpret_cast<uintptr_t>(job);
  }

  void Live() {
    in_task = true;
    while (true) RunOne(AwaitOffer());
  }

  uintptr_t AwaitOffer() {
    const auto offered = [this] { return job_.load() != kFree; };
    if (!Spin(offered)) {
      std::unique_lock<std::mutex> lock(mutex_);
      asleep_.store(true);
      wake_.wait(lock, offered);
      asleep_.store(false);
    }
    return job_.load();
  }

  // The caller may have withdrawn the job meanwhile.
  void RunOne(uintptr_t job) {
    if (job == kFree) return;
    if (!job_.compare_exchange_strong(job, job | kRunning)) return;
    reinterpret_cast<Job*>(job)->RunRest(number_);
    job_.store(kFree);
    if (waiting_.load() == 0) return;
    { const std::lock_guard<std::mutex> lock(mutex_); }
    left_.notify_all();
  }

  const int number_;  // counts from 1; also the task it begins with
  pthread_t handle_{};
  alignas(64) std::atomic<uintptr_t> job_{kFree};
  std::atomic<bool> asleep_{false};
  std::atomic<int> waiting_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable left_;
};

// All workers of the process. Never destroyed.
class Workers {
 public:
  static Workers& Instance() {
    static auto* const workers = new Workers;
    return *workers;
  }

  int count() const { return count_.load(std::memory_order_acquire); }
  Worker& operator[](int i) { return *workers_[i]; }

  // Starts workers until there are `count`, or as many as the system allows;
  // returns how many there are.
  int AtLeast(int count) {
    if (this->count() < count) Start(count);
    return this->count();
  }

 private:
  Workers() {
    pthread_atfork([] { Instance().starting_.lock(); },
                   [] { Instance().starting_.unlock(); },
                   [] { Instance().StartAfresh(); });
  }

  void Start(int count) {
    const std::lock_guard<std::mutex> lock(starting_);
    // Workers inherit the mask, so they take no signal meant for the process.
    const SignalsBlocked blocked;
    for (int i = this->count(); i < count; ++i) {
      if (workers_[i] == nullptr) workers_[i] = new Worker(i + 1);
      try {
        workers_[i]->Start();
      } catch (const std::system_error&) {
        return;
      }
      count_.store(i + 1, std::memory_order_release);
    }
  }

  // Called in the child of a fork, where only this thread exists: the workers
  // are gone, whatever they were doing.
  void StartAfresh() {
    for (int i = 0; i < count(); ++i) new (workers_[i]) Worker(i + 1);
    count_.store(0, std::memory_order_relaxed);
    starting_.unlock();
  }

  std::mutex starting_;
  std::atomic<int> count_{0};
  std::array<Worker*, ThreadPool::kMaxWorkers> workers_{};
};

// Offers the job to idle workers and takes part in it.
void RunWithWorkers(Job* job, int helpers) {
  Workers& workers = Workers::Instance();
  const int count = workers.AtLeast(helpers);
  std::array<Worker*, ThreadPool::kMaxWorkers> asked;
  int offers = 0;
  for (int i = 0; i < count && offers < helpers; ++i) {
    if (workers[i].Offer(job)) asked[offers++] = &workers[i];
  }
  job->RunRest(0);
  for (int i = 0; i < offers; ++i) asked[i]->Leave(job);
}

}  // namespace

void ThreadPool::Run(int tasks, Task task) {
  if (in_task || tasks == 1) {
    for (int i = 0; i < tasks; ++i) task(i);
    return;
  }
  if (substitute != nullptr) return substitute->Run(tasks, task);
  Job job(tasks, task);
  const TaskMark mark;
  RunWithWorkers(&job, tasks - 1);
}

bool ThreadPool::InTask() { return in_task; }

ThreadPool::TaskMark::TaskMark() : before_(in_task) { in_task = true; }

ThreadPool::TaskMark::~TaskMark() { in_task = before_; }

ThreadPool::Substitute* ThreadPool::SetSubstitute(Substitute* other) {
  return std::exchange(substitute, other);
}

int ThreadPool::workers() { return Workers::Instance().count(); }

}  // namespace paddle::platform
