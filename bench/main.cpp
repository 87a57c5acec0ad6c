// SPDX-License-Identifier: Apache-2.0
// tukey-bench [--device cpu|cuda:N] [--filter TEXT] [--ids-from FILE] [--list] [--benchmark_...]
// Google Benchmark's own options pass through: --benchmark_out=FILE writes JSON.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>

#include "bench.hpp"
#include "clock.hpp"

namespace tukey::bench {
namespace {
using clock = std::chrono::steady_clock;
double since_us(clock::time_point start) {
  return std::chrono::duration<double, std::micro>(clock::now() - start).count();
}
double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::sort(v.begin(), v.end());
  return v.size() % 2 ? v[v.size() / 2] : (v[v.size() / 2 - 1] + v[v.size() / 2]) / 2;
}

struct Case {
  std::string id;
  double floor_bytes;
  Setup setup;
};
std::vector<void (*)()>& registered() {
  static std::vector<void (*)()> list;
  return list;
}
std::vector<Case>& cases() {
  static std::vector<Case> list;
  return list;
}

// How long a case may take; the calls in it are counted by what they need.
constexpr double budget_us = 250e3;
constexpr std::size_t most_calls = 60;

struct Timing {
  double median_us = 0, least_us = 0, host_us = 0, queued_us = 0;
  std::size_t calls = 0;
};

Timing time_on_cpu(const Call& call) {
  Timing t;
  std::vector<double> times;
  int i = 0;
  auto start = clock::now();
  call(i++);  // warm-up; it also tells how long a call is
  const double first = since_us(start);
  const int inner = first > 100 ? 1 : static_cast<int>(std::min(1000.0, 100 / std::max(first, 0.01)) + 1);
  if (first < budget_us) call(i++);
  const auto begin = clock::now();
  while (times.empty() || (since_us(begin) < budget_us && times.size() < most_calls)) {
    start = clock::now();
    for (int k = 0; k < inner; ++k) call(i++);
    times.push_back(since_us(start) / inner);
  }
  t.median_us = t.host_us = median(times);
  t.least_us = *std::min_element(times.begin(), times.end());
  t.calls = times.size();
  return t;
}

Timing time_on_gpu([[maybe_unused]] Device device, [[maybe_unused]] const Call& call) {
  Timing t;
  if constexpr (has_cuda) {
    const Stream stream = Stream::current(device);
    cuda::Clock events(stream.handle());
    std::vector<double> times, hosts;
    int i = 0;
    auto start = clock::now();
    call(i++);
    stream.synchronize();
    if (since_us(start) < 4 * budget_us)
      for (int k = 0; k < 2; ++k) call(i++);
    stream.synchronize();
    const auto begin = clock::now();
    while (times.size() < 3 || (since_us(begin) < budget_us && times.size() < most_calls)) {
      events.start();
      start = clock::now();
      call(i++);
      hosts.push_back(since_us(start));
      events.stop();
      times.push_back(events.microseconds());
    }
    t.median_us = median(times);
    t.least_us = *std::min_element(times.begin(), times.end());
    t.host_us = median(hosts);
    t.calls = times.size();
    // Queued without waiting in between: what a pipeline of such calls pays for each.
    const int queued = t.median_us < 2000 ? 20 : 0;
    if (queued) {
      events.start();
      for (int k = 0; k < queued; ++k) call(i++);
      events.stop();
      t.queued_us = events.microseconds() / queued;
    }
  }
  return t;
}

// What the run's device can do at best, measured before the cases.
struct Yardstick {
  double empty_us = 0, empty_queued_us = 0, bytes_per_second = 0;
};

Yardstick measure_device([[maybe_unused]] Device device) {
  Yardstick y;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      CUstream_st* stream = Stream::current(device).handle();
      const Timing e = time_on_gpu(device, [=](int) { cuda::launch_empty(stream); });
      y.empty_us = e.median_us, y.empty_queued_us = e.queued_us;
      std::size_t bytes = std::size_t{1} << 30;
      while (bytes > device_info(device).free_bytes / 4) bytes /= 2;
      Array<float> a(Shape{static_cast<index_t>(bytes / 4)}, device), b(a.shape(), device);
      a.fill(1);
      b.fill(2);
      void* to = b.data();
      const void* from = a.data();
      const Timing c = time_on_gpu(device, [=](int) { cuda::copy(to, from, bytes, stream); });
      y.bytes_per_second = 2 * static_cast<double>(bytes) / (c.median_us * 1e-6);
      return y;
    }
  }
  Array<float> a({1 << 26}, device), b(a.shape(), device);
  a.fill(1);
  b.fill(2);
  const Timing c = time_on_cpu([=](int) mutable { std::memcpy(b.data(), a.data(), a.bytes()); });
  y.bytes_per_second = 2 * static_cast<double>(a.bytes()) / (c.median_us * 1e-6);
  return y;
}

