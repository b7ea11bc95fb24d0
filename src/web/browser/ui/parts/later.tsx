import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react"
import { loaded, useAway } from "../api/connection.ts"
import { dropKeys, giveKeys, holdKeys, isTyping } from "../keys/keys-ahead.ts"

/** A screen is there first; what may be needed of it next comes behind it. In ms. */
const BEHIND = 1500

/** Longest wait for an idle moment, in ms: without one, Chrome now and then never calls back on a page at rest. */
const PATIENCE = 500

/** Safari has none. */
const idle = (then: () => void): unknown =>
  window.requestIdleCallback ? window.requestIdleCallback(then, { timeout: PATIENCE }) : setTimeout(then)

/** Order of parts that have a place already: they are drawn one after the other, when the page is idle. */
let turn = Promise.resolve()
const myTurn = (): Promise<void> => (turn = turn.then(() => new Promise((resolve) => void idle(resolve))))

/**
 * A part of a screen that is loaded behind the screen, so that the screen itself is there sooner. Not by React's lazy,
 * whose Suspense waits for at least 300 ms, and which gives up without a connection.
 *
 *     const Edit = later(() => import("./edit.tsx").then(({ Edit }) => Edit))
 *
 * @param place what stands there until it comes, of a part that the screen shows from the beginning
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
      // It will take the focus: what is typed until then is meant for it.
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
