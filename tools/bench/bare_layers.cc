// Runs the convolutions of a network as bare primitives of oneDNN, one behind
// the other, as a limit of what a program with this library can reach.
//
//   bare_layers ROUNDS < layers
//
// A line of `layers` has the batch, channels, size of the image, filters, size
// of the filter, stride, padding and groups. Channels are last, oneDNN chooses
// the order of filters, and relu follows. Prints two times in milliseconds, of
// processor time on one thread: the median of later runs, and that from filters
// in the order of a file to the end of the first run, which is cold. The number
// of threads is OMP_NUM_THREADS.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
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
  int64_t out() const { return (image + 2 * padding - kernel) / stride + 1; }
};

std::istream& operator>>(std::istream& in, Sizes& s) {
  return in >> s.batch >> s.channels >> s.image >> s.filters >> s.kernel >>
         s.stride >> s.padding >> s.groups;
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

// A primitive with memory of its own: filters come from far, as in a network.
struct Layer {
  Layer(const Sizes& s, memory plain_filter, const dnnl::engine& engine,
        dnnl::stream* stream) {
    dnnl::post_ops relu;
    relu.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(relu);
    // The zeros that windows reach.
    const int64_t after =
        (s.out() - 1) * s.stride + s.kernel - s.image - s.padding;
    const dnnl::convolution_forward::primitive_desc desc(
        {dnnl::prop_kind::forward_inference,
         dnnl::algorithm::convolution_direct,
         Floats({s.batch, s.channels, s.image, s.image}, Tag::nhwc),
         Floats(FilterDims(s), Tag::any),
         Floats({s.filters}, Tag::a),
         Floats({s.batch, s.filters, s.out(), s.out()}, Tag::nhwc),
         {s.stride, s.stride},
         {s.padding, s.padding},
         {after, after}},
        attributes, engine);
    primitive = dnnl::convolution_forward(desc);
    memory filter(desc.weights_desc(), engine);
    dnnl::reorder(plain_filter, filter).execute(*stream, plain_filter, filter);
    arguments = {{DNNL_ARG_SRC, Filled(desc.src_desc(), engine)},
                 {DNNL_ARG_WEIGHTS, filter},
                 {DNNL_ARG_BIAS, Filled(desc.bias_desc(), engine)},
                 {DNNL_ARG_DST, memory(desc.dst_desc(), engine)}};
  }

  dnnl::convolution_forward primitive;
  std::unordered_map<int, memory> arguments;
};

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

double Milliseconds(const std::vector<Layer>& layers, dnnl::stream* stream) {
  const double begin = Now();
  for (const Layer& layer : layers) {
    layer.primitive.execute(*stream, layer.arguments);
  }
  stream->wait();
  return Now() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 1;
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  std::vector<std::pair<Sizes, memory>> filters;
  for (Sizes sizes{}; std::cin >> sizes;) {
    filters.emplace_back(sizes, PlainFilter(sizes, engine));
  }
  const double begin = Now();
  std::vector<Layer> layers;
  for (const auto& [sizes, filter] : filters) {
    layers.emplace_back(sizes, filter, engine, &stream);
  }
  Milliseconds(layers, &stream);
  const double start = Now() - begin;
  std::vector<double> times;
  for (int i = 0; i < rounds; ++i) {
    times.push_back(Milliseconds(layers, &stream));
  }
  std::sort(times.begin(), times.end());
  std::printf("%.3f %.3f\n", times[times.size() / 2], start);
  return 0;
}
