// SPDX-License-Identifier: Apache-2.0
// Finds the heart beats in five minutes of an ECG and compares them with those that cardiologists marked.
//     example-ecg_heart_rate [OUT.png]
#include <cmath>
#include <fstream>

#include "plot.hpp"
#include "support.hpp"
#include "wfdb.hpp"

using namespace tukey;

// The sample numbers in the first column of the annotations, below a heading.
std::vector<std::int64_t> read_beats(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw IoError(path + ": cannot open");
  std::vector<std::int64_t> beats;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) beats.push_back(std::stoll(line));
  return beats;
}

// How many elements of `a` have one of `b` within `window`; both ascending, each of b used once.
std::size_t matches(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b, std::int64_t window) {
  std::size_t count = 0, j = 0;
  for (const std::int64_t t : a) {
    while (j < b.size() && b[j] < t - window) ++j;
    if (j < b.size() && b[j] <= t + window) ++count, ++j;
  }
  return count;
}

int main(int argc, char** argv) {
  return example::run([&] {
    const auto record = example::read_wfdb(example::data_file("mitbih100_5min_360Hz.hea"));
    const double fs = record.fs;
    const auto ecg = Array<double>::from(record.signals[0].samples);  // on the GPU where there is one
    std::printf("ECG: MIT-BIH record 100, lead %s, %lld samples at %.0f Hz, on %s\n", record.signals[0].name.c_str(),
                static_cast<long long>(ecg.size()), fs, ecg.device().str().c_str());

    // A beat's steep QRS complex lies in 5-15 Hz. Its energy peaks once a beat; two beats are at least 250 ms apart.
    const signal::Sos band = signal::butter(4, {5, 15}, {.btype = signal::BandType::bandpass, .fs = fs});
    const auto energy = square(signal::sosfiltfilt(band, ecg));
    const double threshold = 3 * mean(energy).item();
    const auto peaks = signal::find_peaks(energy, {.height = threshold, .distance = 0.25 * fs});

    const auto found = peaks.indices.to_vector(), truth = read_beats(example::data_file("mitbih100_5min_beats.csv"));
    const auto right = matches(truth, found, static_cast<std::int64_t>(0.05 * fs));
    std::printf("beats annotated %zu, found %zu, missed %zu, false %zu (within 50 ms)\n", truth.size(), right,
                truth.size() - right, found.size() - right);
    std::printf("sensitivity %.2f %%, precision %.2f %%\n", 100.0 * right / truth.size(), 100.0 * right / found.size());

    // Heart rate from one beat to the next, in beats a minute.
    const auto beats = peaks.indices.astype<double>();
    const auto interval = (beats(Slice{1, {}}) - beats(Slice{0, -1})) / fs;
    const auto rate = 60.0 / interval;
    const double spread = std::sqrt(mean(square(interval - mean(interval).item())).item());
    std::printf("heart rate %.1f / min (%.1f to %.1f), beat-to-beat standard deviation %.1f ms\n",
                60 / mean(interval).item(), min(rate).item(), max(rate).item(), 1e3 * spread);

    // Picture: seconds 10 to 18 with the beats found and the annotated ones, the energy, and the rate of all 5 minutes.
    example::Plot plot(argc > 1 ? argv[1] : "ecg_heart_rate.png", 1000, 720);
    const auto from = static_cast<index_t>(10 * fs), to = static_cast<index_t>(18 * fs);
    const auto voltage = record.signals[0].samples;
    const auto energy_values = energy.to_vector();
    std::vector<double> time, part, part_energy, beat_time, beat_voltage, mark_time, mark_voltage, rate_time;
    for (index_t i = from; i < to; ++i)
      time.push_back(i / fs), part.push_back(voltage[i]), part_energy.push_back(1e3 * energy_values[i]);
    for (const auto i : found)
      if (i >= from && i < to) beat_time.push_back(i / fs), beat_voltage.push_back(voltage[i]);
    for (const auto i : truth)
      if (i >= from && i < to) mark_time.push_back(i / fs), mark_voltage.push_back(1.3);
    for (std::size_t i = 1; i < found.size(); ++i) rate_time.push_back(found[i] / fs);
    plot.data("$ecg", {time, part, part_energy});
    plot.data("$beats", {beat_time, beat_voltage});
    plot.data("$marks", {mark_time, mark_voltage});
    plot.data("$rate", {rate_time, rate.to_vector()});
    plot << "set multiplot layout 3,1 margins 0.08,0.97,0.08,0.94 spacing 0,0.11\n"
         << "set title 'ECG, MIT-BIH record 100: " << right << " of " << truth.size() << " beats found, "
         << found.size() - right << " false' font ',13'\n"
         << "set ylabel 'voltage (mV)'\nset xrange [10:18]\nset yrange [-0.7:2.1]\nset key horizontal\n"
         << "plot $ecg using 1:2 with lines ls 1 title 'lead " << record.signals[0].name << "', "
         << "$beats with points pt 7 ps 1 lc '#d1495b' title 'found', "
         << "$marks with points pt 11 ps 1 lc '#66a182' title 'annotated'\n"
         << "unset title\nset ylabel 'energy, 5-15 Hz (10^{-3} mV^2)'\nset xlabel 'time (s)'\nset yrange [0:450]\nset ytics 100\n"
         << "plot $ecg using 1:3 with lines ls 1 title 'energy', " << 1e3 * threshold
         << " with lines ls 2 dt 2 title 'threshold'\n"
         << "set ylabel 'heart rate (1/min)'\nset xrange [0:300]\nset yrange [50:135]\nset ytics 20\n"
         << "plot $rate with lines ls 1 title 'beat to beat'\nunset multiplot\n";
    plot.draw();
  });
}
