// SPDX-License-Identifier: Apache-2.0
// .npy (https://numpy.org/neps/nep-0001-npy-format.html) and .npz, which is a zip archive (PKWARE's APPNOTE).
//
// Nothing in a file is trusted: every length is checked against the bytes that are really there before memory is
// allocated for it, so a damaged file ends in IoError and never in a huge allocation.
#include "tukey/npy.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tukey/detail/access.hpp"

namespace tukey {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "memory is written to files as it stands");

template <class... A> [[noreturn]] void fail(const A&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw IoError(text.str());
}

std::string system_error() { return errno ? std::strerror(errno) : "unknown error"; }

// The bytes of a file, or of one zip entry after decompression, in order. `where` starts every message.
class Input {
 public:
  Input(std::string where, const std::string& path) : where_(std::move(where)) {
    std::error_code code;
    file_size_ = std::filesystem::file_size(path, code);
    if (code) fail(where_, "cannot open: ", code.message());
    errno = 0;
    file_.open(path, std::ios::binary);
    if (!file_) fail(where_, "cannot open: ", system_error());
    left_ = raw_left_ = file_size_;
  }
  ~Input() {
    if (inflating_) inflateEnd(&zlib_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  std::uint64_t file_size() const { return file_size_; }
  std::uint64_t left() const { return left_; }
  const std::string& where() const { return where_; }

  void seek(std::uint64_t offset) {
    if (offset > file_size_) fail(where_, "damaged: byte ", offset, " is past the end of the file");
    file_.seekg(static_cast<std::streamoff>(offset));
    left_ = raw_left_ = file_size_ - offset;
  }
  // From here on the input is a zip entry of `size` bytes that takes up `stored` bytes of the file.
  void enter(std::uint64_t stored, std::uint64_t size, bool deflated) {
    if (stored > raw_left_) fail(where_, "truncated: ", stored, " bytes expected, ", raw_left_, " are left");
    // Deflate cannot shrink data more than 1032 times: a larger claim is damage.
    if (deflated ? size / 1032 > stored : size != stored)
      fail(where_, "damaged: ", size, " bytes cannot come from ", stored, " stored ones");
    raw_left_ = stored;
    left_ = size;
    crc_ = 0;
    if (deflated) {
      buffer_.resize(std::size_t(1) << 16);
      if (inflateInit2(&zlib_, -MAX_WBITS) != Z_OK) fail(where_, "zlib's inflateInit2 failed");
      inflating_ = true;
    }
  }
  void read(void* to, std::uint64_t bytes, const char* what) {
    if (bytes > left_) fail(where_, "truncated: ", what, " needs ", bytes, " bytes, ", left_, " are left");
    auto* out = static_cast<unsigned char*>(to);
    left_ -= bytes;
    while (bytes > 0) {
      const auto chunk = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, std::uint64_t(1) << 28));
      if (inflating_)
        inflate_exactly(out, chunk);
      else
        read_raw(out, chunk);
      crc_ = ::crc32(crc_, out, static_cast<uInt>(chunk));
      out += chunk;
      bytes -= chunk;
    }
  }
  // Reads the rest of a zip entry and compares its checksum.
  void finish(std::uint32_t crc) {
    unsigned char skipped[4096];
    while (left_ > 0) read(skipped, std::min<std::uint64_t>(left_, sizeof skipped), "the entry");
    if (inflating_) {
      zlib_.next_out = skipped;
      zlib_.avail_out = 1;
      int status;
      do status = inflate_some();
      while (status == Z_OK && zlib_.avail_out == 1);
      if (status != Z_STREAM_END || zlib_.avail_out != 1) fail(where_, "damaged: more data than the directory says");
    }
    if (crc_ != crc) fail(where_, "damaged: wrong checksum (CRC-32)");
  }

