#!/bin/sh
# Runs the compiler, whose path comes first. Debian's takes a fifth less time with another allocator than the C library's,
# and Rust's own distribution has this one built in.
LD_PRELOAD=libjemalloc.so.2 exec "$@"
