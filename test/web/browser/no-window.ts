import { mock } from "bun:test"
import { join } from "node:path"
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
  isSecureContext: true,
  location: { pathname: "/buero", search: "", origin: "http://localhost", protocol: "http:" },
  matchMedia: () => ({ ...listens, matches: false }),
  screen: { orientation: {} },
  sessionStorage: store,
  localStorage: store,
  visualViewport: { ...listens },
}
const given = { window, localStorage: store, location: window.location, isSecureContext: true }
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** Takes it away again, from the tests that come after. */
export const forgetWindow = (): void => {
  for (const name of Object.keys(given)) Reflect.deleteProperty(globalThis, name)
}

/** Whether what pages show only after a press is open from the beginning. */
export const opened = { isOn: false }
const isOfPages = (): boolean =>
  new Error("where").stack?.split("\n")[3]?.includes("/src/web/browser/") ?? false

const { useState, useSyncExternalStore } = React
mock.module("react", () => ({
  ...React,
  useState: (first: unknown) => useState(opened.isOn && first === false && isOfPages() ? true : first),
  useSyncExternalStore: (subscribe: never, read: () => unknown) =>
    useSyncExternalStore(subscribe, read, read),
}))

// Windows are drawn where they stand, and questions before anybody asks them.
type Box = { children?: React.ReactNode }
const Inside = ({ children }: Box): React.ReactNode => children
const aria = await import("react-aria-components")
mock.module("react-aria-components", () => ({
  ...aria,
  ModalOverlay: Inside,
  Modal: Inside,
}))

type Entry = { text: string; more?: string; href?: string }
const Entries = ({ label, children, entries }: Box & { label?: string; entries: Entry[] }): React.ReactNode =>
  React.createElement(
    "menu",
    { "aria-label": label },
    children,
    entries.map(({ text, more, href }) => React.createElement("a", { key: text, href }, text, more)),
  )
mock.module(join(import.meta.dir, "../../../src/web/browser/ui/parts/menu-button.tsx"), () => ({
  MenuButton: Entries,
}))

// A long page is drawn in slices, the first of them at once.
const AllSections = ({ sections }: { sections: React.ReactNode[] }): React.ReactNode =>
  React.Children.toArray(sections)
mock.module(join(import.meta.dir, "../../../src/web/browser/ui/page/in-order.tsx"), () => ({
  InOrder: AllSections,
}))
