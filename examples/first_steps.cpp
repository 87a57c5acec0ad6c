// SPDX-License-Identifier: Apache-2.0
// What people try first: one line per task, with its result and its time on the CPU and, where there is one, on the
// GPU. The same function template runs on both.
//     example-first_steps [SIZE of the matrices, 5000]
#include <algorithm>
#include <chrono>
#include <functional>
#include <sstream>
#include <thread>

#include "support.hpp"

using namespace tukey;

std::vector<Device> devices() {
  std::vector<Device> list{Device::cpu()};
  if (cuda_device_count() > 0) list.push_back(Device::cuda());
  return list;
}

// The time of one run, in ms. Fast tasks run several times: the first one makes plans and fills the memory pool.
double time_ms(Device device, const std::function<void()>& task) {
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    synchronize(device);
    const auto start = std::chrono::steady_clock::now();
    task();
    synchronize(device);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    best = run == 0 ? ms : std::min(best, ms);
    if (device.is_cpu() && best > 300) break;
  }
  return best;
}

// One line: the task on every device. `prepare` makes the input there and returns the task, whose result is text.
void line(const char* what, const std::function<std::function<std::string()>(Device)>& prepare) {
  std::printf("%-44s", what);
  std::string result;
  for (const Device device : devices()) {
    const auto task = prepare(device);
    std::string text;
    const double ms = time_ms(device, [&] { text = task(); });
    std::printf("%10.3f ms", ms);
    std::fflush(stdout);
    if (!result.empty() && text != result) std::printf("  (%s on the CPU)", result.c_str());
    result = text;
  }
  std::printf("   %s\n", result.c_str());
}

template <class T>
std::string text(const char* format, T value) {
  char buffer[80];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

int main(int argc, char** argv) {
  return example::run([&] {
    const index_t n = argc > 1 ? std::stoll(argv[1]) : 5000;
    set_num_threads(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    std::printf("%-44s%13s%s   result\n", "", "cpu", cuda_device_count() > 0 ? "          cuda" : "");

    line("mean of arange(1e6)", [](Device device) {
      const auto x = arange<double>(1e6, device);
      return [x] { return text("%.1f", mean(x).item()); };
    });
    line("sum of a 4096 x 4096 matrix along axis 0", [](Device device) {
      const auto x = arange<float>(0, 4096, 1, device).broadcast_to({4096, 4096}).copy();
      return [x] {
        const auto columns = sum(x, {.axis = 0});
        return text("%.0f", columns(4095).item());
      };
    });
    line("fft of 2^20 complex numbers", [](Device device) {
      // 1000 turns of a circle
      const index_t length = 1 << 20;
      const auto phase = arange<double>(0, length, 1, device) * (2 * 3.14159265358979323846 * 1000 / length);
      const auto x = make_complex(cos(phase), sin(phase)).astype<std::complex<float>>();
      return [x] { return text("largest in bin %lld", static_cast<long long>(argmax(abs(fft::fft(x))).item())); };
    });

    const std::string size = std::to_string(n) + " x " + std::to_string(n);
    const auto matrix = [n](Device device) {  // the same numbers on every device
      return random::Generator(42).normal<float>({n, n}, 0, 1, device);
    };
    line(("product of two " + size + " float matrices").c_str(), [&](Device device) {
      const auto a = matrix(device);
      return [a] { return text("c[0, 0] = %.1f", linalg::matmul(a, a.transpose())(0, 0).item()); };
    });
    line(("solution of " + size + " float equations").c_str(), [&](Device device) {
      const auto a = matrix(device);
      const auto b = linalg::matmul(a, ones<float>({n}, device));
      return [a, b] {
        const auto x = linalg::solve(a, b);
        const float residual = max(abs(linalg::matmul(a, x) - b)).item() / max(abs(b)).item();
        return std::string(residual < 1e-3f ? "solved" : "NOT solved");
      };
    });

    // A batch that does not fit: under a limit of 256 MiB the whole is refused, in pieces it works.
    for (const Device device : devices()) {
      MemoryPool pool(device);
      pool.trim();
      const auto batch = Array<float>::from(std::vector<float>(1 << 20, 1.0f), {1, 1 << 20}, device)
                             .broadcast_to({256, 1 << 20});  // 1 GiB if it were stored
      pool.set_limit(pool.used_bytes() + (std::size_t(256) << 20));
      try {
        square(batch);
        std::printf("%s: the whole batch fitted\n", device.str().c_str());
      } catch (const OutOfMemory& error) {
        std::printf("%s: as expected: %s\n", device.str().c_str(), error.what());
        double total = 0;
        for (index_t i = 0; i < 256; i += 32) total += double(sum(square(batch(Slice{i, i + 32}))).item());
        std::printf("%s: in 8 pieces it works: sum %.0f, then trim() gave %.0f MiB back\n", device.str().c_str(), total,
                    double(pool.trim()) / (1 << 20));
      }
      pool.set_limit(0);
    }
  });
}
