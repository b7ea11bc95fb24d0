import { useSyncExternalStore } from "react"
import { makeEmitter } from "./emitter.ts"

/**
 * Whether the service answers. Every request reports what came of it; a page that sends none for a while asks. An error
 * page of a proxy in front of the service does not count as an answer.
 */
let isAway = false
let lastHeard = performance.now()
const changed = makeEmitter()
const back = makeEmitter()

/** Calls back when the service answers again. @returns a function that ends this */
export const onBack = back.listen

/** Pause between two questions while the service is away, and while the page sends no requests. In ms. */
const AGAIN = 3_000
const QUIET = 15_000
/**
 * Longest pause between two reports that the service is back. They get rarer up to this, as one address that never
 * answers, among others that do, makes it seem to come back again and again. In ms.
 */
const LONGEST = 60_000

const AWAY = new Set([502, 503, 504])

/** Called with every response. @returns whether it comes from the service itself */
export function noteAnswer(response: Response): boolean {
  const isOurs = !AWAY.has(response.status) || response.headers.has("X-Request-Id")
  if (isOurs) lastHeard = performance.now()
  setAway(!isOurs)
  return isOurs
}

/** Called for every request without a response. */
export const noteNoAnswer = (): void => setAway(true)

function setAway(next: boolean): void {
  if (next === isAway) return
  isAway = next
  if (isAway) void askUntilBack()
  changed.emit()
  if (!isAway) tellBack()
}

async function askUntilBack(): Promise<void> {
  do await new Promise((resolve) => void setTimeout(resolve, AGAIN))
  while (!(await answers()))
}

/** Asks the service. @returns whether it answers now */
async function answers(): Promise<boolean> {
  try {
    return noteAnswer(await fetch("/health", { cache: "no-store" }))
  } catch {
    noteNoAnswer()
    return false
  }
}

let lastBack = Number.NEGATIVE_INFINITY
let pause = AGAIN
let owed: ReturnType<typeof setTimeout> | undefined

/** At once the first time, then less and less often: each time, whoever listens reads everything again. */
function tellBack(): void {
  if (owed !== undefined) return
  const passed = performance.now() - lastBack
  pause = passed > LONGEST ? AGAIN : Math.min(pause * 2, LONGEST)
  const tell = (): void => {
    owed = undefined
    if (isAway) return
    lastBack = performance.now()
    back.emit()
  }
  if (passed > LONGEST) tell()
  else owed = setTimeout(tell, Math.max(0, pause - passed))
}

/** @returns whether the service is away */
export const useAway = (): boolean => useSyncExternalStore(changed.listen, () => isAway)

/** Notices also on a page that sends no requests that the service is away. */
export function watchConnection(): void {
  setInterval(() => {
    if (!document.hidden && performance.now() - lastHeard > QUIET) void answers()
  }, QUIET)
  window.addEventListener("offline", () => void answers())
  window.addEventListener("online", () => void answers())
}

/**
 * Loads a part of the program. Without a connection it waits until there is one.
 *
 * @throws the error of `load` if the service does answer: an upgrade has replaced this part
 */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await answers()) throw error
      const again = Promise.withResolvers<void>()
      const stop = onBack(again.resolve)
      await again.promise
      stop()
    }
  }
}
