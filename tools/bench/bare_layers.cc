// Runs the convolutions, or products, of a network as bare primitives of
// oneDNN, one behind the other, as a limit of what a program with this library
// can reach.
//
//   bare_layers ROUNDS [train] < layers
//
// A line of `layers` has the batch, channels, size of the image, filters, size
// of the filter, stride, padding and groups; a product of matrices is a layer
// of images of one pixel, as many as it has rows. Channels are last, oneDNN
// chooses the order of filters, and relu follows. To train, oneDNN chooses all
// orders, and the gradients of filters and, but for the first layer, of images
// are computed too. Where a line has one number more, only these: the sum of 1
// for the layer itself, 2 for the gradient of filters, 4 for that of images.
// Without the second it is a step of a recurrent layer, whose filters are those
// of the steps before, if sizes are equal.
// Prints two times in milliseconds, of processor time on one
// thread: the median of later runs, and that from filters in the order of a
// file to the end of the first run, which is cold. The number of threads is
// OMP_NUM_THREADS.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dnnl.hpp>

namespace {

using dnnl::memory;
using Tag = memory::format_tag;

struct Sizes {
  int64_t batch, channels, image, filters, kernel, stride, padding, groups;
  int parts = 7;
  int64_t out() const { return (image + 2 * padding - kernel) / stride + 1; }
};

// Reads a line; false behind the last one.
bool ReadSizes(std::istream* in, Sizes* s) {
  std::string line;
  if (!std::getline(*in, line)) return false;
  std::istringstream numbers(line);
  numbers >> s->batch >> s->channels >> s->image >> s->filters >> s->kernel >>
      s->stride >> s->padding >> s->groups;
  int parts = 0;
  if (numbers >> parts) s->parts = parts;
  return true;
}

memory::desc Floats(const memory::dims& dims, Tag tag) {
  return {dims, memory::data_type::f32, tag};
}

memory::dims FilterDims(const Sizes& s) {
  memory::dims dims{s.filters, s.channels / s.groups, s.kernel, s.kernel};
  if (s.groups > 1) {
    dims[0] /= s.groups;
    dims.insert(dims.begin(), s.groups);
  }
  return dims;
}

// Returns memory in which each element has been written.
memory Filled(const memory::desc& desc, const dnnl::engine& engine) {
  memory made(desc, engine);
  std::fill_n(static_cast<float*>(made.get_data_handle()),
              desc.get_size() / sizeof(float), 0.01f);
  return made;
}

// Returns a filter in the order of a file.
memory PlainFilter(const Sizes& s, const dnnl::engine& engine) {
  return Filled(Floats(FilterDims(s), s.groups > 1 ? Tag::goihw : Tag::oihw),
                engine);
}

// Returns a filter of a recurrent layer, the same for all of its steps.
memory SharedFilter(const memory::desc& desc, const dnnl::engine& engine) {
  static auto* filters = new std::vector<memory>;
  for (const memory& filter : *filters) {
    if (filter.get_desc() == desc) return filter;
  }
  filters->push_back(Filled(desc, engine));
  return filters->back();
}

// A primitive with memory of its own: filters come from far, as in a network.
struct Step {
  dnnl::primitive primitive;
  std::unordered_map<int, memory> arguments;
};

using Forward = dnnl::convolution_forward;
using BackwardData = dnnl::convolution_backward_data;
using BackwardWeights = dnnl::convolution_backward_weights;

constexpr auto kDirect = dnnl::algorithm::convolution_direct;

memory::dims Strides(const Sizes& s) { return {s.stride, s.stride}; }

memory::dims Before(const Sizes& s) { return {s.padding, s.padding}; }

// Returns the zeros that windows reach behind the last row and column.
memory::dims After(const Sizes& s) {
  const int64_t after =
      (s.out() - 1) * s.stride + s.kernel - s.image - s.padding;
  return {after, after};
}

memory::desc Images(const Sizes& s, Tag order) {
  return Floats({s.batch, s.channels, s.image, s.image}, order);
}

memory::desc Results(const Sizes& s, Tag order) {
  return Floats({s.batch, s.filters, s.out(), s.out()}, order);
}

memory::desc Filters(const Sizes& s) { return Floats(FilterDims(s), Tag::any); }

Step InferenceStep(const Sizes& s, memory plain_filter,
                   const dnnl::engine& engine, dnnl::stream* stream) {
  dnnl::post_ops relu;
  relu.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(relu);
  const Forward::primitive_desc desc(
      {dnnl::prop_kind::forward_inference, kDirect, Images(s, Tag::nhwc),
       Filters(s), Floats({s.filters}, Tag::a), Results(s, Tag::nhwc),
       Strides(s), Before(s), After(s)},
      attributes, engine);
  memory filter(desc.weights_desc(), engine);
  dnnl::reorder(plain_filter, filter).execute(*stream, plain_filter, filter);
  return {Forward(desc),
          {{DNNL_ARG_SRC, Filled(desc.src_desc(), engine)},
           {DNNL_ARG_WEIGHTS, filter},
           {DNNL_ARG_BIAS, Filled(desc.bias_desc(), engine)},
           {DNNL_ARG_DST, memory(desc.dst_desc(), engine)}}};
}

// The three primitives of a layer that is trained.
template <class Forward, class BackwardWeights, class BackwardData>
struct Training {
  typename Forward::primitive_desc forward;
  typename BackwardWeights::primitive_desc weights;
  typename BackwardData::primitive_desc data;

