# The stages of ./test. Each is a function stage_NAME that runs under `set -e` with its output in a log; it fails by
# exiting. `note` adds a few words to the stage's line; `$counts` may receive "PASSED FAILED" where a stage holds many
# tests. Sourced by ./test at the top of the checkout.

plain_stages=(layers frames sources format tools dev hello-cost package sanitized same-bits wasm fuzz)
long_stages=(release long all-sanitized peers tidy)

declare -A about=(
  [layers]="folders include only what lies below them"
  [frames]="frame letters cancel in products and agree in sums"
  [sources]="length budgets, forbidden text, proofs and citations that exist"
  [format]="clang-format 14"
  [tools]="tests of the scripts in tools/ and of ./polhode itself"
  [dev]="the dev build (-O3, asserts) and every test, the page in headless Chromium among them"
  [hello-cost]="what a user's first program costs the compiler"
  [package]="find_package and add_subdirectory from a project outside"
  [sanitized]="tests that read input, all that reads under the address and undefined-behaviour sanitizers"
  [same-bits]="clang's tool gives the hashes of gcc's"
  [wasm]="the npm package in node and Chromium: its calls, and every scene's hash in WebAssembly"
  [fuzz]="each parser fuzzed, 30 s in all; 600 s each with --all or POLHODE_FUZZ_SECONDS"
  [release]="the release build and clang's at -O2, its library without exceptions, give the same hashes"
  [long]="the tests again at full size (POLHODE_LONG=1)"
  [all-sanitized]="every test but the page's, all code under the sanitizers"
  [peers]="benchmarks beside the peers installed"
  [tidy]="clang-tidy over every source"
)

note() { printf '%s' "$*" >"$note_file"; }

code_files() { find "$@" -name node_modules -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print | sort; }

stage_layers() { tools/check_layers; }
stage_frames() { python3 tools/frame_lint.py; }
stage_sources() { python3 tools/check_sources.py; }

stage_format() {
  local folders=() folder
  for folder in src include tests bench; do if [[ -d $folder ]]; then folders+=("$folder"); fi; done
  code_files "${folders[@]}" | xargs clang-format-14 --dry-run -Werror
}

stage_tools() { python3 -m unittest discover --start-directory tests/tools --pattern '*_test.py' --verbose; }

run_ctest() {  # BUILD-FOLDER CTEST-ARGUMENT...; counts the single tests inside each executable
  local folder=$1 results=$test_logs/${FUNCNAME[1]#stage_}-results result=0
  shift
  rm -rf "$results"
  mkdir -p "$results"
  GTEST_OUTPUT=xml:$results/ ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" \
    --output-junit "$results/ctest.junit" "$@" || result=1
  python3 tools/count_tests.py "$results" >"$counts"
  note "$(awk '{print $1 + $2 " tests"}' "$counts")"
  return $result
}

stage_dev() {
  build_preset dev
  run_ctest build/dev
  python3 tools/make_validation.py --check "$test_logs/dev-results"
}

hello_flags=(-std=c++20 -Iinclude -isystem /usr/include/eigen3 -DEIGEN_DONT_VECTORIZE -DEIGEN_MAX_STATIC_ALIGN_BYTES=0)
hello_most_lines=150000   # preprocessed, g++ 12; Eigen/Core and the standard headers it brings are 124 000 of them

# Seconds depend on the machine, so the lines that reach the compiler are what is judged; the seconds are only shown.
stage_hello_cost() {
  local lines seconds
  lines=$(g++ "${hello_flags[@]}" -E tests/package/hello.cpp | wc -l)
  TIMEFORMAT='%U'
  seconds=$({ time g++ "${hello_flags[@]}" -O1 -c tests/package/hello.cpp -o build/hello.o; } 2>&1)
  note "$lines preprocessed lines of $hello_most_lines allowed, $seconds s CPU to compile"
  ((lines <= hello_most_lines))
}

stage_package() {
  build_preset dev
  tests/package/run
}

# One build with clang's sanitizers serves these tests, the hashes and the fuzzers.
stage_sanitized() {
  build_preset sanitized sanitized_tests
  run_ctest build/sanitized -L sanitized
}

compare_hashes() {  # PRESET OTHER-PRESET
  local log=$test_logs/${FUNCNAME[1]#stage_}.txt
  python3 tools/compare_hashes.py "build/$1/src/apps/cli/polhode" "build/$2/src/apps/cli/polhode" >"$log"
  note "$(tail -n 1 "$log")"
}

stage_same_bits() {
  build_preset dev polhode_cli
  build_preset sanitized polhode_cli
  compare_hashes dev sanitized
}

stage_wasm() {
  local package=$root/build/wasm/npm
  build_preset dev polhode_cli
  build_preset wasm polhode_npm
  note "module of $(stat -c %s "$package/polhode.wasm") bytes, $(gzip -9 <"$package/polhode.wasm" | wc -c) compressed"
  POLHODE=$root/build/dev/src/apps/cli/polhode POLHODE_PACKAGE=$package \
    POLHODE_WEB_MODULES=$root/build/dev/src/apps/web/node_modules node --test tests/apps/npm/*.test.mjs
}

stage_release() {
  with_lock build build_tool
  build_preset clang
  compare_hashes release clang
}

fuzz_one() {  # TARGET SECONDS: grows the corpus from the seeds; whatever breaks it is kept beside the logs
  local name=${1##*/} corpus=$root/build/sanitized/corpus/${1##*/} words=()
  mkdir -p "$corpus"
  cp -r "tests/fuzz/corpus/$name/." "$corpus/" 2>/dev/null || true
  if [[ -f tests/fuzz/dictionary/$name.dict ]]; then words=("-dict=tests/fuzz/dictionary/$name.dict"); fi
  "$1" "${words[@]}" -max_total_time="$2" -timeout=10 -print_final_stats=1 -artifact_prefix="$test_logs/$name-" "$corpus"
}

stage_fuzz() {
  local targets target each jobs=() job
  build_preset sanitized fuzz_targets
  mapfile -t targets < <(find build/sanitized/tests/fuzz -maxdepth 1 -type f -executable | sort)
  if ((everything)); then each=${POLHODE_FUZZ_SECONDS:-600}; else each=${POLHODE_FUZZ_SECONDS:-$((30 / ${#targets[@]}))}; fi
  note "${#targets[@]} targets, $each s each"
  for target in "${targets[@]}"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do sleep 0.2; done
    fuzz_one "$target" "$each" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job"; done
}

stage_long() {
  build_preset dev
  POLHODE_LONG=1 run_ctest build/dev
  tests/package/run --whole
}

stage_all_sanitized() {
  build_preset all-sanitized
  run_ctest build/all-sanitized -E apps_report
}

stage_peers() {
  build_preset bench
  bench/run
}

# clang-tidy reads the command lines of clang's build, without the precompiled headers, and each file by itself.
stage_tidy() {
  cmake --preset clang -B build/tidy -DPOLHODE_PRECOMPILE=OFF -DPOLHODE_UNITE=OFF
  code_files src | grep '\.cpp$' | xargs -n 1 -P "$(nproc)" clang-tidy-19 -p build/tidy --quiet --warnings-as-errors='*'
}
