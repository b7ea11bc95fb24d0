import { join } from "node:path"
import { DAY } from "../../lib/day.ts"
import { readNote, writeNote } from "../../lib/files.ts"

/** Last look at the clock, and the time that was trusted then. A clock may be years ahead for a night. */
type Note = { /** Time of the last look at the clock, in ms. */ seen: number; trusted: number }

/** Longest time between two looks, in ms: more is a jump of the clock, or a server that was off. */
const DAYS_OFF = 3 * DAY

const fileIn = (dataDir: string): string => join(dataDir, "clock.json")

/**
 * The time by which records are deleted whose days or years are over. It follows the clock but never jumps ahead with
 * it: after a jump of more than some days it goes on from the last look, twice as fast as the clock, until it has
 * caught up. A server that was off for two months thus deletes a little later.
 *
 * Looks at the clock and remembers it; for the running service.
 */
export function advanceTidyingTime(dataDir: string, now: Date): Date {
  const clock = now.getTime()
  const { seen, trusted } = read(dataDir) ?? { seen: clock, trusted: clock }
  const passed = Math.min(Math.max(0, clock - seen), DAYS_OFF)
  const next = { seen: clock, trusted: Math.min(clock, trusted + 2 * passed) }
  writeNote(fileIn(dataDir), next)
  return new Date(next.trusted)
}

/** @returns the time by which the service deletes, where that is not the clock's; changes nothing */
export function laggingTime(dataDir: string): Date | undefined {
  const note = read(dataDir)
  return note && note.trusted < note.seen ? new Date(note.trusted) : undefined
}

/** @returns what the clock said when it was last looked at; changes nothing */
export const lastSeen = (dataDir: string): number => read(dataDir)?.seen ?? 0

function read(dataDir: string): Note | undefined {
  const note = readNote<Note>(fileIn(dataDir))
  return note && Number.isFinite(note.seen) && Number.isFinite(note.trusted) ? note : undefined
}
