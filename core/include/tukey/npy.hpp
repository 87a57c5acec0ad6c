// SPDX-License-Identifier: Apache-2.0
// NumPy's files: .npy and .npz.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// Writes x in row-major order (format 1.0, little endian). Waits for the GPU. IoError where it cannot.
/// Types NumPy knows: bool, integers, float16 (half), float, double and their complex.
template <class T> void save_npy(const std::string& path, const Array<T>& x);
/// Reads a file whose element type is T (formats 1.0 to 3.0, C or Fortran order, either byte order).
/// IoError for a missing or truncated file, another format, or another element type (the message names both).
template <class T> Array<T> load_npy(const std::string& path, Device device = default_device());

/// Reads the named arrays of an .npz (a zip of .npy; stored or deflated entries, zip64 too).
class TUKEY_EXPORT NpzReader {
 public:
  explicit NpzReader(const std::string& path);
  /// The names without ".npy", in file order.
  const std::vector<std::string>& names() const { return names_; }
  bool contains(const std::string& name) const { return entries_.count(name) != 0; }
  /// The element type of an entry as NumPy writes it: "<f8", "<c16", "|u1".
  std::string dtype(const std::string& name) const;
  template <class T> Array<T> read(const std::string& name, Device device = default_device()) const;

 private:
  struct Entry {
    std::size_t header_offset, compressed, size;
    int method;
    unsigned crc;
  };
  std::string bytes_of(const std::string& name) const;
  std::string path_;
  std::vector<std::string> names_;
  std::map<std::string, Entry> entries_;
};

/// Writes an .npz: add arrays, then close() (the destructor closes too, but cannot report an error).
class TUKEY_EXPORT NpzWriter {
 public:
  explicit NpzWriter(const std::string& path, bool compress = true);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;
  template <class T> void add(const std::string& name, const Array<T>& x);
  void close();

 private:
  void add_bytes(const std::string& name, const std::string& npy);
  std::string path_, out_, directory_;
  bool compress_, open_ = true;
  int count_ = 0;
};

}  // namespace tukey
