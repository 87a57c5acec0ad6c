# The picture of the README's program, from the files it writes: gnuplot docs/images/readme.gp
set terminal pngcairo size 900,380 background '#ffffff' enhanced font 'DejaVu Sans,11'
set output 'readme.png'
set border lw 0.8 lc '#505050'
set grid lc '#e0e0e0' lw 0.8
set tics nomirror out scale 0.6
set key top right opaque box lc '#d0d0d0' width 1
set title 'x: a tone of 50 Hz in noise; y: the same through a band-pass of 45-55 Hz' font ',12'
set xlabel 'time (s)'
set ylabel 'amplitude'
set xrange [1:1.5]
set yrange [-8:8]
file(name) = sprintf("%s.npy", name)
plot file('noisy') binary skip=128 array=4000 dx=0.001 format='%double' using 1 with lines lc '#b9c4d0' lw 1 title 'x', \
     file('filtered') binary skip=128 array=4000 dx=0.001 format='%double' using 1 with lines lc '#1f5fa8' lw 1.8 title 'y'
