import { startTransition, useEffect, useState } from "react"
import { dropKeys, giveKeys, holdKeys } from "../../ui/keys-ahead.ts"
import type { Screen } from "./screen.ts"

type Component = Awaited<ReturnType<Screen["load"]>>["default"]

const loaded = new Map<string, Component>()

/** Begins to load a screen before it is known who is logged in. */
export async function preload({ path, load }: Screen): Promise<Component> {
  const component = (await load()).default
  loaded.set(path, component)
  return component
}

/** Not by Suspense, which shows what has come no earlier than 300 ms after it began to wait. */
export function View({ screen, params }: { screen: Screen; params: Record<string, string> }) {
  const [component, setComponent] = useState(() => loaded.get(screen.path))
  const [problem, setProblem] = useState<Error>()
  useEffect(() => {
    if (component) return
    preload(screen).then((found) => startTransition(() => setComponent(() => found)), setProblem)
  }, [component, screen])
  useEffect(() => {
    if (problem) dropKeys()
    else if (component) giveKeys()
    else holdKeys()
  }, [component, problem])
  // To the nearest <Crash>.
  if (problem) throw problem
  const Shown = component
  return Shown ? <Shown params={params} /> : null
}
