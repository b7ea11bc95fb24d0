import { forgetActing } from "../ui/api/acting.ts"
import { ApiFault } from "../ui/api/fault.ts"
import { ROLE_KEY, ACCOUNT_KEY } from "../ui/api/logged-in.ts"
import { forgetOthers } from "../ui/forms/forgotten.ts"
import type { Sitzung } from "../ui/session/account.tsx"
import { ago, date } from "../ui/values/format.ts"
import { browserStore } from "../ui/values/stores.ts"
import { DAY } from "../../../lib/day.ts"

/** Time before a demo's end at which it warns. In ms. */
const SOON = 7 * DAY

/** Whether somebody may be logged in, by a mark beside the cookie, which scripts cannot read. */
export const wasLoggedIn = (): boolean => localStorage.getItem(ROLE_KEY) !== null

/** Tells the other tabs who is logged in now, and deletes what others had not saved. */
export function noteLoggedIn({ user }: Sitzung): void {
  forgetOthers(user.id)
  // An operator may have acted for a company in this tab: the service refuses it to others.
  if (user.rolle !== "superadmin") forgetActing()
  browserStore.set(ROLE_KEY, user.rolle)
  browserStore.set(ACCOUNT_KEY, user.id)
}

/** Goes on to the last screen, or to the application of the role. */
export function enter(sitzung: Sitzung): void {
  const { user } = sitzung
  noteLoggedIn(sitzung)
  const before = new URLSearchParams(window.location.search).get("weiter") ?? ""
  const home = user.rolle === "fahrer" ? "/fahrer" : "/buero"
  // Nothing but an address of this very service.
  const inside = /^\/(?:buero|fahrer)(?:[/?]|$)/.test(before)
  window.location.replace(inside ? before : home)
}

/** @returns a sentence when the company's demo is over within a week */
export function soonOver({ user }: Sitzung): string | undefined {
  const { demo_expires_at: end, tenant_typ } = user
  if (tenant_typ !== "demo" || !end || Date.parse(end) - Date.now() > SOON) return undefined
  return `Der Zugang läuft ${ago(end)} ab, am ${date(end)}.`
}

const words: Record<string, string> = {
  "Tenant nicht aktiv": "Der Zugang Ihrer Firma ist gesperrt. Bitte wenden Sie sich an den Betreiber.",
  "Demo-Zugang abgelaufen": "Die Daten sind noch da: der Betreiber kann den Zugang verlängern.",
  "Ungültige Anmeldedaten": "Bitte E-Mail und Passwort prüfen.",
}

/** Advice on a refusal, beside the service's own message. */
export const advice = (problem: Error): string =>
  problem instanceof ApiFault ? (words[problem.message] ?? "") : ""
