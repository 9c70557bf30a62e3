#pragma once
/* A program in C, as a function that a test can call. */

#ifdef __cplusplus
extern "C" {
#endif

/* Runs a built-in scene to its end, writes its hash there, and returns its status; -2 if anything failed. */
int plain_c_run(const char* name, char hash[17]);

#ifdef __cplusplus
}
#endif
