// SPDX-License-Identifier: Apache-2.0
// tukey-accuracy [--backend cpu|cuda] [--filter TEXT] [--csv FILE]: exits with 1 when a case misses its tolerance.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "accuracy.hpp"

namespace tukey::accuracy {
namespace {
std::vector<void (*)(Suite&)>& registered() {
  static std::vector<void (*)(Suite&)> list;
  return list;
}

struct Errors {
  double norm = 0, ulp = 0;
  bool finite = true;  // false: something not finite that the reference does not have, or the other way round
};

// The distance of two floats near `at` of the format with that epsilon.
long double spacing(long double at, double epsilon) {
  const long double smallest = epsilon < 1e-10 ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
  return std::ldexp(static_cast<long double>(epsilon), std::ilogb(std::max(at, smallest)));
}

Errors compare(const Outcome& o) {
  Errors e;
  long double difference = 0, norm = 0, ulp = 0;
  const double epsilon = o.epsilon > 0 ? o.epsilon : 1;
  for (std::size_t i = 0; i < o.actual.size(); ++i) {
    const auto a = o.actual[i], b = o.expected[i];
    const long double parts[2][2] = {{a.real(), b.real()}, {a.imag(), b.imag()}};
    long double d2 = 0, b2 = 0;
    for (auto& [x, y] : parts) {
      if (std::isfinite(x) && std::isfinite(y)) {
        d2 += (x - y) * (x - y);
        b2 += y * y;
      } else if (!(std::isnan(y) ? std::isnan(x) : x == y)) {
        e.finite = false;
      }
    }
    difference += d2, norm += b2;
    ulp = std::max(ulp, std::sqrt(d2) / (o.epsilon > 0 ? spacing(std::sqrt(b2), epsilon) : 1.0L));
  }
  e.norm = static_cast<double>(norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference));
  e.ulp = static_cast<double>(ulp);
  return e;
}
}  // namespace

Register::Register(void (*fill)(Suite&)) { registered().push_back(fill); }

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::strided:
      return "strided";
    case Layout::reversed:
      return "reversed";
    case Layout::transposed:
      return "transposed";
    default:
      return "contiguous";
  }
}

std::string size_of(const Shape& shape) {
  std::string text;
  for (index_t n : shape) text += (text.empty() ? "" : "x") + std::to_string(n);
  return text.empty() ? "scalar" : text;
}

int run(const std::vector<Device>& devices, const std::string& filter, const std::string& csv_path) {
  Suite suite;
  for (auto fill : registered()) fill(suite);
  std::vector<Case> cases = suite.cases();
  std::stable_sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return a.function < b.function; });

  std::ofstream csv;
  if (!csv_path.empty()) {
    csv.open(csv_path);
    csv << "function,dtype,size,layout,backend,error,ulp,tolerance,ulp_tolerance,verdict\n";
  }
  std::printf("%-34s %-10s %-24s %-10s %-7s %9s %9s %9s\n", "function", "dtype", "size", "layout", "backend", "error",
              "max ulp", "allowed");
  const auto start = std::chrono::steady_clock::now();
  int count = 0, missed = 0;
  for (const Case& c : cases) {
    if (!filter.empty() &&
        (c.function + " " + c.dtype + " " + c.size + " " + c.layout).find(filter) == std::string::npos)
      continue;
    for (Device device : devices) {
      ++count;
      Errors e;
      double allowed = 0;
      std::string verdict = "ok";
      try {
        const Outcome o = c.run(device);
        allowed = c.tolerance.k * o.epsilon * c.tolerance.growth;
        if (o.actual.size() != o.expected.size()) throw Error("sizes of the results differ");
        if (o.actual.empty()) throw Error("nothing was compared");
        e = compare(o);
        // Written so that NaN misses.
        if (!e.finite || !(e.norm <= allowed) || (c.tolerance.ulp > 0 && !(e.ulp <= c.tolerance.ulp))) verdict = "MISS";
      } catch (const std::exception& error) {
        verdict = std::string("ERROR ") + error.what();
      }
      if (verdict != "ok") ++missed;
      const char* backend = device.is_cpu() ? "cpu" : "cuda";
      std::printf("%-34s %-10s %-24s %-10s %-7s %9.2e %9.3g %9.2e  %s\n", c.function.c_str(), c.dtype.c_str(),
                  c.size.c_str(), c.layout.c_str(), backend, e.norm, e.ulp, allowed, verdict.c_str());
      std::string name = c.function;
      std::replace(name.begin(), name.end(), ',', ';');  // the separator of the file
      if (csv.is_open())
        csv << name << ',' << c.dtype << ",\"" << c.size << "\"," << c.layout << ',' << backend << ',' << e.norm
            << ',' << e.ulp << ',' << allowed << ',' << c.tolerance.ulp << ",\"" << verdict << "\"\n";
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%d cases, %d missed, %.1f s\n", count, missed, seconds);
  return missed ? 1 : 0;
}

}  // namespace tukey::accuracy

int main(int argc, char** argv) {
  std::string backend, filter, csv;
  for (int i = 1; i < argc; ++i) {
    auto option = [&](const char* name, std::string& value) {
      if (std::strcmp(argv[i], name) != 0 || i + 1 >= argc) return false;
      value = argv[++i];
      return true;
    };
    if (option("--backend", backend) || option("--filter", filter) || option("--csv", csv)) continue;
    std::fprintf(stderr, "usage: tukey-accuracy [--backend cpu|cuda] [--filter TEXT] [--csv FILE]\n");
    return 2;
  }
  if (!backend.empty() && backend != "cpu" && backend.rfind("cuda", 0) != 0) {
    std::fprintf(stderr, "tukey-accuracy: --backend must be cpu or cuda, got %s\n", backend.c_str());
    return 2;
  }
  std::vector<tukey::Device> devices;
  if (backend.empty() || backend == "cpu") devices.push_back(tukey::Device::cpu());
  if (backend != "cpu" && tukey::cuda_device_count() > 0) devices.push_back(tukey::Device::cuda());
  if (devices.empty()) {
    std::printf("no CUDA device: skipped\n");
    return 77;
  }
  return tukey::accuracy::run(devices, filter, csv);
}
