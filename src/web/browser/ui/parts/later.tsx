import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react"
import { loaded, useAway } from "../api/connection.ts"
import { dropKeys, giveKeys, holdKeys, isTyping } from "../keys/keys-ahead.ts"

/** What a screen may need next is loaded this long after the screen itself. In ms. */
export const BEHIND = 1500

/** Longest wait for an idle moment, in ms: without one, Chrome now and then never calls back on a page at rest. */
const PATIENCE = 500

/** Safari has no requestIdleCallback. */
const idle = (then: () => void): unknown =>
  window.requestIdleCallback ? window.requestIdleCallback(then, { timeout: PATIENCE }) : setTimeout(then)

/** Parts with a placeholder are drawn one after the other, each when the page is idle. */
let turn = Promise.resolve()
const myTurn = (): Promise<void> => (turn = turn.then(() => new Promise((resolve) => void idle(resolve))))

/**
 * A part of a screen that is loaded after the screen, so that the screen itself is there sooner. React's lazy would not
 * do: its Suspense waits for at least 300 ms, and it gives up without a connection.
 *
 *     const Edit = later(() => import("./edit.tsx").then(({ Edit }) => Edit))
 *
 * @param place a placeholder, for a part that the screen shows from the beginning
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place?: ReactNode | ComponentType<P>,
): ComponentType<P> {
  let found: ComponentType<P> | undefined
  const get = (): Promise<ComponentType<P>> => loaded(load)
  const behind = new Promise((resolve) => void setTimeout(resolve, BEHIND)).then(get)
  const bring = async (): Promise<ComponentType<P>> => (found ??= await (place ? behind : get()))
  behind.then(bring).catch(() => {})
  return function Later(props: P) {
    const [Part, setPart] = useState(() => found)
    const [problem, setProblem] = useState<Error>()
    useEffect(() => {
      const show = (part: ComponentType<P>): void => startTransition(() => setPart(() => part))
      if (!Part) bring().then((part) => (place ? myTurn().then(() => show(part)) : show(part)), setProblem)
    }, [Part])
    const away = useAway()
    useEffect(() => {
      // A part without a placeholder takes the focus: keys typed until then are meant for it.
      if (place) return
      if (problem || (away && !Part)) dropKeys()
      else if (Part) giveKeys()
      else if (!isTyping()) holdKeys()
    }, [Part, problem, away])
    // To the nearest <ErrorBoundary>.
    if (problem) throw problem
    if (Part) return <Part {...props} />
    if (typeof place !== "function") return place
    const Place = place
    return <Place {...props} />
  }
}
