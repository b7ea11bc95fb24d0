import { useLayoutEffect } from "react"
import { Redirect, Route, Router, Switch, useLocation } from "wouter"
import { Bars } from "./parts/bars.tsx"
import { FirstStart, NoDay, OthersDay } from "./parts/first-start.tsx"
import { Notices } from "./parts/notices.tsx"
import { isForeign } from "./phone/state.ts"
import { DayContext, useMadeDay, usePhone } from "./phone/use.ts"
import { Feierabend } from "./tag/feierabend.tsx"
import { MyDay } from "./tag/my-day.tsx"
import { Postausgang } from "./tag/postausgang.tsx"
import { InventurPage } from "./inventur/inventur.tsx"
import { StoppPage } from "./stopp/stopp.tsx"
import { Ungeplant, UngeplantPage } from "./stopp/ungeplant.tsx"

/** The application of a driver: everything of it works without a network once the day is here. */
export function App() {
  const state = usePhone()
  const [location] = useLocation()
  const day = useMadeDay(state)
  if (!state.ready) return null
  if (!state.konto)
    return (
      <>
        <Notices state={state} />
        <FirstStart />
      </>
    )
  return (
    <Router base="/fahrer">
      <FromTheTop key={location} />
      <Bars state={state} />
      {isForeign(state) ? (
        <OthersDay state={state} />
      ) : day ? (
        <DayContext value={day}>
          <Switch>
            <Route path="/" component={MyDay} />
            <Route path="/stopp/:id">{({ id }) => <StoppPage key={id} id={id} />}</Route>
            <Route path="/ungeplant" component={Ungeplant} />
            <Route path="/ungeplant/:id">{({ id }) => <UngeplantPage key={id} id={id} />}</Route>
            <Route path="/feierabend" component={Feierabend} />
            <Route path="/inventur" component={InventurPage} />
            <Route path="/postausgang" component={Postausgang} />
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </DayContext>
      ) : (
        <NoDay network={state.network} />
      )}
    </Router>
  )
}

/** Another screen begins at its top, wherever one had scrolled to. */
function FromTheTop() {
  useLayoutEffect(() => {
    // In braces: newer browsers return something, which would be taken for what to do at the end.
    window.scrollTo(0, 0)
  }, [])
  return null
}
