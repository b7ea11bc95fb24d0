import { mock } from "bun:test"
import * as React from "react"

/**
 * To be imported first, by tests that draw parts of pages without a browser: the little of a window that modules ask for
 * when they are loaded and drawn. What React reads from elsewhere is read at once, too.
 */
const nothing = (): void => {}
const listens = { addEventListener: nothing, removeEventListener: nothing }
const store = { getItem: () => null, setItem: nothing, removeItem: nothing, length: 0 }
const window = {
  ...listens,
  innerWidth: 1440,
  location: { pathname: "/buero", search: "", origin: "http://localhost", protocol: "http:" },
  matchMedia: () => ({ ...listens, matches: false }),
  screen: { orientation: {} },
  sessionStorage: store,
  localStorage: store,
  visualViewport: { ...listens },
}
const given = { window, localStorage: store, location: window.location }
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** Takes it away again, from the tests that come after. */
export const forgetWindow = (): void => {
  for (const name of Object.keys(given)) Reflect.deleteProperty(globalThis, name)
}

const { useSyncExternalStore } = React
mock.module("react", () => ({
  ...React,
  useSyncExternalStore: (subscribe: never, read: () => unknown) =>
    useSyncExternalStore(subscribe, read, read),
}))
