import { askEarly } from "../ui/api/early.ts"
import { actingHeader, actingTenant } from "../ui/api/session.ts"

/**
 * Runs before the application is here, which is a hundred times as much: who is logged in, and what the screens that
 * people open first ask for. Addresses as the screens write them; test/web/early.test.ts says when they differ.
 */
const screens: [path: RegExp, wanted: (id: string) => string[]][] = [
  [/^\/buero(?:\/heute)?$/, () => ["/api/heute"]],
  [
    /^\/buero\/kunden\/([0-9a-f-]{36})$/,
    (id) => [`/api/kunden/${id}`, `/api/kunden/${id}/pfandkonto`, `/api/kunden/${id}/ereignisse?limit=10`],
  ],
]

const wanted = screens.flatMap(([path, urls]) => {
  const found = path.exec(window.location.pathname)
  return found ? urls(found[1] ?? "") : []
})
/** An operator names a company first. The role is what the log-in has left; without it, most are of the office. */
const isAsked = localStorage.getItem("angemeldet") === "superadmin" && !actingTenant()
for (const url of ["/api/sitzung", ...(isAsked ? [] : wanted)]) askEarly(url, actingHeader())
