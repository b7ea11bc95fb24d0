import { askEarly } from "../ui/api/early-requests.ts"
import { actingHeader, actingTenant } from "../ui/api/acting.ts"
import { ROLE_KEY } from "../ui/api/logged-in.ts"
import { holdKeys } from "../ui/keys/keys-ahead.ts"

/**
 * Runs before the application, a hundred times as large, has loaded. Asks who is logged in, and what the screens that
 * people open first will ask for, by the same addresses as the screens: test/web/browser/early.test.ts compares them.
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
 * The role, as the log-in stored it. An operator would be refused until a company is chosen, and so might somebody whose
 * role is not known.
 */
const role = localStorage.getItem(ROLE_KEY)
const mayAsk = actingTenant() !== undefined || (role !== null && role !== "superadmin")
for (const url of ["/api/sitzung", ...(mayAsk ? wanted : [])]) askEarly(url, actingHeader())
holdKeys()
