// SPDX-License-Identifier: Apache-2.0
// Text by std::to_chars and from_chars: no locale, and the shortest digits that give the same number again.
#include "tukey/textio.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>

#include "tukey/detail/access.hpp"

namespace tukey {
namespace {

template <class... A> [[noreturn]] void fail(const std::string& path, const A&... parts) {
  std::ostringstream text;
  text << path << ": ";
  (text << ... << parts);
  throw IoError(text.str());
}
std::string system_error() { return errno ? std::strerror(errno) : "unknown error"; }

class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {
    errno = 0;
    file_.open(path, std::ios::binary | std::ios::trunc);
    if (!file_) fail(path_, "cannot create: ", system_error());
  }
  void write(const void* data, std::size_t bytes) {
    file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    if (!file_) fail(path_, "cannot write: ", system_error());
  }
  void close() {
    file_.close();
    if (!file_) fail(path_, "cannot write: ", system_error());
  }

 private:
  std::string path_;
  std::ofstream file_;
};

// `bytes` of a file from `offset` on; bytes = npos: all that are there.
template <class Get> void read_file(const std::string& path, std::uint64_t offset, const Get& get) {
  std::error_code code;
  const std::uint64_t size = std::filesystem::file_size(path, code);
  if (code) fail(path, "cannot open: ", code.message());
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot open: ", system_error());
  const std::uint64_t left = size > offset ? size - offset : 0;
  auto [to, bytes] = get(left);
  if (bytes == 0) return;
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
  if (!file) fail(path, "cannot read: ", system_error());
}

// Numbers to text. ---------------------------------------------------------------------------------------------
template <class T> void append(std::string& text, T x, int precision) {
  if constexpr (is_complex_v<T>) {
    text += '(';
    append(text, x.real(), precision);
    // A NaN has no sign to show, an infinity its own.
    if (!std::signbit(x.imag()) || x.imag() != x.imag()) text += '+';
    append(text, x.imag() != x.imag() ? std::numeric_limits<real_t<T>>::quiet_NaN() : x.imag(), precision);
    text += "j)";
  } else if constexpr (std::is_same_v<T, bool>) {
    text += x ? '1' : '0';
  } else {
    char buffer[160];
    std::to_chars_result end{};
    if constexpr (std::is_integral_v<T>) {
      end = std::to_chars(buffer, buffer + sizeof buffer, x);
    } else {
      if (x != x) return void(text += "nan");
      end = precision < 0 ? std::to_chars(buffer, buffer + sizeof buffer, x)
                          : std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific, precision);
    }
    text.append(buffer, end.ptr);
  }
}

void append_comment(std::string& text, const std::string& lines, const SaveText& options) {
  if (lines.empty()) return;
  std::size_t from = 0;
  while (true) {
    const std::size_t to = lines.find('\n', from);
    text += options.comments;
    text.append(lines, from, to == std::string::npos ? to : to - from);
    text += options.newline;
    if (to == std::string::npos) return;
    from = to + 1;
  }
}

