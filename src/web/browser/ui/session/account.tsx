import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react"
import { makeEmitter } from "../api/emitter.ts"
import { type Answer, call } from "../api/call.ts"
import { takeEarlyBody } from "../api/early-requests.ts"
import { ApiFault, messageOf } from "../api/fault.ts"
import { ROLE_KEY, onSessionExpired, ACCOUNT_KEY } from "../api/logged-in.ts"
import { lock, unlock } from "../values/sealed.ts"
import { browserStore, tabStore } from "../values/stores.ts"
import { onBack } from "../api/connection.ts"
import { toast } from "../parts/toast.tsx"

export type Sitzung = Answer<"get", "/api/sitzung">
export type Account = Sitzung["user"]
export type Role = Account["rolle"]

const Context = createContext<Account | undefined>(undefined)

/** @returns the account that is logged in. @throws Error outside of <LoggedIn> */
export function useAccount(): Account {
  const account = useContext(Context)
  if (!account) throw new Error("useAccount outside of LoggedIn")
  return account
}

/** A page in use asks for another token when half a day of this one is left. In ms. */
const RENEW_BEFORE = 12 * 3_600_000
const CHECK = 10 * 60_000

/** The log-in, which leads back to where one is. */
export const toLogin = (): void => window.location.assign(logInAddress())

/** The same when the service has ended the log-in: nothing leads back to what was on the screen. */
export const toLoginAfterEnd = (): void => window.location.replace(`${logInAddress()}&beendet=ja`)

function logInAddress(): string {
  const { pathname, search } = window.location
  return `/anmelden?weiter=${encodeURIComponent(pathname + search)}`
}

/** A log-out in one tab counts for all of them, and so does another account; also for what stands in their forms. */
function useLeftElsewhere(account: string | undefined): void {
  useEffect(() => {
    const leave = ({ key, newValue }: StorageEvent): void => {
      const isLoggedOut = key === ROLE_KEY && newValue === null
      const isAnother =
        account !== undefined && key === ACCOUNT_KEY && newValue !== null && newValue !== account
      if (!isLoggedOut && !isAnother) return
      lock()
      tabStore.clear()
      toLogin()
    }
    window.addEventListener("storage", leave)
    return () => window.removeEventListener("storage", leave)
  }, [account])
}

const changed = makeEmitter()

/** Reads again who is logged in, when that account was changed. */
export const readSitzungAgain = changed.emit

/** @returns the same; before anything is drawn, forms can read what was typed into them */
function unlocked<S extends Sitzung | undefined>(sitzung: S): S {
  if (sitzung) unlock(sitzung.entwurf_schluessel)
  return sitzung
}

let early: Sitzung | undefined

/** @returns the same one once more, where the first drawing of the page was broken off and begins anew */
const earlySitzung = (): Sitzung | undefined =>
  (early ??= takeEarlyBody("/api/sitzung") as Sitzung | undefined)

type LoggedInProps = {
  children: ReactNode
  /** While it is not known yet, or cannot be told. */
  fallback: (problem?: string) => ReactNode
  /** Over the children, when the log-in has ended in the middle of something. */
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
  // Without an answer it stays as it is until the page is loaded anew.
  useEffect(() => changed.listen(() => void call("get", "/api/sitzung").then(setSitzung, () => {})), [])
  useEffect(() => {
    if (isKnown) return undefined
    const read = (): Promise<void> =>
      // All of the page is drawn then: in slices, between which a browser can do something else.
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
    <Context value={sitzung.user}>
      {children}
      {isExpired && renderExpired(sitzung.user, again)}
    </Context>
  )
}

function useRenewal(sitzung: Sitzung | undefined, renewed: (sitzung: Sitzung) => void): void {
  const tried = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!sitzung) return undefined
    const renew = (): void => {
      const left = Date.parse(sitzung.gilt_bis) - Date.now()
      // Not again and again: the clock of this computer may be wrong, or the log-in at its very end.
      if (document.hidden || left > RENEW_BEFORE || performance.now() - tried.current < CHECK) return
      tried.current = performance.now()
      // Without a connection there is another try; when the time is over, the next request says so.
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
 * Ends this log-in and shows the page for the next one. Without a connection it would go on: that is said.
 *
 * @param forget called when it has ended
 */
export async function logOut(forget: () => void): Promise<void> {
  try {
    await call("delete", "/api/sitzung")
  } catch (error) {
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
