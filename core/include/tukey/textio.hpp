// SPDX-License-Identifier: Apache-2.0
// Numbers in text files, and raw memory in files.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

struct SaveText {
  std::string delimiter = " ", newline = "\n";
  std::string header = {}, footer = {};  // each of their lines is preceded by `comments`
  std::string comments = "# ";
  /// Digits after the point in d.ddde+dd notation (NumPy's default format has 18); -1: the shortest text that gives
  /// the same number when it is read.
  int precision = -1;
};
/// numpy.savetxt: a row of a 2-D array is a line, as is an element of a 1-D array. T is a type that is computed with;
/// bool as 0 and 1, complex numbers as (re+imj). Differs from NumPy in the default format and in having no fmt.
/// InvalidArgument for other ranks and for precision outside [-1, 100]; IoError, naming file and cause. Waits for the
/// GPU.
template <class T> void savetxt(const std::string& path, const Array<T>& x, const SaveText& options = {});

struct LoadText {
  std::string comments = "#";         // starts a comment; empty: there are none
  std::string delimiter = {};         // empty: any blanks
  index_t skiprows = 0;               // lines left out at the start, comments and empty ones included
  std::vector<index_t> usecols = {};  // columns in the wanted order, negative from the end; empty: all
  index_t max_rows = -1;              // lines with data; -1: all
  int ndmin = 0;                      // axes of the result at least; others of length 1 go, as in NumPy
};
/// numpy.loadtxt: a line of numbers is a row. Empty lines and comments are skipped. Takes what savetxt and NumPy write:
/// decimal numbers with or without a sign, inf, nan, 1+2j and (1+2j); for bool also True and False. A floating number
/// too large for T is inf. A file without data gives shape (0,), or (0, 1) for ndmin = 2.
/// IoError "FILE: line 3, column 2: expected a float64, got 'x'" for what is not a number of type T, and for lines of
/// different length; InvalidArgument for wrong options.
template <class T>
Array<T> loadtxt(const std::string& path, const LoadText& options = {}, Device device = default_device());

/// numpy.ndarray.tofile: the elements in row-major order as they lie in memory, no header. Any T. Waits for the GPU.
template <class T> void tofile(const std::string& path, const Array<T>& x);

struct FromFile {
  index_t count = -1;  // elements; -1: all that are there
  index_t offset = 0;  // in bytes
};
/// numpy.fromfile: a 1-D array of what tofile wrote. IoError where fewer than `count` elements are there, or, for
/// count = -1, where the bytes are no whole number of elements (NumPy returns what fits).
template <class T>
Array<T> fromfile(const std::string& path, const FromFile& options = {}, Device device = default_device());

/// numpy.frombuffer: host memory as a 1-D CPU array, without a copy; `owner` is kept until the last view is gone.
/// InvalidArgument where the memory does not hold `count` elements from `offset` on, or is not aligned for T.
template <class T>
Array<T> frombuffer(void* buffer, std::size_t bytes, const FromFile& options = {},
                    std::shared_ptr<void> owner = nullptr);

}  // namespace tukey
