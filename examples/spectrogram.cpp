// SPDX-License-Identifier: Apache-2.0
// The spectrogram of any WAV file that libsndfile reads.
//     example-spectrogram FILE.wav OUT.png
#include <sndfile.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

#include "plot.hpp"
#include "support.hpp"

using namespace tukey;

// libsndfile reads what is there of a file that was cut off; such a file shall be an error instead.
void require_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char chunk[12];
  if (!file.read(chunk, 12) || std::memcmp(chunk, "RIFF", 4) != 0) return;  // not little-endian WAV: left to libsndfile
  const auto end = static_cast<std::uint64_t>(file.seekg(0, std::ios::end).tellg());
  auto number = [](const char* p) {
    std::uint32_t v = 0;
    for (int i = 3; i >= 0; --i) v = v << 8 | static_cast<unsigned char>(p[i]);
    return v;
  };
  for (std::uint64_t at = 12; at + 8 <= end;) {
    if (!file.seekg(static_cast<std::streamoff>(at)).read(chunk, 8)) break;
    const std::uint32_t size = number(chunk + 4);
    if (size == 0xffffffffu) return;  // a stream of unknown length
    if (size > end - at - 8)
      throw IoError(path + ": truncated: chunk \"" + std::string(chunk, 4) + "\" has " + std::to_string(size) +
                    " bytes, " + std::to_string(end - at - 8) + " are there");
    if (std::memcmp(chunk, "data", 4) == 0) return;
    at += 8 + std::uint64_t(size) + size % 2;
  }
  throw IoError(path + ": truncated: no samples");
}

struct Sound {
  std::vector<float> samples;  // all channels, interleaved
  int rate = 0, channels = 0;
};
Sound read_wav(const std::string& path) {
  SF_INFO info{};
  SNDFILE* file = sf_open(path.c_str(), SFM_READ, &info);
  if (!file) throw IoError(path + ": " + sf_strerror(nullptr));
  Sound sound;
  sound.rate = info.samplerate;
  sound.channels = info.channels;
  std::vector<float> block(static_cast<std::size_t>(info.channels) * 4096);
  for (sf_count_t n; (n = sf_readf_float(file, block.data(), 4096)) > 0;)
    sound.samples.insert(sound.samples.end(), block.begin(), block.begin() + n * info.channels);
  const bool failed = sf_error(file) != SF_ERR_NO_ERROR;
  const std::string error = sf_strerror(file);
  sf_close(file);
  if (failed) throw IoError(path + ": " + error);
  require_whole(path);
  if (sound.samples.empty()) throw IoError(path + ": no samples");
  return sound;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: example-spectrogram FILE.wav OUT.png\n");
    return 2;
  }
  return example::run([&] {
    const Sound sound = read_wav(argv[1]);
    const index_t frames = static_cast<index_t>(sound.samples.size()) / sound.channels;
    const auto channels = Array<float>::from(sound.samples, {frames, sound.channels});
    const auto x = mean(channels, {.axis = 1});
    std::printf("%s: %.3f s, %d Hz, %d channel%s, on %s\n", argv[1], double(frames) / sound.rate, sound.rate,
                sound.channels, sound.channels == 1 ? "" : "s", x.device().str().c_str());

    // Pieces of about 25 ms that overlap so that about 1000 of them make the picture.
    index_t length = 64;
    while (length * 2 <= sound.rate / 25) length *= 2;
    length = std::min(length, frames);
    const index_t step = std::clamp<index_t>((frames - length) / 1000, 1, length);
    const auto s = signal::spectrogram(
        x, {.fs = double(sound.rate), .window = "hann", .nperseg = length, .noverlap = length - step});

    const auto total = sum(s.sxx, {.axis = 1}).to_vector();
    const auto loudest = std::max_element(total.begin(), total.end()) - total.begin();
    std::printf("loudest frequency %.1f Hz, rms %.4f of full scale\n", s.f[loudest], std::sqrt(mean(square(x)).item()));

    // Decibels below the loudest point, 80 dB deep.
    const float peak = std::max(max(s.sxx).item(), 1e-30f);
    const auto decibel = clip(10.0f * log10(s.sxx / peak + 1e-12f), -80.0f, 0.0f);
    const std::size_t columns = s.t.size();
    const auto values = decibel.to_vector();
    std::size_t rows = s.f.size();  // down to the highest one that is not dark all along
    while (rows > 8 && *std::max_element(values.begin() + (rows - 1) * columns, values.begin() + rows * columns) < -75)
      --rows;
    example::Plot plot(argv[2], 1000, 620);
    std::vector<double> time, wave;
    const auto samples = x.to_vector();
    const std::size_t group = std::max<std::size_t>(1, samples.size() / 4000);
    for (std::size_t i = 0; i + group <= samples.size(); i += group) {  // lowest and highest sample of each group
      const auto [low, high] = std::minmax_element(samples.begin() + i, samples.begin() + i + group);
      time.insert(time.end(), 2, double(i) / sound.rate);
      wave.push_back(*low), wave.push_back(*high);
    }
    plot.data("$wave", {time, wave});
    plot.matrix("$s", std::vector<double>(values.begin(), values.begin() + rows * columns), rows, columns);
    const double top = std::max(1e-6f, max(abs(x)).item());
    const double dt = columns > 1 ? s.t[1] - s.t[0] : 1, df = rows > 1 ? s.f[1] - s.f[0] : 1;
    plot << "set multiplot\nset lmargin at screen 0.09\nset rmargin at screen 0.86\n"
         << "set bmargin at screen 0.78\nset tmargin at screen 0.93\nset xrange [0:" << double(frames) / sound.rate
         << "]\nset yrange [" << -top << ":" << top << "]\nset ytics (" << -top << ", 0, " << top
         << ") format '%.2f'\nset ylabel 'amplitude'\nset format x ''\nunset key\nset title '"
         << std::string(argv[1]).substr(std::string(argv[1]).find_last_of('/') + 1) << "' font ',13' noenhanced\n"
         << "plot $wave with lines lc '#1f5fa8' lw 0.6\nunset title\nset format '%g'\n"
         << "set bmargin at screen 0.1\nset tmargin at screen 0.74\nset xlabel 'time (s)'\n"
         << "set ylabel 'frequency (kHz)'\nset yrange [0:" << s.f[rows - 1] / 1e3 << "]\nset ytics autofreq\nset cbrange [-80:0]\n"
         << "set cblabel 'dB below the loudest point'\nset grid front lc '#ffffff' lw 0.2\n"
         << "plot $s matrix using (" << s.t[0] << "+$1*" << dt << "):($2*" << df / 1e3 << "):3 with image\n"
         << "unset multiplot\n";
    plot.draw();
  });
}
