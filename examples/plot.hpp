// SPDX-License-Identifier: Apache-2.0
// Pictures by gnuplot: data and commands are piped into one gnuplot process.
#pragma once

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace example {

/// Collects data and gnuplot commands; draw() makes the PNG.
///     Plot plot("out.png", 900, 400);
///     plot.data("$x", {time, voltage});
///     plot << "plot $x with lines title 'ECG'\n";
///     plot.draw();
class Plot {
 public:
  Plot(const std::string& png, int width, int height) : png_(png) {
    script_ << "set terminal pngcairo size " << width << "," << height
            << " background '#ffffff' enhanced font 'DejaVu Sans,11'\n"
            << "set output '" << quoted(png) << "'\n"
            << "set border lw 0.8 lc '#505050'\nset grid lc '#e0e0e0' lw 0.8\nset tics nomirror out scale 0.6\n"
            << "set key top right opaque box lc '#d0d0d0' width 1\nset style line 1 lc '#1f5fa8' lw 1.2\n"
            << "set style line 2 lc '#d1495b' lw 1.2\nset style line 3 lc '#66a182' lw 1.2\n"
            << "set palette defined (0 '#0b0724', 0.25 '#51127c', 0.5 '#b73779', 0.75 '#fc8961', 1 '#fcfdbf')\n";
  }
  /// A table with these columns, all of one length, under a gnuplot name such as "$x".
  void data(const std::string& name, const std::vector<std::vector<double>>& columns) {
    script_ << name << " << EOD\n";
    for (std::size_t i = 0; i < columns[0].size(); ++i) {
      for (const auto& column : columns) script_ << column[i] << ' ';
      script_ << '\n';
    }
    script_ << "EOD\n";
  }
  /// rows x columns values in row-major order, for `plot $z matrix with image`.
  void matrix(const std::string& name, const std::vector<double>& values, std::size_t rows, std::size_t columns) {
    script_ << name << " << EOD\n";
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) script_ << values[i * columns + j] << ' ';
      script_ << '\n';
    }
    script_ << "EOD\n";
  }
  template <class T>
  Plot& operator<<(const T& text) {
    script_ << text;
    return *this;
  }
  /// Without gnuplot it says so and returns false.
  bool draw() {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0) {
      std::printf("picture: none, gnuplot is not installed (Debian: gnuplot-nox)\n");
      return false;
    }
    std::signal(SIGPIPE, SIG_IGN);  // gnuplot ends early where a command is wrong: that is reported below
    std::FILE* pipe = popen("gnuplot", "w");
    const std::string text = script_.str() + "unset output\n";
    const bool written = pipe && std::fwrite(text.data(), 1, text.size(), pipe) == text.size();
    const bool ok = pipe && pclose(pipe) == 0 && written;
    std::printf(ok ? "picture: %s\n" : "picture: gnuplot could not draw %s\n", png_.c_str());
    return ok;
  }

 private:
  static std::string quoted(const std::string& text) {  // gnuplot doubles a quote within quotes
    std::string s;
    for (const char c : text) s += c == '\'' ? "''" : std::string(1, c);
    return s;
  }
  std::string png_;
  std::ostringstream script_;
};

}  // namespace example
