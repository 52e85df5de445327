# Prepares carom.h for Doxygen: the first comment is that of the file, and headings of sections are groups.
1s|/\*|/** @file|
/^#define CAROM_VERSION/s|$| ///< See carom_version().|
s|^\(typedef int32_t CaromStatus;\)$|\1 ///< Of enum CaromStatus.|
/^\/\/ ------/{
N
N
s|^// -*\n// \(.*\)\n// -*$|\n/// @name \1\n/// @{|
x
/./{
x
s|^|/// @}|
x
}
s|.*|1|
x
}
$s|^|/// @}\n|
