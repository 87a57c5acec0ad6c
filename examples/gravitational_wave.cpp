// SPDX-License-Identifier: Apache-2.0
// GW150914, the first gravitational wave observed: from the raw strain of two detectors to the chirp and the time
// that the wave took from one to the other.
//     example-gravitational_wave [OUT.png]
#include <algorithm>
#include <cmath>

#include "plot.hpp"
#include "support.hpp"

using namespace tukey;

constexpr double fs = 4096;             // Hz
constexpr double from = 4.29, to = 4.54;  // seconds of the recording that hold the wave

struct Detector {
  std::string name;
  Array<double> strain, density, whitened;  // density: power per Hz at the bins of rfft(strain)
};

Detector analyse(const std::string& name) {
  Detector d;
  d.name = name;
  d.strain = load_npy<double>(example::data_file(name + "_GW150914_4096Hz_8s_f64.npy"));
  const index_t n = d.strain.size();

  // The noise, by averaging over one-second pieces; nfft = n puts it on the frequencies of the whole recording.
  d.density = signal::welch(d.strain, {.fs = fs, .nperseg = 4096, .nfft = n}).pxx;

  // Whitening: divide the spectrum by the noise's amplitude. The ends are faded so that they do not ring.
  const index_t edge = n / 20;
  std::vector<double> fade(n, 1.0);
  const auto slope = signal::windows::hann(2 * edge);
  for (index_t i = 0; i < edge; ++i) fade[i] = fade[n - 1 - i] = slope[i];
  const auto weight = sqrt(d.density * (fs / 2));
  const auto spectrum = fft::rfft(d.strain * Array<double>::from(fade));
  const auto white = fft::irfft(spectrum / make_complex(weight, zeros<double>(weight.shape())), {.n = n});

  const signal::Sos band = signal::butter(4, {43, 300}, {.btype = signal::BandType::bandpass, .fs = fs});
  d.whitened = signal::sosfiltfilt(band, white);
  return d;
}