 private:
  void read_raw(void* to, std::size_t bytes) {
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
    if (!file_) fail(where_, "cannot read: ", system_error());
    raw_left_ -= bytes;
  }
  int inflate_some() {
    if (zlib_.avail_in == 0 && raw_left_ > 0) {
      const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(raw_left_, buffer_.size()));
      read_raw(buffer_.data(), bytes);
      zlib_.next_in = buffer_.data();
      zlib_.avail_in = static_cast<uInt>(bytes);
    }
    return ::inflate(&zlib_, Z_NO_FLUSH);
  }
  void inflate_exactly(unsigned char* to, std::size_t bytes) {
    zlib_.next_out = to;
    zlib_.avail_out = static_cast<uInt>(bytes);
    while (zlib_.avail_out > 0) {
      const int status = inflate_some();
      if (status == Z_STREAM_END && zlib_.avail_out > 0) fail(where_, "damaged: the compressed data end early");
      if (status != Z_OK && status != Z_STREAM_END)
        fail(where_, "damaged compressed data", zlib_.msg ? std::string(": ") + zlib_.msg : "");
      if (status == Z_STREAM_END) break;
    }
  }

  std::string where_;
  std::ifstream file_;
  std::uint64_t file_size_ = 0, raw_left_ = 0, left_ = 0;
  z_stream zlib_{};
  bool inflating_ = false;
  std::vector<unsigned char> buffer_;
  uLong crc_ = 0;
};

// Element types ------------------------------------------------------------------------------------------------
template <class T> constexpr const char* descr_v = nullptr;
template <> constexpr const char* descr_v<bool> = "|b1";
template <> constexpr const char* descr_v<std::int8_t> = "|i1";
template <> constexpr const char* descr_v<std::int16_t> = "<i2";
template <> constexpr const char* descr_v<std::int32_t> = "<i4";
template <> constexpr const char* descr_v<std::int64_t> = "<i8";
template <> constexpr const char* descr_v<std::uint8_t> = "|u1";
template <> constexpr const char* descr_v<std::uint16_t> = "<u2";
template <> constexpr const char* descr_v<std::uint32_t> = "<u4";
template <> constexpr const char* descr_v<std::uint64_t> = "<u8";
template <> constexpr const char* descr_v<half> = "<f2";
template <> constexpr const char* descr_v<float> = "<f4";
template <> constexpr const char* descr_v<double> = "<f8";
template <> constexpr const char* descr_v<std::complex<float>> = "<c8";
template <> constexpr const char* descr_v<std::complex<double>> = "<c16";

// "float64 ('>f8')" where the type is one of ours, else just its text.
std::string type_text(const std::string& descr) {
  const char* name = nullptr;
#define TUKEY_MATCH(T) \
  if (descr.size() > 1 && descr.substr(1) == descr_v<T> + 1) name = dtype_name_v<T>;
  TUKEY_FOR_COMPUTED(TUKEY_MATCH)
  TUKEY_MATCH(half)
#undef TUKEY_MATCH
  return name ? std::string(name) + " ('" + descr + "')" : "'" + descr + "'";
}

template <class U> void swap_bytes(unsigned char* data, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, data += sizeof(U)) {
    U v;
    std::memcpy(&v, data, sizeof v);
    if constexpr (sizeof(U) == 2) v = __builtin_bswap16(v);
    if constexpr (sizeof(U) == 4) v = __builtin_bswap32(v);
    if constexpr (sizeof(U) == 8) v = __builtin_bswap64(v);
    std::memcpy(data, &v, sizeof v);
  }
}

// The header ---------------------------------------------------------------------------------------------------
struct Header {
  std::string descr;  // "<f8"; of a structured type the whole Python literal
  bool fortran = false;
  Shape shape;
};

