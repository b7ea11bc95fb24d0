import type { ReactNode } from "react"
import { Link } from "wouter"
import { useHasScreen } from "../state/screens.tsx"
import { useGet } from "../state/query.ts"

const ways = {
  "/api/kunden": { href: "/kunden/neu", text: "Noch kein Kunde" },
  "/api/pfandartikel": { href: "/artikel/neu", text: "Noch kein Artikel" },
}

/** @returns a link to enter the first record, for a company without any, whose search could find nothing; else null */
export function useFirstOne(path: keyof typeof ways, enabled = true): ReactNode {
  const has = useHasScreen()
  const { href, text } = ways[path]
  const { data } = useGet(path, { query: { limit: 1 } }, { enabled })
  if (data?.items.length !== 0) return null
  if (!has(href)) return text
  return (
    <>
      {text}: <Link href={href}>den ersten anlegen</Link>
    </>
  )
}
