// SPDX-License-Identifier: Apache-2.0
// Internal: fused expressions as programs of a small stack machine, and the two machines. No std headers.
//
// The machine has a stack of fuse_stack values and fuse_slots named values; a value is a few elements on the GPU and
// a tile of them on the CPU. The first arrays are loaded into slots before the program starts, other slots take
// results that are used again. An instruction first fetches its last operand, then computes with it and the top:
//   source none        top = op(top)
//          stack       b = pop; top = op(top, b)
//          otherwise   b = slot, constant or array; top = op(top, b); or, with `push`: push b; top = op(top)
// `swap` exchanges top and b first, `save` puts the result into slot save - 1 too. select takes the condition from
// below the top: condition, top, b.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/fuse_op.hpp"
#include "tukey/detail/loop.hpp"

struct CUstream_st;

namespace tukey {

inline constexpr int fuse_stack = 4, fuse_slots = 4, fuse_instructions = 32, fuse_constants = 8, fuse_arrays = 8;
using fuse_loop = detail::loop<1 + fuse_arrays>;

enum fuse_source : unsigned char { from_none, from_stack, from_slot, from_constant, from_array };

struct alignas(8) fuse_instruction {
  detail::FuseOp op;
  fuse_source source;
  unsigned char index;  // of the slot, constant or array
  unsigned char save;
  bool push, swap;
  bool real;  // of real operands (in a complex program)
};

// Operand 0 of the loop is the output. Element types are by number (element.hpp).
struct fuse_program {
  int instructions, constants, arrays, slotted;  // the first `slotted` arrays are in slots of their number
  fuse_instruction code[fuse_instructions];
  double re[fuse_constants], im[fuse_constants];
  long integer[fuse_constants];
  int types[1 + fuse_arrays];
  const void* data[1 + fuse_arrays];
};

// `l` is collapsed and not empty; T is the machine's type.
namespace cpu {
template <class T> void fuse(const fuse_loop& l, const fuse_program& p);
}
namespace cuda {
template <class T> void fuse(CUstream_st* stream, const fuse_loop& l, const fuse_program& p);
}

}  // namespace tukey
