# What ./polhode and ./test share: the packages they need, and building without trampling each other.
# Sourced with $root set to the top of the checkout. Everything said here goes to standard error.

say() { printf 'polhode: %s\n' "$*" >&2; }

log_folder=$root/build/logs
binary=$root/build/release/src/apps/cli/polhode   # where the release preset puts the command-line tool
stamp=$root/build/release/.built                  # as new as the sources that $binary was built from

# The files that decide what the tool is; a change in any of them makes $binary stale.
source_newer_than() {
  local inputs=() input
  for input in src include cmake scenes CMakeLists.txt CMakePresets.json; do
    [[ -e $root/$input ]] && inputs+=("$root/$input")
  done
  find "${inputs[@]}" \( -name node_modules -o -name __pycache__ \) -prune -o -newer "$1" -print -quit
}

tool_is_fresh() { [[ -x $binary && -e $stamp && -z $(source_newer_than "$stamp") ]]; }

is_there() {  # PROBE: a command, or a path that may hold *
  if [[ $1 == /* ]]; then compgen -G "$1" >/dev/null; else command -v "$1" >/dev/null; fi
}

missing_packages() {  # GROUP... -> one package a line
  local group package probe
  while read -r group package probe; do
    [[ " $* " == *" $group "* ]] && ! is_there "$probe" && printf '%s\n' "$package"
  done < <(grep -v '^#' "$root/tools/packages.txt")
  return 0
}

install_packages() {  # PACKAGE..., as root
  local apt=(apt-get -o DPkg::Lock::Timeout=600 -q) install=(install -y --no-install-recommends "$@") package
  export DEBIAN_FRONTEND=noninteractive
  for package in "$@"; do
    if [[ -z $(apt-cache madison "$package" 2>/dev/null) ]]; then "${apt[@]}" update || return; break; fi
  done
  "${apt[@]}" "${install[@]}" && return
  # The package lists may be older than the archive: fetch them once and try again.
  "${apt[@]}" update && "${apt[@]}" "${install[@]}"
}

ensure_packages() {  # GROUP...; ends the script when something is missing and cannot be installed
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
    say "missing: ${missing[*]} ; run: sudo apt-get install --no-install-recommends ${missing[*]}"
    exit 2
  fi
  say "installing ${missing[*]}"
  local log=$log_folder/packages.log
  mkdir -p "$log_folder"
  if ! install_packages "${missing[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "apt-get failed; the whole log is $log"
    exit 2
  fi
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]})); then
    say "installed, but still not found: ${missing[*]} (see tools/packages.txt for what is looked for)"
    exit 2
  fi
}

show_progress() {  # keeps a count on one line of a terminal, or a line for every tenth elsewhere
  local line done total tenth=-1
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]] || continue
    done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    if [[ -t 2 ]]; then
      printf '\r\033[Kpolhode: building %d/%d %.60s' "$done" "$total" "${BASH_REMATCH[3]}" >&2
    elif ((10 * done / total > tenth)); then
      tenth=$((10 * done / total))
      say "building $done/$total"
    fi
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# Relies on pipefail of the script that sources this file.
build_preset() {  # PRESET [TARGET...]; shows progress, and the end of the log when it fails
  local preset=$1 log=$log_folder/$1.log targets=()
  shift
  (($#)) && targets=(--target "$@")
  mkdir -p "$log_folder"
  # npm keeps a cache in the home folder; a user without one gets it inside build/.
  [[ -w ${HOME:-/nonexistent} ]] || export npm_config_cache=$root/build/npm-cache
  if (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 &&
    (cd "$root" && NINJA_STATUS='[%f/%t] ' cmake --build --preset "$preset" "${targets[@]}") 2>&1 | tee -a "$log" | show_progress; then
    return 0
  fi
  grep -v '^\[[0-9]*/[0-9]*\] ' "$log" | tail -n 40 >&2
  say "the $preset build failed; the whole log is $log"
  return 1
}

with_lock() {  # NAME COMMAND...: one process at a time, the others wait for it
  local lock=$root/build/.lock-$1 result
  if ! { mkdir -p "$root/build" && true >>"$lock"; } 2>/dev/null; then
    say "cannot write to $root/build, and what is built there is missing or older than its sources"
    exit 2
  fi
  exec {lock_descriptor}>>"$lock"
  if ! flock --nonblock "$lock_descriptor"; then
    say "waiting for another $1 in $root/build"
    flock "$lock_descriptor"
  fi
  "${@:2}"
  result=$?
  exec {lock_descriptor}>&-
  return $result
}

build_tool() {  # the release binary and the packages it needs; called under the lock
  local started
  tool_is_fresh && return 0
  # The stamp bears the time at which the build began, so that an edit made meanwhile is newer; a little earlier even,
  # because file times advance in steps of up to 10 ms.
  started=$((${EPOCHREALTIME/[.,]/} - 20000))
  ensure_packages build
  build_preset release || return 1
  mkdir -p "${stamp%/*}"
  touch -d "@${started:0:-6}.${started: -6}" "$stamp"
}
