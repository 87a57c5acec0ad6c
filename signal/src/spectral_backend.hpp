// SPDX-License-Identifier: Apache-2.0
// Internal: framed spectra on both backends. The same functions, on views, are in tukey/reference/spectral.hpp.
#pragma once

#include <vector>

#include "tukey/array.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/reference/spectral.hpp"

namespace tukey::cuda {

// As their namesakes in tukey::reference; `window` is empty for all ones.
template <class T>
void power_spectrum(const detail::GpuCall& call, const Array<T>& x, const Array<real_t<T>>& out,
                    const std::vector<double>& window, const reference::FrameSpec& spec);
template <class T>
void cross_spectrum(const detail::GpuCall& call, const Array<T>& x, const Array<T>& y,
                    const Array<std::complex<real_t<T>>>& out, const std::vector<double>& window,
                    const reference::FrameSpec& spec);
template <class T>
void spectrogram(const detail::GpuCall& call, const Array<T>& x, const Array<real_t<T>>& out,
                 const std::vector<double>& window, const reference::FrameSpec& spec, reference::FrameMode mode);
template <class T>
void complex_spectrogram(const detail::GpuCall& call, const Array<T>& x, const Array<std::complex<real_t<T>>>& out,
                         const std::vector<double>& window, const reference::FrameSpec& spec);

}  // namespace tukey::cuda