// The header is a Python dictionary literal: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
 public:
  HeaderParser(const std::string& text, const std::string& where) : text_(text), where_(where) {}

  Header parse() {
    Header h;
    std::set<std::string> seen;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (!seen.insert(key).second) malformed("repeated key '" + key + "'");
      if (key == "descr")
        h.descr = peek() == '\'' || peek() == '"' ? quoted() : bracketed();
      else if (key == "fortran_order")
        h.fortran = boolean();
      else if (key == "shape")
        h.shape = shape();
      else
        malformed("unknown key '" + key + "'");
      if (!accept(',') && peek() != '}') malformed("',' or '}' expected");
    }
    if (peek() != '\0') malformed("text after the dictionary");
    for (const char* key : {"descr", "fortran_order", "shape"})
      if (!seen.count(key)) malformed(std::string("no '") + key + "'");
    return h;
  }

 private:
  [[noreturn]] void malformed(const std::string& what) const { fail(where_, "malformed header: ", what); }
  // The next character that is not blank; 0 at the end.
  char peek() {
    while (at_ < text_.size() && std::strchr(" \t\n\r", text_[at_]) && text_[at_]) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) malformed(std::string("'") + c + "' expected");
  }
  std::string quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') malformed("a quoted name expected");
    const auto end = text_.find(quote, ++at_);
    if (end == std::string::npos) malformed("a quote is not closed");
    const std::string s = text_.substr(at_, end - at_);
    at_ = end + 1;
    return s;
  }
  std::string bracketed() {
    if (peek() != '[' && peek() != '(') malformed("an element type expected");
    const std::size_t start = at_;
    int depth = 0;
    do {
      const char c = peek();
      if (c == '\0') malformed("a bracket is not closed");
      if (c == '\'' || c == '"') {
        quoted();
        continue;
      }
      depth += (c == '[' || c == '(') - (c == ']' || c == ')');
      ++at_;
    } while (depth > 0);
    return text_.substr(start, at_ - start);
  }
  bool boolean() {
    peek();
    for (const char* word : {"True", "False"})
      if (text_.compare(at_, std::strlen(word), word) == 0) {
        at_ += std::strlen(word);
        return word[0] == 'T';
      }
    malformed("True or False expected");
  }
  Shape shape() {
    Shape s;
    expect('(');
    while (!accept(')')) {
      std::uint64_t extent = 0;
      if (peek() < '0' || peek() > '9') malformed("a shape holds non-negative integers only");
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
        extent = extent * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
        if (extent > std::uint64_t(1) << 62) malformed("an extent is too large");
      }
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // written by Python 2
      if (s.rank() == max_rank) fail(where_, "more than ", max_rank, " axes");
      s.push_back(static_cast<index_t>(extent));
      if (!accept(',') && peek() != ')') malformed("',' or ')' expected");
    }
    return s;
  }

  const std::string& text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

Header read_header(Input& input) {
  unsigned char start[12];
  if (input.left() < 10) fail(input.where(), "not an .npy file: only ", input.left(), " bytes");
  input.read(start, 8, "the header");
  if (std::memcmp(start, "\x93NUMPY", 6) != 0) fail(input.where(), "not an .npy file");
  const int major = start[6], minor = start[7];
  if (major < 1 || major > 3 || minor != 0) fail(input.where(), "unknown .npy format ", major, ".", minor);
  input.read(start + 8, major == 1 ? 2 : 4, "the header");
  std::uint64_t length = start[8] | start[9] << 8;
  if (major > 1) length |= std::uint64_t(start[10]) << 16 | std::uint64_t(start[11]) << 24;
  if (length > 1 << 20) fail(input.where(), "malformed header: ", length, " bytes long");
  if (length > input.left())
    fail(input.where(), "truncated: the header needs ", length, " bytes, ", input.left(), " are left");
  std::string text(static_cast<std::size_t>(length), '\0');
  input.read(&text[0], length, "the header");
  Header h = HeaderParser(text, input.where()).parse();
  // Zero extents make the array empty, but the others must still multiply to a number that fits.
  std::uint64_t product = 1;
  for (const index_t extent : h.shape) {
    const auto n = static_cast<std::uint64_t>(std::max<index_t>(extent, 1));
    if (product > (std::uint64_t(1) << 58) / n)
      fail(input.where(), "malformed header: shape ", h.shape.str(), " is too large");
    product *= n;
  }
  return h;
}

