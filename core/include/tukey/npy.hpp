// SPDX-License-Identifier: Apache-2.0
// NumPy's files: .npy and .npz.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// Writes x in row-major order (format 1.0, little endian), replacing a file of that name. Waits for the GPU.
/// T is a type NumPy knows: bool, an integer, half (float16), float, double, complex<float> or complex<double>.
/// IoError, naming the file and the cause, where it cannot.
template <class T> void save_npy(const std::string& path, const Array<T>& x);
/// Reads a file whose element type is T (formats 1.0 to 3.0, C or Fortran order, either byte order) as a row-major
/// array. IoError, naming the file and the defect, for a missing, truncated or malformed file and for another
/// element type (the message names both). Bytes after the array are ignored, as by NumPy.
template <class T> Array<T> load_npy(const std::string& path, Device device = default_device());

/// Reads the named arrays of an .npz: a zip of .npy files, stored or deflated, zip64 too, checksums verified.
/// Opening reads the list of entries only; each read() opens the file anew, so threads may share a reader.
class TUKEY_EXPORT NpzReader {
 public:
  /// IoError where the file is missing, truncated or no zip file.
  explicit NpzReader(const std::string& path);
  /// The names without ".npy", in file order.
  const std::vector<std::string>& names() const { return names_; }
  bool contains(const std::string& name) const;
  /// The element type of an entry as NumPy writes it: "<f8", "<c16", "|u1". IoError for an unknown name.
  std::string dtype(const std::string& name) const;
  /// Errors as load_npy, and IoError for an unknown name or a wrong checksum.
  template <class T> Array<T> read(const std::string& name, Device device = default_device()) const;

 private:
  struct Directory;  // where the entries lie
  std::string path_;
  std::vector<std::string> names_;
  std::shared_ptr<const Directory> directory_;
};

/// Writes an .npz: add arrays, then close() (the destructor closes too, but cannot report an error).
class TUKEY_EXPORT NpzWriter {
 public:
  /// Creates or replaces the file. `compress` deflates the entries (numpy.savez_compressed), else they are stored.
  explicit NpzWriter(const std::string& path, bool compress = true);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;
  /// Types as save_npy. Waits for the GPU. InvalidArgument for an empty or repeated name or after close().
  template <class T> void add(const std::string& name, const Array<T>& x);
  /// Completes the file; IoError where any of it could not be written. A second call does nothing.
  void close();

 private:
  struct State;
  void add_entry(const std::string& name, const std::string& header, const void* data, std::size_t bytes);
  std::unique_ptr<State> state_;
};

}  // namespace tukey
