import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react"
import { ANOTHER_ACCOUNT } from "../../../../lib/another-account.ts"
import { makeEmitter } from "../api/emitter.ts"
import { type Answer, call } from "../api/call.ts"
import { takeEarlyBody } from "../api/early-requests.ts"
import { ApiFault, messageOf } from "../api/fault.ts"
import {
  ROLE_KEY,
  noteShownAccount,
  onAnotherAccount,
  onSessionExpired,
  ACCOUNT_KEY,
} from "../api/logged-in.ts"
import { lock, unlock } from "../values/sealed.ts"
import { browserStore, tabStore } from "../values/stores.ts"
import { onBack } from "../api/connection.ts"
import { toast } from "../parts/toast.tsx"

export type Sitzung = Answer<"get", "/api/sitzung">
export type Account = Sitzung["user"]
export type Role = Account["rolle"]

export const AccountContext = createContext<Account | undefined>(undefined)

/** @returns the account that is logged in. @throws Error outside of <LoggedIn> */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error("useAccount outside of LoggedIn")
  return account
}

/** A page in use renews the log-in when less than half a day of it is left. In ms. */
const RENEW_BEFORE = 12 * 3_600_000
const CHECK = 10 * 60_000

/** Goes to the log-in page, which leads back here. */
export const toLogin = (): void => window.location.assign(logInAddress())

/** The same after the service has ended the log-in: also the Back button must not lead back here. */
export const toLoginAfterEnd = (): void => window.location.replace(`${logInAddress()}&beendet=ja`)

function logInAddress(): string {
  const { pathname, search } = window.location
  return `/anmelden?weiter=${encodeURIComponent(pathname + search)}`
}

/** When another tab logs out, or in as somebody else, this tab follows, and its drafts go. */
function useLeftElsewhere(account: string | undefined): void {
  useEffect(() => {
    const leave = (): void => {
      lock()
      tabStore.clear()
      toLogin()
    }
    const follow = ({ key, newValue }: StorageEvent): void => {
      const isLoggedOut = key === ROLE_KEY && newValue === null
      const isAnother =
        account !== undefined && key === ACCOUNT_KEY && newValue !== null && newValue !== account
      if (isLoggedOut || isAnother) leave()
    }
    window.addEventListener("storage", follow)
    const stop = onAnotherAccount(leave)
    return () => {
      window.removeEventListener("storage", follow)
      stop()
    }
  }, [account])
}

const changed = makeEmitter()

/** Reads the log-in again, after the own account was changed. */
export const readSitzungAgain = changed.emit

/** Makes the drafts readable before any form is drawn. @returns its argument */
function unlocked<S extends Sitzung | undefined>(sitzung: S): S {
  if (!sitzung) return sitzung
  unlock(sitzung.entwurf_schluessel, sitzung.entwurf_schluessel_zuvor)
  noteShownAccount(sitzung.user.id)
  return sitzung
}

let early: Sitzung | undefined

/** Cached, as React may begin the first drawing of the page twice. */
const earlySitzung = (): Sitzung | undefined =>
  (early ??= takeEarlyBody("/api/sitzung") as Sitzung | undefined)

type LoggedInProps = {
  children: ReactNode
  /** Shown while the log-in is not known yet, or cannot be read. */
  fallback: (problem?: string) => ReactNode
  /** Shown over the children when the log-in has expired. */
  renderExpired: (account: Account, onLogIn: (sitzung: Sitzung) => void) => ReactNode
}

/**
 * Shows its children to users who are logged in, redirects others to the log-in, and keeps the session alive in use.
 */
export function LoggedIn({ children, fallback, renderExpired }: LoggedInProps) {
  const [sitzung, setSitzung] = useState(() => unlocked(earlySitzung()))
  const [problem, setProblem] = useState<string>()
  const isKnown = sitzung !== undefined
  const [isExpired, setExpired] = useState(false)
  useEffect(() => void (early = undefined), [])
  useLeftElsewhere(sitzung?.user.id)
  useEffect(() => onSessionExpired(() => setExpired(true)), [])
  // Without an answer, the old one stays until the page is loaded anew.
  useEffect(() => changed.listen(() => void call("get", "/api/sitzung").then(setSitzung, () => {})), [])
  useEffect(() => {
    if (isKnown) return undefined
    const read = (): Promise<void> =>
      // This draws the whole page: as a transition, so that the browser can react in between.
      call("get", "/api/sitzung").then(
        (found) => startTransition(() => setSitzung(unlocked(found))),
        (error: unknown) => {
          if (error instanceof ApiFault && error.status === 401) return toLogin()
          setProblem((error as Error).message)
        },
      )
    void read()
    return onBack(() => void read())
  }, [isKnown])
  useRenewal(sitzung, setSitzung)
  useEffect(() => {
    if (!sitzung) return
    browserStore.set(ROLE_KEY, sitzung.user.rolle)
    browserStore.set(ACCOUNT_KEY, sitzung.user.id)
  }, [sitzung])
  if (!sitzung) return fallback(problem)
  const again = (next: Sitzung): void => {
    setSitzung(next)
    setExpired(false)
  }
  return (
    <AccountContext value={sitzung.user}>
      {children}
      {isExpired && renderExpired(sitzung.user, again)}
    </AccountContext>
  )
}

function useRenewal(sitzung: Sitzung | undefined, renewed: (sitzung: Sitzung) => void): void {
  const tried = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!sitzung) return undefined
    const renew = (): void => {
      const left = Date.parse(sitzung.gilt_bis) - Date.now()
      // At most every CHECK: the clock of this computer may be wrong, or the log-in cannot be renewed any more.
      if (document.hidden || left > RENEW_BEFORE || performance.now() - tried.current < CHECK) return
      tried.current = performance.now()
      // Without a connection it is tried again; once the log-in has expired, the next request says so.
      call("put", "/api/sitzung").then(renewed, () => {})
    }
    renew()
    const timer = setInterval(renew, CHECK)
    document.addEventListener("visibilitychange", renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", renew)
    }
  }, [sitzung, renewed])
}

/**
 * Ends this log-in and goes to the log-in page. Without a connection the log-in would stay valid: then it says so, and
 * nothing else happens.
 *
 * @param forget called once the log-in has ended
 */
export async function logOut(forget: () => void): Promise<void> {
  try {
    await call("delete", "/api/sitzung")
  } catch (error) {
    // Another account is logged in by now, and stays so: the page is left as soon as it hears of that.
    if (messageOf(error) === ANOTHER_ACCOUNT) return
    const isOver = error instanceof ApiFault && error.status !== 0
    if (!isOver) {
      toast(`Sie sind noch angemeldet. ${messageOf(error)}`, { bad: true })
      return
    }
  }
  forget()
  lock()
  tabStore.clear()
  browserStore.remove(ROLE_KEY)
  browserStore.remove(ACCOUNT_KEY)
  window.location.assign("/anmelden")
}
