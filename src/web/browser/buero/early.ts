import { askEarly } from "../ui/api/early-requests.ts"
import { actingHeader, actingTenant } from "../ui/api/acting.ts"
import { ROLE_KEY } from "../ui/api/logged-in.ts"
import { holdKeys } from "../ui/keys/keys-ahead.ts"

/**
 * Runs before the application is here, which is a hundred times as much: who is logged in, and what the screens that
 * people open first ask for. Addresses as the screens write them; test/web/browser/early.test.ts says when they differ.
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
/**
 * The role, which the log-in has left. An operator names a company first, and would be refused until then; who is here
 * without having come by the log-in may be one.
 */
const role = localStorage.getItem(ROLE_KEY)
const mayAsk = actingTenant() !== undefined || (role !== null && role !== "superadmin")
for (const url of ["/api/sitzung", ...(mayAsk ? wanted : [])]) askEarly(url, actingHeader())
holdKeys()