// Text to numbers. Each takes what it understands off the front. -----------------------------------------------
template <class T> bool take(std::string_view& s, T& x) {
  std::string_view number = s;
  if (!number.empty() && number[0] == '+') {
    number.remove_prefix(1);
    if (!number.empty() && (number[0] == '-' || number[0] == '+')) return false;
  }
  auto result = std::from_chars(number.data(), number.data() + number.size(), x);
  if (result.ec == std::errc::invalid_argument) return false;
  if (result.ec == std::errc::result_out_of_range) {
    if constexpr (std::is_integral_v<T>) {
      return false;
    } else {
      long double wide = 0;
      const auto again = std::from_chars(number.data(), number.data() + number.size(), wide);
      const std::string_view digits(number.data(), static_cast<std::size_t>(again.ptr - number.data()));
      if (again.ec == std::errc::result_out_of_range) {
        const bool small = digits.find("e-") != digits.npos || digits.find("E-") != digits.npos;
        wide = small ? 0 : std::numeric_limits<long double>::infinity();
        if (digits[0] == '-') wide = -wide;
      }
      x = static_cast<T>(wide);
    }
  }
  s.remove_prefix(static_cast<std::size_t>(result.ptr - s.data()));
  return true;
}
template <class T> bool parse(std::string_view s, T& x) {
  if constexpr (is_complex_v<T>) {
    if (s.size() > 1 && s.front() == '(' && s.back() == ')') s = s.substr(1, s.size() - 2);
    real_t<T> first = 0, second = 0;
    if (!take(s, first)) return false;
    if (s.empty()) return x = first, true;
    if (s == "j") return x = T(0, first), true;
    if ((s[0] != '+' && s[0] != '-') || !take(s, second) || s != "j") return false;
    return x = T(first, second), true;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (s == "True" || s == "False") return x = s == "True", true;
    std::int64_t number = 0;
    if (!parse(s, number)) return false;
    return x = number != 0, true;
  } else {
    return take(s, x) && s.empty();
  }
}

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}
void split(std::string_view line, const std::string& delimiter, std::vector<std::string_view>& fields) {
  fields.clear();
  if (delimiter.empty()) {
    std::size_t at = 0;
    while (at < line.size()) {
      const std::size_t from = line.find_first_not_of(" \t\r\v\f", at);
      if (from == line.npos) return;
      const std::size_t to = std::min(line.find_first_of(" \t\r\v\f", from), line.size());
      fields.push_back(line.substr(from, to - from));
      at = to;
    }
    return;
  }
  std::size_t from = 0;
  while (true) {
    const std::size_t to = line.find(delimiter, from);
    fields.push_back(trimmed(line.substr(from, to == line.npos ? to : to - from)));
    if (to == line.npos) return;
    from = to + delimiter.size();
  }
}

}  // namespace

template <class T> void savetxt(const std::string& path, const Array<T>& x, const SaveText& options) {
  detail::require(x.rank() == 1 || x.rank() == 2, "savetxt", "expected an array with 1 or 2 axes, got ", x.rank());
  detail::require(options.precision >= -1 && options.precision <= 100, "savetxt",
                  "precision must be in [-1, 100], got ", options.precision);
  const Array<T> host = x.contiguous().to(Device::cpu());
  const T* value = host.data();
  Output file(path);
  std::string text;
  append_comment(text, options.header, options);
  const index_t columns = x.rank() == 2 ? x.shape(1) : 1;
  for (index_t i = 0; i < x.shape(0); ++i) {
    for (index_t j = 0; j < columns; ++j) {
      if (j) text += options.delimiter;
      append(text, *value++, options.precision);
    }
    text += options.newline;
    if (text.size() > (std::size_t(1) << 20)) {
      file.write(text.data(), text.size());
      text.clear();
    }
  }
  append_comment(text, options.footer, options);
  file.write(text.data(), text.size());
  file.close();
}

template <class T> Array<T> loadtxt(const std::string& path, const LoadText& options, Device device) {
  detail::require(options.skiprows >= 0, "loadtxt", "skiprows must not be negative, got ", options.skiprows);
  detail::require(options.max_rows >= -1, "loadtxt", "max_rows must be at least -1, got ", options.max_rows);
  detail::require(options.ndmin >= 0 && options.ndmin <= 2, "loadtxt", "ndmin must be 0, 1 or 2, got ", options.ndmin);
  std::string text;
  read_file(path, 0, [&](std::uint64_t bytes) {
    text.resize(bytes);
    return std::pair<void*, std::uint64_t>(text.data(), bytes);
  });
  using Element = std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>;  // no std::vector<bool>
  std::vector<Element> values;
  std::vector<std::string_view> fields;
  std::vector<index_t> used;
  index_t rows = 0, number = 0;
  std::size_t columns = 0;
  for (std::size_t from = 0; from < text.size() && (options.max_rows < 0 || rows < options.max_rows);) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    std::string_view line(text.data() + from, to - from);
    from = to + 1;
    if (++number <= options.skiprows) continue;
    if (!options.comments.empty()) line = line.substr(0, line.find(options.comments));
    line = trimmed(line);
    if (line.empty()) continue;
    split(line, options.delimiter, fields);
    if (rows++ == 0) {
      columns = fields.size();
      used = options.usecols;
      if (used.empty())
        for (std::size_t c = 0; c < columns; ++c) used.push_back(static_cast<index_t>(c));
      const auto count = static_cast<index_t>(columns);
      for (index_t& c : used) {
        if (c < -count || c >= count)
          fail(path, "line ", number, ": column ", c, " was asked for, but there are ", columns);
        if (c < 0) c += count;
      }
    }
    if (fields.size() != columns)
      fail(path, "line ", number, ": expected ", columns, columns == 1 ? " column" : " columns", ", got ",
           fields.size());
    for (index_t c : used) {
      const std::string_view field = fields[static_cast<std::size_t>(c)];
      T value{};
      if (!parse(field, value))
        fail(path, "line ", number, ", column ", c + 1, ": expected a ", dtype_name_v<T>, ", got '", field, "'");
      values.push_back(static_cast<Element>(value));
    }
  }
  const auto width = static_cast<index_t>(used.size());
  Shape shape{rows, width};
  if (rows == 0)
    shape = options.ndmin == 2 ? Shape{0, 1} : Shape{0};
  else if (options.ndmin < 2 && rows == 1 && width == 1)
    shape = options.ndmin ? Shape{1} : Shape{};
  else if (options.ndmin < 2 && (rows == 1 || width == 1))
    shape = {rows * width};
  return Array<T>::from(reinterpret_cast<const T*>(values.data()), shape, device);
}

