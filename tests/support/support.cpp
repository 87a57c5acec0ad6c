// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <sstream>

namespace tukey::test {

namespace detail {
Comparison compare(const std::vector<std::complex<long double>>& actual,
                   const std::vector<std::complex<long double>>& expected, double bound) {
  std::ostringstream text;
  if (actual.size() != expected.size()) {
    text << actual.size() << " elements, expected " << expected.size();
    return {false, text.str()};
  }
  // Parts that are not finite must agree as they stand (any NaN equals any NaN); the norms run over the rest.
  long double difference = 0, norm = 0;
  int shown = 0;
  std::ostringstream list;
  auto part = [&](long double a, long double e, std::size_t i) {
    const bool same = std::isnan(e) ? std::isnan(a) : a == e;
    if (!std::isfinite(e) || !std::isfinite(a)) {
      if (!same && shown++ < 5) list << "\n  [" << i << "] " << a << ", expected " << e;
      return same;
    }
    difference += (a - e) * (a - e);
    norm += e * e;
    return true;
  };
  bool ok = true;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool re = part(actual[i].real(), expected[i].real(), i), im = part(actual[i].imag(), expected[i].imag(), i);
    ok = ok && re && im;
  }
  const long double error = norm > 0 ? std::sqrt(difference / norm) : std::sqrt(difference);
  if (ok && error <= bound) return {true, ""};
  for (std::size_t i = 0; i < actual.size() && shown < 5; ++i) {
    if (std::abs(actual[i] - expected[i]) > bound * std::abs(expected[i])) {
      list << "\n  [" << i << "] " << actual[i] << ", expected " << expected[i];
      ++shown;
    }
  }
  text << "relative error " << static_cast<double>(error) << ", allowed " << bound << list.str();
  return {false, text.str()};
}
}  // namespace detail

std::string repository_file(const std::string& path) {
  namespace fs = std::filesystem;
  for (const fs::path& root : {fs::current_path(), fs::current_path().parent_path(), fs::path(TUKEY_SOURCE_DIR)})
    if (fs::exists(root / path)) return (root / path).string();
  throw IoError("test data not found: " + path);
}

const NpzReader& golden(const std::string& name) {
  static std::map<std::string, std::unique_ptr<NpzReader>> open;
  auto& reader = open[name];
  if (!reader) reader = std::make_unique<NpzReader>(repository_file("tests/golden/" + name + ".npz"));
  return *reader;
}

}  // namespace tukey::test