void run_case(benchmark::State& state, const Case& c, Device device, const Yardstick& yardstick) {
  Timing t;
  try {
    const Call call = c.setup(device);
    synchronize(device);
    t = device.is_cpu() ? time_on_cpu(call) : time_on_gpu(device, call);
    synchronize(device);
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
    return;
  }
  for (auto _ : state) state.SetIterationTime(t.median_us * 1e-6);
  state.counters["calls"] = static_cast<double>(t.calls);
  state.counters["least_us"] = t.least_us;
  state.counters["host_us"] = t.host_us;
  if (t.queued_us > 0) state.counters["queued_us"] = t.queued_us;
  if (c.floor_bytes > 0) {
    state.counters["floor_bytes"] = c.floor_bytes;
    state.counters["percent_of_floor"] = 100 * (c.floor_bytes / yardstick.bytes_per_second) / (t.median_us * 1e-6);
  }
}

std::string number(double x, const char* format = "%.4g") {
  char text[64];
  std::snprintf(text, sizeof text, format, x);
  return text;
}
}  // namespace

Register::Register(void (*fill)()) { registered().push_back(fill); }

void add(std::string id, double floor_bytes, Setup setup) {
  cases().push_back({std::move(id), floor_bytes, std::move(setup)});
}

template <class T> Array<T> normal_array(const Shape& shape, Device device, unsigned seed) {
  // Box-Muller in pairs. A long input repeats a block of 2^20 + 7 values, at which no size of the table aligns.
  const std::size_t block = (1u << 20) + 7, count = static_cast<std::size_t>(shape.size());
  std::uint64_t s = 0x9E3779B97F4A7C15ull * (seed + 1);
  auto uniform = [&] {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return (static_cast<double>(s >> 12) + 0.5) * 0x1p-52;
  };
  std::vector<T> v(count);
  for (std::size_t i = 0; i < std::min(block, count); ++i) {
    const double radius = std::sqrt(-2 * std::log(uniform())), angle = 6.283185307179586 * uniform();
    if constexpr (is_complex_v<T>)
      v[i] = T(static_cast<real_t<T>>(radius * std::cos(angle)), static_cast<real_t<T>>(radius * std::sin(angle)));
    else
      v[i] = static_cast<T>(radius * std::cos(angle));
  }
  for (std::size_t i = block; i < count; ++i) v[i] = v[i - block];
  return Array<T>::from(v.data(), shape, device);
}
#define TUKEY_INSTANTIATE(T) template Array<T> normal_array<T>(const Shape&, Device, unsigned);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)

int main(int argc, char** argv) {
  std::string device_name, filter, ids_from;
  bool list = false;
  std::vector<char*> rest{argv[0]};
  for (int i = 1; i < argc; ++i) {
    auto option = [&](const char* name, std::string& value) {
      const std::size_t n = std::strlen(name);
      if (std::strncmp(argv[i], name, n) != 0) return false;
      if (argv[i][n] == '=') {
        value = argv[i] + n + 1;
        return true;
      }
      if (argv[i][n] != 0 || i + 1 >= argc) return false;
      value = argv[++i];
      return true;
    };
    if (option("--device", device_name) || option("--filter", filter) || option("--ids-from", ids_from)) continue;
    if (std::strcmp(argv[i], "--list") == 0)
      list = true;
    else
      rest.push_back(argv[i]);
  }
  for (auto fill : registered()) fill();
  std::vector<Case> chosen;
  for (const Case& c : cases())
    if (c.id.find(filter) != std::string::npos) chosen.push_back(c);
  if (!ids_from.empty()) {  // exactly these, in the file's order
    std::ifstream file(ids_from);
    if (!file) throw IoError("cannot read " + ids_from);
    std::vector<Case> listed;
    for (std::string id; std::getline(file, id);)
      for (const Case& c : chosen)
        if (c.id == id) listed.push_back(c);
    chosen = listed;
  }
  if (list) {
    for (const Case& c : chosen) std::printf("%s\n", c.id.c_str());
    return 0;
  }

  int count = static_cast<int>(rest.size());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  const Device device = device_name.empty() ? default_device() : Device::parse(device_name);
  set_default_device(device);
  const DeviceInfo info = device_info(device);
  const CudaVersions versions = cuda_versions();
  const Yardstick yardstick = measure_device(device);
  benchmark::AddCustomContext("tukey", version);
  benchmark::AddCustomContext("device", device.str());
  benchmark::AddCustomContext("device_name", info.name);
  benchmark::AddCustomContext("cuda_driver", std::to_string(versions.driver));
  benchmark::AddCustomContext("cuda_runtime", std::to_string(versions.runtime));
  benchmark::AddCustomContext("threads", std::to_string(num_threads()));
  benchmark::AddCustomContext("copy_bytes_per_second", number(yardstick.bytes_per_second));
  if (device.is_cuda()) {
    benchmark::AddCustomContext("empty_kernel_us", number(yardstick.empty_us));
    benchmark::AddCustomContext("empty_kernel_queued_us", number(yardstick.empty_queued_us));
  }
  for (const Case& c : chosen)
    benchmark::RegisterBenchmark(c.id.c_str(),
                                 [&c, device, &yardstick](benchmark::State& s) { run_case(s, c, device, yardstick); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace tukey::bench

int main(int argc, char** argv) {
  try {
    return tukey::bench::main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tukey-bench: %s\n", error.what());
    return 1;
  }
}
