import type { ReactNode } from "react"
import { Link } from "wouter"
import { useHasScreen } from "../state/screens.tsx"
import { useGet } from "../state/query.ts"

type Wanted = { of: "/api/kunden" | "/api/pfandartikel"; href: string; text: string; enabled?: boolean }

/** @returns the way to enter the first one, as long as the company has none: a search could only find nothing */
export function useFirstOne({ of, href, text, enabled = true }: Wanted): ReactNode {
  const has = useHasScreen()
  const { data } = useGet(of, { query: { limit: 1 } }, { enabled })
  if (data?.items.length !== 0) return null
  if (!has(href)) return text
  return (
    <>
      {text}: <Link href={href}>den ersten anlegen</Link>
    </>
  )
}
