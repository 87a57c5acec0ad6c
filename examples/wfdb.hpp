// SPDX-License-Identifier: Apache-2.0
// Reads PhysioNet's WFDB records, as far as the examples need them: one .dat file in format 212.
// https://www.physionet.org/physiotools/wag/header-5.htm and signal-5.htm describe the files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tukey/error.hpp"

namespace example {

struct WfdbSignal {
  std::string name, unit;
  std::vector<double> samples;  // in `unit`
};
struct WfdbRecord {
  double fs = 0;  // Hz
  std::vector<WfdbSignal> signals;
};

/// The record whose header is `path` (.hea). IoError for a missing, truncated or damaged file.
inline WfdbRecord read_wfdb(const std::string& path) {
  using tukey::IoError;
  std::ifstream header(path);
  if (!header) throw IoError(path + ": cannot open");
  auto next_line = [&] {  // lines that start with # are comments
    std::string line;
    while (std::getline(header, line))
      if (!line.empty() && line[0] != '#') return line;
    throw IoError(path + ": truncated header");
  };
  std::string name;
  std::size_t count = 0, frames = 0;
  WfdbRecord record;
  if (!(std::istringstream(next_line()) >> name >> count >> record.fs >> frames) || count < 1 || count > 64 ||
      !(record.fs > 0))
    throw IoError(path + ": not a WFDB header (record name, number of signals, frequency, number of samples)");

  struct Channel {
    double gain = 0, baseline = 0;
    int checksum = 0;
  };
  std::vector<Channel> channels(count);
  std::string file, first_file;
  for (std::size_t c = 0; c < count; ++c) {
    WfdbSignal signal;
    std::string format, gain, lead;
    int bits, zero, initial, block;
    std::istringstream line(next_line());
    if (!(line >> file >> format >> gain >> bits >> zero >> initial >> channels[c].checksum >> block >> std::ws))
      throw IoError(path + ": signal " + std::to_string(c) + ": not a WFDB signal line");
    std::getline(line, signal.name);
    if (c == 0) first_file = file;
    if (format != "212" || file != first_file)
      throw IoError(path + ": only records in one file of format 212 can be read, got format " + format);
    // gain(baseline)/unit; the last two may be missing
    char bracket = 0;
    std::istringstream number(gain);
    number >> channels[c].gain;
    channels[c].baseline = zero;
    if (number >> bracket && bracket == '(') number >> channels[c].baseline >> bracket;
    const auto slash = gain.find('/');
    signal.unit = slash == std::string::npos ? "mV" : gain.substr(slash + 1);
    if (channels[c].gain == 0) channels[c].gain = 200;
    record.signals.push_back(signal);
  }

  const std::string data_path = (std::filesystem::path(path).parent_path() / file).string();
  std::ifstream data(data_path, std::ios::binary);
  if (!data) throw IoError(data_path + ": cannot open");
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(data), {}};
  const std::size_t values = frames * count, needed = (values * 3 + 1) / 2;
  if (frames > bytes.size() || bytes.size() < needed)
    throw IoError(data_path + ": truncated: the header promises " + std::to_string(frames) + " frames of " +
                  std::to_string(count) + " signals, the file has " + std::to_string(bytes.size()) + " bytes");
  std::vector<std::int16_t> sums(count, 0);
  for (std::size_t i = 0; i < values; ++i) {
    // Two 12-bit two's complement numbers in three bytes: the middle one holds the high bits of both.
    const unsigned char* p = bytes.data() + i / 2 * 3;
    int v = i % 2 ? p[2] | (p[1] & 0xf0) << 4 : p[0] | (p[1] & 0x0f) << 8;
    if (v > 2047) v -= 4096;
    const std::size_t c = i % count;
    sums[c] = static_cast<std::int16_t>(sums[c] + v);
    record.signals[c].samples.push_back((v - channels[c].baseline) / channels[c].gain);
  }
  for (std::size_t c = 0; c < count; ++c)
    if (sums[c] != static_cast<std::int16_t>(channels[c].checksum))
      throw IoError(data_path + ": damaged: wrong checksum of signal " + record.signals[c].name);
  return record;
}

}  // namespace example