// Header and data of the array at the input's current place, into host memory.
template <class T> Array<T> read_array(Input& input) {
  const Header h = read_header(input);
  const std::string wanted = descr_v<T>;
  if (h.descr.size() < 2 || h.descr.substr(1) != wanted.substr(1) || !std::strchr("<>|=", h.descr[0]))
    fail(input.where(), "element type is ", type_text(h.descr), ", expected ", type_text(wanted));

  Shape order = h.shape;
  if (h.fortran) std::reverse(order.begin(), order.end());
  const auto count = static_cast<std::uint64_t>(order.size());
  if (count > input.left() / sizeof(T))
    fail(input.where(), "truncated: shape ", h.shape.str(), " needs ", count * sizeof(T), " bytes, ", input.left(),
         " are left");
  Array<T> y(order, Device::cpu());
  if (count == 0) return h.fortran ? Array<T>(h.shape, Device::cpu()) : y;
  auto* bytes = reinterpret_cast<unsigned char*>(y.data());
  input.read(bytes, count * sizeof(T), "the data");
  if constexpr (std::is_same_v<T, bool>)
    for (std::uint64_t i = 0; i < count; ++i) bytes[i] = bytes[i] != 0;
  if (h.descr[0] == '>') {
    const std::size_t numbers = static_cast<std::size_t>(count) * (sizeof(T) / sizeof(real_t<T>));
    if constexpr (sizeof(real_t<T>) == 2) swap_bytes<std::uint16_t>(bytes, numbers);
    if constexpr (sizeof(real_t<T>) == 4) swap_bytes<std::uint32_t>(bytes, numbers);
    if constexpr (sizeof(real_t<T>) == 8) swap_bytes<std::uint64_t>(bytes, numbers);
  }
  return h.fortran ? y.transpose().contiguous() : y;
}

template <class T> std::string header_of(const Array<T>& x) {
  std::string shape = x.shape().str();  // Python's own notation
  std::string text = std::string("{'descr': '") + descr_v<T> + "', 'fortran_order': False, 'shape': " + shape + ", }";
  text.append(64 - (10 + text.size() + 1) % 64, ' ');  // the data start at a multiple of 64, as NumPy aligns them
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(text.size() & 255);
  head += static_cast<char>(text.size() >> 8);
  return head + text;
}

// Zip ----------------------------------------------------------------------------------------------------------
std::uint64_t little(const unsigned char* p, int bytes) {
  std::uint64_t v = 0;
  for (int i = bytes - 1; i >= 0; --i) v = v << 8 | p[i];
  return v;
}
void put(std::string& out, std::uint64_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> (8 * i) & 255);
}

constexpr std::uint64_t max32 = 0xffffffffu;
constexpr std::uint32_t local_signature = 0x04034b50, central_signature = 0x02014b50, end_signature = 0x06054b50,
                        end64_signature = 0x06064b50, locator_signature = 0x07064b50;

struct Entry {
  std::uint64_t offset = 0, stored = 0, size = 0;
  int method = 0;
  std::uint32_t crc = 0;
};

// Where the central directory lies: its offset, size and number of entries.
struct End {
  std::uint64_t offset, size, count;
};
End find_end(Input& input) {
  // The end record is 22 bytes and a comment of at most 65535.
  const std::uint64_t total = input.file_size(), span = std::min<std::uint64_t>(total, 22 + 65535);
  std::vector<unsigned char> tail(static_cast<std::size_t>(span));
  input.seek(total - span);
  input.read(tail.data(), span, "the end record");
  for (std::uint64_t back = 22; back <= span; ++back) {
    const unsigned char* p = tail.data() + (span - back);
    if (little(p, 4) != end_signature || little(p + 20, 2) != back - 22) continue;
    End end{little(p + 16, 4), little(p + 12, 4), little(p + 10, 2)};
    std::uint64_t limit = total - back;
    if (back + 20 <= span && little(p - 20, 4) == locator_signature) {  // zip64
      const std::uint64_t at = little(p - 12, 8);
      unsigned char record[56];
      if (at > total || total - at < sizeof record) fail(input.where(), "damaged: no zip64 end record");
      input.seek(at);
      input.read(record, sizeof record, "the zip64 end record");
      if (little(record, 4) != end64_signature) fail(input.where(), "damaged: no zip64 end record");
      end = {little(record + 48, 8), little(record + 40, 8), little(record + 32, 8)};
      limit = at;
    }
    if (end.size > limit || end.offset > limit - end.size) fail(input.where(), "damaged: wrong place of the directory");
    return end;
  }
  fail(input.where(), "not an .npz file, or truncated: no end of a zip archive");
}

