import { useMemo, useState } from "react"
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter"
import { useAccount } from "../../ui/session/account.tsx"
import { actingTenant, actForTenant } from "../../ui/api/acting.ts"
import { ErrorBoundary } from "../../ui/page/error-boundary.tsx"
import { explainWrongAddress } from "../../ui/page/wrong-address.tsx"
import { later } from "../../ui/parts/later.tsx"
import { NotAllowed, NotFound } from "../../ui/page/page.tsx"
import { type PlaceTabs, Screens } from "../../ui/state/screens.tsx"
import { browserStore } from "../../ui/values/stores.ts"
import { Outdated } from "../../ui/page/outdated.tsx"
import { Keys } from "./keys.tsx"
import { LogOut } from "./log-out.tsx"
import { Navigation } from "./navigation.tsx"
import { closedTo, withTasksOf, type Entry, placesOf } from "./places.ts"
import { Palette } from "./palette.tsx"
import type { Screen } from "./screen.ts"
import { TakenOver, useTakeOver } from "./taken-over.tsx"
import { View } from "./view.tsx"
import { Button } from "../../ui/parts/button.tsx"

const ChooseTenant = later(() => import("./choose-tenant.tsx").then((part) => part.ChooseTenant))

/** Navigation at the left, one screen beside it, and what is always at hand. */
export function Shell({ screens }: { screens: Screen[] }) {
  const account = useAccount()
  const [location] = useLocation()
  const here = `${location}?${useSearch()}`
  const [folded, setFolded] = useState(() => localStorage.getItem("navigation") === "schmal")
  const fold = (next: boolean): void => {
    browserStore.set("navigation", next ? "schmal" : "breit")
    setFolded(next)
  }
  const seen = useMemo(
    () => screens.filter(({ roles }) => roles.includes(account.rolle)),
    [screens, account.rolle],
  )
  // A link to one of the others still works: it asks for the company first.
  const offered = useMemo(
    () =>
      seen
        .filter((screen) => !needsTenant(account.rolle, screen))
        .map((screen) => withTasksOf(account.rolle, screen)),
    [seen, account.rolle],
  )
  const closed = useMemo(() => closedTo(account.rolle, screens), [screens, account.rolle])
  const isReady = useTakeOver()
  const places = useMemo(() => placesOf(offered), [offered])
  const known = useMemo(
    () => ({ paths: offered.map(({ path }) => path), places: places.map(tabsOf) }),
    [offered, places],
  )
  const first = places[0]?.href ?? "/konto"
  return (
    <Screens value={known}>
      <div className={folded ? "office folded" : "office"}>
        <a href="#inhalt" className="skip">
          Zum Inhalt
        </a>
        <Navigation places={places} folded={folded} onFold={fold} />
        <main className="main" id="inhalt" tabIndex={-1}>
          <Outdated />
          <ActingBanner />
          <TakenOver />
          {isReady && (
            <ErrorBoundary at={here} explain={explainWrongAddress}>
              <Switch>
                <Route path="/">
                  <Redirect to={first} replace />
                </Route>
                {screens.map((screen) => (
                  <Route key={screen.path} path={screen.path}>
                    {(params) =>
                      !seen.includes(screen) ? (
                        <NotAllowed what={screen.label} />
                      ) : needsTenant(account.rolle, screen) ? (
                        <ChooseTenant />
                      ) : (
                        // Keyed by the record: what was open for one does not stay open over the next.
                        <View
                          key={recordIn(params)}
                          screen={screen}
                          params={params as Record<string, string>}
                        />
                      )
                    }
                  </Route>
                ))}
                <Route>
                  <NotFound />
                </Route>
              </Switch>
            </ErrorBoundary>
          )}
        </main>
        <Palette screens={offered} closed={closed} />
        <Keys />
        <LogOut />
      </div>
    </Screens>
  )
}

const tabsOf = ({ name, tabs }: Entry): PlaceTabs => ({
  name,
  tabs: tabs.map(({ path, tab, label }) => ({ href: path, label: tab ?? label })),
})

const recordIn = (params: object): string => Object.values(params).join(" ")

const needsTenant = (role: string, { global }: Pick<Screen, "global">): boolean =>
  role === "superadmin" && !global && actingTenant() === undefined

/** Always in sight of a super administrator who acts for a company. */
function ActingBanner() {
  const account = useAccount()
  const tenant = actingTenant()
  if (account.rolle !== "superadmin" || !tenant) return null
  return (
    <div className="banner acting no-print" role="note">
      <p>
        Sie handeln für <strong>{tenant.name}</strong>.
      </p>
      <Button onPress={() => actForTenant(undefined)}>Andere Firma wählen</Button>
    </div>
  )
}
