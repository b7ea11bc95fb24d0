import { useSyncExternalStore } from "react"
import { makeEmitter } from "./emitter.ts"

/**
 * Whether the service answers. Every request tells; pages that send none by themselves ask. An error page of a proxy in
 * front of the service is no answer.
 */
let isAway = false
let lastHeard = performance.now()
const changed = makeEmitter()
const back = makeEmitter()

/** Calls back when the service answers again. @returns stops it */
export const onBack = back.listen

/** While it is away, and while nothing else is asked. In ms. */
const AGAIN = 3_000
const QUIET = 15_000
/**
 * Most time between two reports that the service is back: where one address never gets an answer and all others do, it
 * seems to come back again and again. In ms.
 */
const LONGEST = 60_000

const AWAY = new Set([502, 503, 504])

/** For every response that came. @returns whether the service itself has answered */
export function noteAnswer(response: Response): boolean {
  const isOurs = !AWAY.has(response.status) || response.headers.has("X-Request-Id")
  if (isOurs) lastHeard = performance.now()
  setAway(!isOurs)
  return isOurs
}

/** For every request that nobody has answered. */
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

/** At once the first time; then more and more seldom, for those who hear it ask for everything again. */
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

/** Notices it on a page that asks for nothing by itself, too. */
export function watchConnection(): void {
  setInterval(() => {
    if (!document.hidden && performance.now() - lastHeard > QUIET) void answers()
  }, QUIET)
  window.addEventListener("offline", () => void answers())
  window.addEventListener("online", () => void answers())
}

/**
 * Loads a part of the program. Without a connection it waits, and comes when there is one.
 *
 * @throws what `load` does while the service answers: an upgrade has replaced the part
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