int main(int argc, char** argv) {
  return example::run([&] {
    const Detector h1 = analyse("H1"), l1 = analyse("L1");
    std::printf("GW150914: %lld samples of strain at %.0f Hz from each of two detectors, on %s\n",
                static_cast<long long>(h1.strain.size()), fs, h1.strain.device().str().c_str());

    const auto second = static_cast<index_t>(fs);
    for (const Detector* d : {&h1, &l1}) {
      // Bins are 1/8 Hz apart here: 100 to 110 Hz.
      const auto quiet = d->density(Slice{800, 881});
      const auto inner = abs(d->whitened(Slice{second, -second}));
      const auto peak = argmax(inner).item() + second;
      std::printf("%s: noise at 100-110 Hz %.2e / sqrt(Hz), largest whitened strain at %.4f s, %.1f times the rms\n",
                  d->name.c_str(), std::sqrt(mean(quiet).item()), peak / fs,
                  max(inner).item() / std::sqrt(mean(square(inner)).item()));
    }

    // Hanford and Livingston are nearly opposite in orientation, hence the minus sign.
    const Slice window{static_cast<index_t>(from * fs), static_cast<index_t>(to * fs)};
    const auto a = h1.whitened(window), b = -l1.whitened(window);
    const auto correlation = signal::correlate(a, b) / std::sqrt(sum(square(a)).item() * sum(square(b)).item());
    const auto lags = signal::correlation_lags(a.size(), b.size());
    const auto lag = lags[argmax(correlation).item()];
    std::printf("H1 follows L1 by %lld samples = %.2f ms (published: 6.9 ms), correlation %.2f\n",
                static_cast<long long>(lag), 1e3 * lag / fs, max(correlation).item());

    // The chirp: its frequency rises from 40 Hz to 250 Hz within 0.15 s.
    const auto spectrogram =
        signal::spectrogram(h1.whitened, {.fs = fs, .window = "hann", .nperseg = 256, .noverlap = 248, .nfft = 2048});
    std::vector<double> track_time, track_frequency;
    const auto power = spectrogram.sxx.to_vector();
    const std::size_t columns = spectrogram.t.size();
    const auto first = std::lower_bound(spectrogram.t.begin(), spectrogram.t.end(), from) - spectrogram.t.begin();
    const auto last = std::lower_bound(spectrogram.t.begin(), spectrogram.t.end(), to) - spectrogram.t.begin();
    auto loudest = [&](double time) {
      const auto c = std::lower_bound(spectrogram.t.begin(), spectrogram.t.end(), time) - spectrogram.t.begin();
      std::size_t best = 0;
      for (std::size_t r = 0; r < spectrogram.f.size(); ++r)
        if (power[r * columns + c] > power[best * columns + c]) best = r;
      return spectrogram.f[best];
    };
    std::printf("loudest frequency at H1: %.0f Hz at 4.35 s, %.0f Hz at 4.40 s, %.0f Hz at 4.42 s\n", loudest(4.35),
                loudest(4.40), loudest(4.42));

    example::Plot plot(argc > 1 ? argv[1] : "gravitational_wave.png", 860, 820);
    std::vector<double> frequency, noise_h, noise_l, time, wave_h, wave_l;
    const auto density_h = h1.density.to_vector(), density_l = l1.density.to_vector();
    for (std::size_t i = 80; i < density_h.size(); i += 2)
      frequency.push_back(i * fs / 2 / (density_h.size() - 1)), noise_h.push_back(std::sqrt(density_h[i])),
          noise_l.push_back(std::sqrt(density_l[i]));
    const auto white_h = h1.whitened.to_vector(), white_l = l1.whitened.to_vector();
    for (index_t i = static_cast<index_t>(from * fs); i < static_cast<index_t>(to * fs); ++i)
      time.push_back(i / fs), wave_h.push_back(white_h[i]), wave_l.push_back(-white_l[i - lag]);
    const std::size_t rows = 181;  // to 360 Hz
    std::vector<double> image;
    for (std::size_t r = 0; r < rows; ++r)
      for (auto c = first; c < last; ++c) image.push_back(std::sqrt(power[r * columns + c]));
    plot.data("$noise", {frequency, noise_h, noise_l});
    plot.data("$wave", {time, wave_h, wave_l});
    plot.matrix("$chirp", image, rows, last - first);
    plot << "set multiplot layout 3,1 margins 0.1,0.97,0.07,0.95 spacing 0,0.14\n"
         << "set title 'GW150914: noise of the detectors' font ',13'\nset logscale xy\nset format y '10^{%L}'\n"
         << "set xrange [10:2000]\nset yrange [3e-24:1e-18]\nset xlabel 'frequency (Hz)'\n"
         << "set ylabel 'strain / Hz^{1/2}'\n"
         << "plot $noise using 1:2 with lines ls 2 lw 0.8 title 'Hanford (H1)', "
         << "$noise using 1:3 with lines ls 1 lw 0.8 title 'Livingston (L1)'\n"
         << "unset logscale\nset format y '%g'\nset xrange [" << from << ":" << to << "]\nset yrange [*:*]\n"
         << "set title 'whitened, 43-300 Hz; L1 inverted and shifted by " << std::round(1e4 * lag / fs) / 10 << " ms' font ',13'\n"
         << "set xlabel 'time (s)'\nset ylabel 'whitened strain'\n"
         << "plot $wave using 1:2 with lines ls 2 title 'Hanford (H1)', "
         << "$wave using 1:3 with lines ls 1 title 'Livingston (L1)'\n"
         << "set title 'the chirp at Hanford' font ',13'\nset ylabel 'frequency (Hz)'\nset yrange [0:360]\n"
         << "unset colorbox\nunset key\nset grid front lc '#ffffff' lw 0.3\n"
         << "plot $chirp matrix using (" << spectrogram.t[first] << "+$1*" << 8 / fs << "):($2*"
         << spectrogram.f[1] << "):3 with image\nunset multiplot\n";
    plot.draw();
  });
}
