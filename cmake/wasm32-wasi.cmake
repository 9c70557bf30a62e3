# A toolchain of Debian's packages for WebAssembly: clang 19 with wasi-libc and libc++, without exceptions, threads and
# files (docs/decisions/0009-in-a-page.md).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# A program without _start, which is not linked while the compiler is tried.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
