import { startTransition, useEffect, useState } from "react"
import { useSearch } from "wouter"
import { requireKnown } from "../../ui/state/address.ts"
import { loaded, useAway } from "../../ui/api/connection.ts"
import { dropKeys, giveKeys, holdKeys } from "../../ui/keys/keys-ahead.ts"
import { Page } from "../../ui/page/page.tsx"
import type { Screen } from "./screen.ts"

type Component = Awaited<ReturnType<Screen["load"]>>["default"]

const parts = new Map<string, Component>()

/**
 * Loads a screen, once: before it is known who is logged in, or when it is shown.
 *
 * @returns its component
 */
export async function preload({ path, load }: Screen): Promise<Component> {
  const component = (await loaded(load)).default
  parts.set(path, component)
  return component
}

/** Shows a screen when it is loaded. Not by Suspense, which waits for at least 300 ms. */
export function View({ screen, params }: { screen: Screen; params: Record<string, string> }) {
  requireKnown(useSearch(), screen.takes ?? NOTHING)
  const [Shown, setShown] = useState(() => parts.get(screen.path))
  const [problem, setProblem] = useState<Error>()
  useEffect(() => {
    if (Shown) return
    preload(screen).then((found) => startTransition(() => setShown(() => found)), setProblem)
  }, [Shown, screen])
  const away = useAway()
  useEffect(() => {
    if (problem || (away && !Shown)) dropKeys()
    else if (Shown) giveKeys()
    else holdKeys()
  }, [Shown, problem, away])
  // To the nearest <ErrorBoundary>.
  if (problem) throw problem
  if (Shown) return <Shown params={params} />
  return away ? <NotYet label={screen.label} /> : null
}

const NOTHING: readonly string[] = []

/** Placeholder for a screen that is being loaded. */
const NotYet = ({ label }: { label: string }) => (
  <Page title={label}>
    <p className="empty">
      Diese Seite ist noch nicht geladen. Sie erscheint, sobald der Server wieder antwortet.
    </p>
  </Page>
)
