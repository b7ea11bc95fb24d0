import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react"

/** A screen is there first; what may be needed of it next comes behind it. In ms. */
const BEHIND = 1500

/**
 * A part of a screen that is loaded behind the screen, so that the screen itself is there sooner.
 *
 *     const Edit = later(() => import("./edit.tsx").then(({ Edit }) => Edit))
 *
 * @param place holds its place, of a part that is there from the beginning: it comes when the screen is there
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place?: ReactNode,
): ComponentType<P> {
  let found: ComponentType<P> | undefined
  const behind = new Promise((resolve) => void setTimeout(resolve, BEHIND)).then(load)
  const bring = async (): Promise<ComponentType<P>> => (found ??= await (place ? behind : load()))
  behind.then(bring).catch(() => {})
  return function Later(props: P) {
    const [Part, setPart] = useState(() => found)
    const [problem, setProblem] = useState<Error>()
    useEffect(() => {
      if (!Part) bring().then((part) => startTransition(() => setPart(() => part)), setProblem)
    }, [Part])
    // To the nearest <Crash>.
    if (problem) throw problem
    return Part ? <Part {...props} /> : place
  }
}