// One record of the central directory; `at` moves past it.
Entry parse_entry(const std::vector<unsigned char>& directory, std::size_t& at, std::string& name,
                  const std::string& where) {
  const std::size_t left = directory.size() - at;
  const unsigned char* p = directory.data() + at;
  if (left < 46 || little(p, 4) != central_signature) fail(where, "damaged directory");
  const auto name_size = static_cast<std::size_t>(little(p + 28, 2)),
             extra_size = static_cast<std::size_t>(little(p + 30, 2)),
             comment_size = static_cast<std::size_t>(little(p + 32, 2));
  if (left - 46 < name_size + extra_size + comment_size) fail(where, "damaged directory");
  name.assign(reinterpret_cast<const char*>(p) + 46, name_size);
  Entry e;
  e.method = static_cast<int>(little(p + 10, 2));
  e.crc = static_cast<std::uint32_t>(little(p + 16, 4));
  e.stored = little(p + 20, 4);
  e.size = little(p + 24, 4);
  e.offset = little(p + 42, 4);
  if (little(p + 8, 2) & 1) fail(where, "entry \"", name, "\": encrypted");
  // Fields of all ones stand in the zip64 extra field instead, in this order.
  const unsigned char* extra = p + 46 + name_size;
  for (std::size_t i = 0; i + 4 <= extra_size;) {
    const auto id = little(extra + i, 2), bytes = little(extra + i + 2, 2);
    if (bytes > extra_size - i - 4) fail(where, "damaged directory");
    if (id == 1) {
      std::size_t field = i + 4;
      for (std::uint64_t* value : {&e.size, &e.stored, &e.offset}) {
        if (*value != max32) continue;
        if (field + 8 > i + 4 + bytes) fail(where, "damaged directory");
        *value = little(extra + field, 8);
        field += 8;
      }
    }
    i += 4 + static_cast<std::size_t>(bytes);
  }
  at += 46 + name_size + extra_size + comment_size;
  return e;
}

// Puts the input at the first byte of the entry's content.
void enter(Input& input, const Entry& e) {
  if (e.method != 0 && e.method != 8) fail(input.where(), "compression method ", e.method, " is not supported");
  unsigned char local[30];
  input.seek(e.offset);
  input.read(local, sizeof local, "the entry's header");
  if (little(local, 4) != local_signature) fail(input.where(), "damaged: no entry where the directory says");
  input.seek(e.offset + sizeof local + little(local + 26, 2) + little(local + 28, 2));
  input.enter(e.stored, e.size, e.method == 8);
}

}  // namespace

template <class T> void save_npy(const std::string& path, const Array<T>& x) {
  const Array<T> host = x.to(Device::cpu()).contiguous();
  const std::string header = header_of(host);
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (!file) fail("save_npy: ", path, ": cannot create: ", system_error());
  file.write(header.data(), static_cast<std::streamsize>(header.size()));
  file.write(reinterpret_cast<const char*>(host.data()), static_cast<std::streamsize>(host.bytes()));
  file.close();
  if (!file) fail("save_npy: ", path, ": cannot write: ", system_error());
}

template <class T> Array<T> load_npy(const std::string& path, Device device) {
  Input input("load_npy: " + path + ": ", path);
  return read_array<T>(input).to(device);
}

struct NpzReader::Directory {
  std::map<std::string, Entry> entries;
  const Entry& at(const std::string& name, const std::string& where, const std::vector<std::string>& names) const {
    const auto found = entries.find(name);
    if (found != entries.end()) return found->second;
    std::string list;
    for (const auto& n : names) list += (list.empty() ? "" : ", ") + n;
    fail(where, "no entry \"", name, "\"; it holds: ", list);
  }
};

NpzReader::NpzReader(const std::string& path) : path_(path) {
  Input input("NpzReader: " + path + ": ", path);
  const End end = find_end(input);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(end.size));  // find_end: not longer than the file
  input.seek(end.offset);
  input.read(bytes.data(), end.size, "the directory");
  auto directory = std::make_shared<Directory>();
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < end.count; ++i) {
    std::string name;
    const Entry e = parse_entry(bytes, at, name, input.where());
    if (name.size() > 4 && name.compare(name.size() - 4, 4, ".npy") == 0) name.resize(name.size() - 4);
    if (!directory->entries.count(name)) names_.push_back(name);
    directory->entries[name] = e;
  }
  directory_ = std::move(directory);
}