template <class T> void tofile(const std::string& path, const Array<T>& x) {
  const Array<T> host = x.contiguous().to(Device::cpu());
  Output file(path);
  if (x.size()) file.write(host.data(), host.bytes());
  file.close();
}

template <class T> Array<T> fromfile(const std::string& path, const FromFile& options, Device device) {
  detail::require(options.count >= -1, "fromfile", "count must be at least -1, got ", options.count);
  detail::require(options.offset >= 0, "fromfile", "offset must not be negative, got ", options.offset);
  Array<T> x;
  read_file(path, static_cast<std::uint64_t>(options.offset), [&](std::uint64_t left) {
    const index_t there = static_cast<index_t>(left / sizeof(T)), n = options.count < 0 ? there : options.count;
    if (options.count < 0 && left % sizeof(T))
      fail(path, left, " bytes from byte ", options.offset, " on are no whole number of ", dtype_name_v<T>);
    if (n > there)
      fail(path, "expected ", n, " elements of ", dtype_name_v<T>, " from byte ", options.offset, " on, got ", there);
    x = Array<T>(Shape{n}, Device::cpu());
    return std::pair<void*, std::uint64_t>(x.data(), x.bytes());
  });
  return x.to(device);
}

template <class T>
Array<T> frombuffer(void* buffer, std::size_t bytes, const FromFile& options, std::shared_ptr<void> owner) {
  const char* name = "frombuffer";
  detail::require(options.count >= -1, name, "count must be at least -1, got ", options.count);
  detail::require(options.offset >= 0 && static_cast<std::size_t>(options.offset) <= bytes, name,
                  "offset must be in [0, ", bytes, "], got ", options.offset);
  const std::size_t left = bytes - static_cast<std::size_t>(options.offset);
  const auto there = static_cast<index_t>(left / sizeof(T));
  detail::require(options.count >= 0 || left % sizeof(T) == 0, name, left, " bytes are no whole number of ",
                  dtype_name_v<T>);
  const index_t n = options.count < 0 ? there : options.count;
  detail::require(n <= there, name, "expected ", n, " elements of ", dtype_name_v<T>, ", got ", there);
  char* first = static_cast<char*>(buffer) + options.offset;
  detail::require(reinterpret_cast<std::uintptr_t>(first) % alignof(T) == 0, name, "the memory is not aligned for ",
                  dtype_name_v<T>);
  return Array<T>::wrap(reinterpret_cast<T*>(first), {n}, {}, Device::cpu(), std::move(owner));
}

#define TUKEY_TEXT(T)                                                                          \
  template TUKEY_EXPORT void savetxt<T>(const std::string&, const Array<T>&, const SaveText&); \
  template TUKEY_EXPORT Array<T> loadtxt<T>(const std::string&, const LoadText&, Device);
TUKEY_FOR_COMPUTED(TUKEY_TEXT)
#define TUKEY_RAW(T)                                                                       \
  template TUKEY_EXPORT void tofile<T>(const std::string&, const Array<T>&);               \
  template TUKEY_EXPORT Array<T> fromfile<T>(const std::string&, const FromFile&, Device); \
  template TUKEY_EXPORT Array<T> frombuffer<T>(void*, std::size_t, const FromFile&, std::shared_ptr<void>);
TUKEY_FOR_ALL(TUKEY_RAW)

}  // namespace tukey
