import { existsSync } from "node:fs"

/** Debian's package faketime, which test/machine.ts installs: it tells one process another time. */
export const faketime = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path))
if (!faketime)
  process.stderr.write("No faketime (apt-get install faketime): a clock set back is NOT tried here.\n")

/** The clock that timers go by is never set. */
export const TIMERS_GO_ON = { DONT_FAKE_MONOTONIC: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" }

/**
 * A clock that stands still a second before two at night. What is due at two is due a second after it was planned,
 * however long the start took before.
 */
export const BEFORE_TWO = {
  TZ: "UTC",
  LD_PRELOAD: faketime ?? "",
  FAKETIME: "2026-12-24 01:59:59",
  ...TIMERS_GO_ON,
}
