import "../ui/page/trusted.ts"
import "./common.ts"
import { QueryClientProvider } from "@tanstack/react-query"
import { startTransition } from "react"
import { createRoot } from "react-dom/client"
import { I18nProvider, RouterProvider } from "react-aria-components"
import { Router, useLocation } from "wouter"
import { LoggedIn, toLoginAfterEnd } from "../ui/session/account.tsx"
import { onSessionEnded } from "../ui/api/logged-in.ts"
import { forgetEnded } from "../ui/forms/forgotten.ts"
import { goFromHere } from "../ui/page/came-from.ts"
import { ErrorBoundary } from "../ui/page/error-boundary.tsx"
import { watchConnection } from "../ui/api/connection.ts"
import { keepPageFromFiles } from "../ui/page/dropped-files.ts"
import { surviveTranslators } from "../ui/page/translators.ts"
import { watchFocus } from "../ui/keys/focus-trail.ts"
import { later } from "../ui/parts/later.tsx"
import { keepPresses } from "../ui/keys/moved-press.ts"
import { queryClient } from "../ui/state/query.ts"
import { Toasts } from "../ui/parts/toast.tsx"
import { screens } from "./registry.ts"
import { Shell } from "./shell/shell.tsx"
import { preload } from "./shell/view.tsx"
import { Waiting } from "./shell/waiting.tsx"

const Expired = later(() => import("../ui/session/expired.tsx").then((part) => part.Expired))

/** The screen's title, which the shell already shows. */
const title = document.querySelector(".frame-title")?.textContent ?? ""

/** The address below /buero; the router, which would tell its screen, has not begun yet. */
const here = window.location.pathname.slice("/buero".length)
const first = screens.find(({ path }) =>
  new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(here || "/heute"),
)
if (first) preload(first).catch(() => {})

/** The office. The program's own addresses leave out /buero; this adds it to the links of React Aria. */
function Office() {
  const [, navigate] = useLocation()
  return (
    <RouterProvider
      navigate={(href) => navigate(href)}
      useHref={(href) => (href.startsWith("/") ? `/buero${href}` : href)}
    >
      <Shell screens={screens} />
    </RouterProvider>
  )
}

surviveTranslators()
watchFocus()
keepPresses()
keepPageFromFiles()
watchConnection()
onSessionEnded(() => {
  forgetEnded()
  toLoginAfterEnd()
})

const root = document.getElementById("root")
if (root) {
  // Drawn in slices: the shell's frame stays in sight meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <ErrorBoundary>
        <I18nProvider locale="de-DE">
          <QueryClientProvider client={queryClient}>
            <LoggedIn
              fallback={(problem) => <Waiting title={title} problem={problem} />}
              renderExpired={(account, onLogIn) => <Expired account={account} onLogIn={onLogIn} />}
            >
              <Router base="/buero" aroundNav={goFromHere}>
                <Office />
              </Router>
            </LoggedIn>
            <Toasts />
          </QueryClientProvider>
        </I18nProvider>
      </ErrorBoundary>,
    ),
  )
}