  // Appends those that `parts` has, without the gradient of its images for the
  // first layer.
  void AddTo(std::vector<Step>* steps, int parts,
             const dnnl::engine& engine) const {
    const bool first = steps->empty();
    const auto filter = parts & 2 ? Filled : SharedFilter;
    if (parts & 1) {
      steps->push_back(
          {Forward(forward),
           {{DNNL_ARG_SRC, Filled(forward.src_desc(), engine)},
            {DNNL_ARG_WEIGHTS, filter(forward.weights_desc(), engine)},
            {DNNL_ARG_DST, memory(forward.dst_desc(), engine)}}});
    }
    if (parts & 2) {
      steps->push_back(
          {BackwardWeights(weights),
           {{DNNL_ARG_SRC, Filled(weights.src_desc(), engine)},
            {DNNL_ARG_DIFF_DST, Filled(weights.diff_dst_desc(), engine)},
            {DNNL_ARG_DIFF_WEIGHTS,
             memory(weights.diff_weights_desc(), engine)}}});
    }
    if ((parts & 4) && !first) {
      steps->push_back(
          {BackwardData(data),
           {{DNNL_ARG_DIFF_DST, Filled(data.diff_dst_desc(), engine)},
            {DNNL_ARG_WEIGHTS, filter(data.weights_desc(), engine)},
            {DNNL_ARG_DIFF_SRC, memory(data.diff_src_desc(), engine)}}});
    }
  }
};

void AddConvolution(const Sizes& s, const dnnl::engine& engine,
                    std::vector<Step>* steps) {
  const auto x = Images(s, Tag::any), y = Results(s, Tag::any);
  const auto w = Filters(s);
  const Forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, kDirect, x, w, y, Strides(s),
       Before(s), After(s)},
      engine);
  const Training<Forward, BackwardWeights, BackwardData> layer{
      forward,
      {{kDirect, x, w, y, Strides(s), Before(s), After(s)}, engine, forward},
      {{kDirect, x, w, y, Strides(s), Before(s), After(s)}, engine, forward}};
  layer.AddTo(steps, s.parts, engine);
}

// Images of one pixel are rows of a matrix, and filters another one.
void AddProduct(const Sizes& s, const dnnl::engine& engine,
                std::vector<Step>* steps) {
  const auto x = Floats({s.batch, s.channels}, Tag::any);
  const auto w = Floats({s.filters, s.channels}, Tag::any);
  const auto y = Floats({s.batch, s.filters}, Tag::any);
  const dnnl::inner_product_forward::primitive_desc forward(
      {dnnl::prop_kind::forward_training, x, w, y}, engine);
  const Training<dnnl::inner_product_forward,
                 dnnl::inner_product_backward_weights,
                 dnnl::inner_product_backward_data>
      layer{
          forward, {{x, w, y}, engine, forward}, {{x, w, y}, engine, forward}};
  layer.AddTo(steps, s.parts, engine);
}

// Appends a layer and its gradients.
void AddTrainingSteps(const Sizes& s, const dnnl::engine& engine,
                      std::vector<Step>* steps) {
  const bool product = s.image == 1 && s.kernel == 1 && s.groups == 1;
  (product ? AddProduct : AddConvolution)(s, engine, steps);
}

// Other processes do not disturb the time of the one thread that computes; of
// several, some wait.
double Now() {
  const char* const threads = std::getenv("OMP_NUM_THREADS");
  const bool one = threads != nullptr && std::string(threads) == "1";
  timespec now{};
  clock_gettime(one ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return 1e3 * static_cast<double>(now.tv_sec) +
         1e-6 * static_cast<double>(now.tv_nsec);
}

double Milliseconds(const std::vector<Step>& steps, dnnl::stream* stream) {
  const double begin = Now();
  for (const Step& step : steps) {
    step.primitive.execute(*stream, step.arguments);
  }
  stream->wait();
  return Now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1;
  const bool trains = argc > 2 && std::string(argv[2]) == "train";
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  std::vector<std::pair<Sizes, memory>> filters;
  for (Sizes sizes{}; ReadSizes(&std::cin, &sizes); sizes = Sizes{}) {
    filters.emplace_back(sizes, PlainFilter(sizes, engine));
  }
  const double begin = Now();
  std::vector<Step> steps;
  for (const auto& [sizes, filter] : filters) {
    if (trains) {
      AddTrainingSteps(sizes, engine, &steps);
    } else {
      steps.push_back(InferenceStep(sizes, filter, engine, &stream));
    }
  }
  Milliseconds(steps, &stream);
  const double start = Now() - begin;
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    times.push_back(Milliseconds(steps, &stream));
  }
  std::sort(times.begin(), times.end());
  std::printf("%.3f %.3f\n", times[times.size() / 2], start);
  return 0;
}
