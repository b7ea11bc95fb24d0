import { useMemo, useState } from "react"
import { Redirect, Route, Switch, useLocation } from "wouter"
import { useAccount } from "../../ui/account.tsx"
import { actingTenant } from "../../ui/api/session.ts"
import { Crash } from "../../ui/crash.tsx"
import { OfflineBanner } from "../../ui/offline.tsx"
import { NotAllowed, NotFound } from "../../ui/page.tsx"
import { Screens } from "../../ui/screens.tsx"
import { ActingBanner, ChooseTenant } from "./acting.tsx"
import { Keys } from "./keys.tsx"
import { Navigation } from "./navigation.tsx"
import { Palette } from "./palette.tsx"
import type { Screen } from "./screen.ts"
import { View } from "./view.tsx"

/** Navigation at the left, one screen beside it, and what is always at hand. */
export function Shell({ screens }: { screens: Screen[] }) {
  const account = useAccount()
  const [here] = useLocation()
  const [folded, setFolded] = useState(() => localStorage.getItem("navigation") === "schmal")
  const fold = (next: boolean): void => {
    localStorage.setItem("navigation", next ? "schmal" : "breit")
    setFolded(next)
  }
  const seen = useMemo(
    () => screens.filter(({ roles }) => roles.includes(account.rolle)),
    [screens, account.rolle],
  )
  const paths = useMemo(() => seen.map(({ path }) => path), [seen])
  const first = seen.find(({ icon }) => icon)?.path ?? "/konto"
  return (
    <Screens value={paths}>
      <div className={folded ? "office folded" : "office"}>
        <a href="#inhalt" className="skip">
          Zum Inhalt
        </a>
        <Navigation screens={seen} folded={folded} onFold={fold} />
        <main className="main" id="inhalt" tabIndex={-1}>
          <OfflineBanner />
          <ActingBanner />
          <Crash at={here}>
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
                      <View key={screen.path} screen={screen} params={params as Record<string, string>} />
                    )
                  }
                </Route>
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Crash>
        </main>
        <Palette screens={seen} />
        <Keys />
      </div>
    </Screens>
  )
}

const needsTenant = (rolle: string, { global }: Pick<Screen, "global">): boolean =>
  rolle === "superadmin" && !global && actingTenant() === undefined