bool NpzReader::contains(const std::string& name) const { return directory_->entries.count(name) != 0; }

std::string NpzReader::dtype(const std::string& name) const {
  const Entry& e = directory_->at(name, "NpzReader: " + path_ + ": ", names_);
  Input input("NpzReader: " + path_ + ": entry \"" + name + "\": ", path_);
  enter(input, e);
  return read_header(input).descr;
}

template <class T> Array<T> NpzReader::read(const std::string& name, Device device) const {
  const Entry& e = directory_->at(name, "NpzReader: " + path_ + ": ", names_);
  Input input("NpzReader: " + path_ + ": entry \"" + name + "\": ", path_);
  enter(input, e);
  const Array<T> y = read_array<T>(input);
  input.finish(e.crc);
  return y.to(device);
}

struct NpzWriter::State {
  std::string path, directory;
  std::ofstream file;
  bool compress = true, open = true;
  std::uint64_t count = 0, position = 0;
  std::set<std::string> names;

  void write(const void* data, std::size_t bytes) {
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
    if (!file) fail("NpzWriter: ", path, ": cannot write: ", system_error());
    position += bytes;
  }
};

NpzWriter::NpzWriter(const std::string& path, bool compress) : state_(new State) {
  state_->path = path;
  state_->compress = compress;
  errno = 0;
  state_->file.open(path, std::ios::binary);
  if (!state_->file) fail("NpzWriter: ", path, ": cannot create: ", system_error());
}

NpzWriter::~NpzWriter() {
  try {
    close();
  } catch (...) {
  }
}

template <class T> void NpzWriter::add(const std::string& name, const Array<T>& x) {
  const Array<T> host = x.to(Device::cpu()).contiguous();
  add_entry(name, header_of(host), host.data(), host.bytes());
}

void NpzWriter::add_entry(const std::string& name, const std::string& header, const void* data, std::size_t bytes) {
  State& s = *state_;
  detail::require(s.open, "NpzWriter", s.path, " is closed");
  detail::require(!name.empty() && name.size() < 60000, "NpzWriter", "the name must have 1 to 60000 bytes, got ",
                  name.size());
  detail::require(s.names.insert(name).second, "NpzWriter", "\"", name, "\" was added before");
  errno = 0;

  const std::uint64_t size = header.size() + bytes, offset = s.position;
  const bool zip64 = size + size / 1000 + 1024 >= max32;  // deflate can add that much to incompressible data
  const std::string file_name = name + ".npy";
  // A local header; sizes and checksum are written again when they are known.
  auto local = [&](std::uint32_t crc, std::uint64_t stored) {
    std::string h;
    put(h, local_signature, 4);
    put(h, zip64 ? 45 : 20, 2);
    put(h, 0x0800, 2);  // names are UTF-8
    put(h, s.compress ? 8 : 0, 2);
    put(h, 0x00210000, 4);  // 1980-01-01 00:00: files do not depend on the clock
    put(h, crc, 4);
    put(h, zip64 ? max32 : stored, 4);
    put(h, zip64 ? max32 : size, 4);
    put(h, file_name.size(), 2);
    put(h, zip64 ? 20 : 0, 2);
    h += file_name;
    if (zip64) put(h, 1, 2), put(h, 16, 2), put(h, size, 8), put(h, stored, 8);
    return h;
  };
  const std::string provisional = local(0, 0);
  s.write(provisional.data(), provisional.size());
  const std::uint64_t begin = s.position;

  uLong crc = 0;
  z_stream zlib{};
  std::vector<unsigned char> buffer;
  if (s.compress) {
    buffer.resize(std::size_t(1) << 18);
    if (deflateInit2(&zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
      fail("NpzWriter: ", s.path, ": zlib's deflateInit2 failed");
  }
  struct End {
    z_stream* stream;
    ~End() {
      if (stream) deflateEnd(stream);
    }
  } end{s.compress ? &zlib : nullptr};
  auto feed = [&](const void* from, std::size_t count, bool last) {
    auto* p = static_cast<const unsigned char*>(from);
    do {
      const std::size_t chunk = std::min(count, std::size_t(1) << 28);
      crc = ::crc32(crc, p, static_cast<uInt>(chunk));
      if (!s.compress) {
        s.write(p, chunk);
      } else {
        const int flush = last && chunk == count ? Z_FINISH : Z_NO_FLUSH;
        zlib.next_in = const_cast<unsigned char*>(p);
        zlib.avail_in = static_cast<uInt>(chunk);
        do {
          zlib.next_out = buffer.data();
          zlib.avail_out = static_cast<uInt>(buffer.size());
          deflate(&zlib, flush);
          s.write(buffer.data(), buffer.size() - zlib.avail_out);
        } while (zlib.avail_out == 0);
      }
      p += chunk;
      count -= chunk;
    } while (count > 0);
  };
  feed(header.data(), header.size(), bytes == 0);
  if (bytes > 0) feed(data, bytes, true);

  const std::uint64_t stored = s.position - begin;
  const std::string final_header = local(static_cast<std::uint32_t>(crc), stored);
  s.file.seekp(static_cast<std::streamoff>(offset));
  s.file.write(final_header.data(), static_cast<std::streamsize>(final_header.size()));
  s.file.seekp(0, std::ios::end);
  if (!s.file) fail("NpzWriter: ", s.path, ": cannot write: ", system_error());

  const bool far = offset >= max32;
  std::string& d = s.directory;
  put(d, central_signature, 4);
  put(d, zip64 || far ? 45 : 20, 2);
  const std::string same = final_header.substr(4, 22);  // version to sizes
  d += same;
  put(d, file_name.size(), 2);
  put(d, (zip64 || far ? 4 : 0) + (zip64 ? 16 : 0) + (far ? 8 : 0), 2);
  put(d, 0, 2);  // comment
  put(d, 0, 2);  // disk
  put(d, 0, 2);  // internal attributes
  put(d, 0, 4);  // external attributes
  put(d, far ? max32 : offset, 4);
  d += file_name;
  if (zip64 || far) {
    put(d, 1, 2), put(d, (zip64 ? 16 : 0) + (far ? 8 : 0), 2);
    if (zip64) put(d, size, 8), put(d, stored, 8);
    if (far) put(d, offset, 8);
  }
  ++s.count;
}

void NpzWriter::close() {
  State& s = *state_;
  if (!s.open) return;
  s.open = false;
  errno = 0;
  const std::uint64_t at = s.position, bytes = s.directory.size();
  std::string end = s.directory;
  if (s.count >= 0xffff || at >= max32 || bytes >= max32) {
    put(end, end64_signature, 4), put(end, 44, 8), put(end, 45, 2), put(end, 45, 2), put(end, 0, 4), put(end, 0, 4);
    put(end, s.count, 8), put(end, s.count, 8), put(end, bytes, 8), put(end, at, 8);
    put(end, locator_signature, 4), put(end, 0, 4), put(end, at + bytes, 8), put(end, 1, 4);
  }
  put(end, end_signature, 4), put(end, 0, 4);
  put(end, std::min<std::uint64_t>(s.count, 0xffff), 2), put(end, std::min<std::uint64_t>(s.count, 0xffff), 2);
  put(end, std::min(bytes, max32), 4), put(end, std::min(at, max32), 4), put(end, 0, 2);
  s.write(end.data(), end.size());
  s.file.close();
  if (!s.file) fail("NpzWriter: ", s.path, ": cannot write: ", system_error());
}

#define TUKEY_INSTANTIATE(T)                                                           \
  template TUKEY_EXPORT void save_npy<T>(const std::string&, const Array<T>&);         \
  template TUKEY_EXPORT Array<T> load_npy<T>(const std::string&, Device);              \
  template TUKEY_EXPORT Array<T> NpzReader::read<T>(const std::string&, Device) const; \
  template TUKEY_EXPORT void NpzWriter::add<T>(const std::string&, const Array<T>&);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(half)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
