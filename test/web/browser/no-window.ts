import { mock } from "bun:test"
import { join } from "node:path"
import * as React from "react"
import type { ButtonProps } from "react-aria-components"

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
  print: nothing,
  dispatchEvent: nothing,
}
const given = { window, localStorage: store, location: window.location, isSecureContext: true }

/** Puts it there: here, and before the tests of a file, as those of another may have taken it away. */
export function bringWindow(): void {
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
bringWindow()

/** Takes it away again, from the tests that come after. */
export const forgetWindow = (): void => {
  for (const name of Object.keys(given)) Reflect.deleteProperty(globalThis, name)
}

/** Whether what pages show only after a press is open from the beginning. */
export const opened = { isOn: false }
const isOfPages = (): boolean =>
  /\/src\/web\/browser\/(?!ui\/forms\/use-form)/.test(new Error("where").stack?.split("\n")[3] ?? "")

const { useState, useSyncExternalStore } = React
mock.module("react", () => ({
  ...React,
  useState: (first: unknown) => useState(opened.isOn && first === false && isOfPages() ? true : first),
  useSyncExternalStore: (subscribe: never, read: () => unknown) =>
    useSyncExternalStore(subscribe, read, read),
}))

/** What can be pressed or sent of what was drawn last, by its name. */
export const pressable = new Map<string, (...event: never[]) => unknown>()

// Windows are drawn where they stand, and questions before anybody asks them.
type Box = { children?: React.ReactNode }
const Inside = ({ children }: Box): React.ReactNode => children
const aria = { ...(await import("react-aria-components")) }
const Button = (props: ButtonProps & { "aria-label"?: string }): React.ReactNode => {
  if (props.onPress && !props.isDisabled)
    pressable.set(props["aria-label"] ?? textIn(props.children), props.onPress)
  return React.createElement(aria.Button, props as never)
}
mock.module("react-aria-components", () => ({
  ...aria,
  Button,
  ModalOverlay: Inside,
  Modal: Inside,
}))

const textIn = (node: unknown): string =>
  Array.isArray(node)
    ? node.map(textIn).join("")
    : typeof node === "string" || typeof node === "number"
      ? String(node)
      : textOfElement(node as { props?: Box } | null)
const textOfElement = (node: { props?: Box } | null | undefined): string =>
  node?.props?.children === undefined ? "" : textIn(node.props.children)

type Entry = { text: string; more?: string; href?: string; run?: () => void }
const Entries = ({
  label,
  children,
  entries,
}: Box & { label?: string; entries: Entry[] }): React.ReactNode => {
  for (const { text, run } of entries) if (run) pressable.set(text, run)
  return React.createElement(
    "menu",
    { "aria-label": label },
    children,
    entries.map(({ text, more, href }) => React.createElement("a", { key: text, href }, text, more)),
  )
}
const ours = (path: string): string => join(import.meta.dir, "../../../src/web/browser", path)
mock.module(ours("ui/parts/menu-button.tsx"), () => ({ MenuButton: Entries }))

// A long page is drawn in slices, the first of them at once.
const AllSections = ({ sections }: { sections: React.ReactNode[] }): React.ReactNode =>
  React.Children.toArray(sections)
mock.module(ours("ui/page/in-order.tsx"), () => ({ InOrder: AllSections }))

/** Whether forms hold something else than their records, as if somebody had typed. */
export const typed = { isOn: false }
const other = ([key, value]: [string, unknown]): [string, unknown] => {
  if (typeof value === "number") return [key, value === 0 || value === 1 ? 1 - value : value + 1]
  return [key, typeof value === "string" && /^‹|^$/.test(value) ? `‹anders: ${key}›` : value]
}
const { useForm } = { ...(await import(ours("ui/forms/use-form.ts"))) }
const useTyped = (options: { initial: object }): unknown =>
  useForm(
    typed.isOn
      ? { ...options, initial: Object.fromEntries(Object.entries(options.initial).map(other)) }
      : options,
  )
mock.module(ours("ui/forms/use-form.ts"), () => ({ useForm: useTyped }))

type Sent = { label?: string; form: { send: () => unknown } }
const forms = { ...(await import(ours("ui/forms/form.tsx"))) }
const Form = (props: Sent): React.ReactElement => {
  pressable.set(`⏎ ${props.label ?? ""}`.trim(), props.form.send)
  return React.createElement(forms.Form as React.FC<Sent>, props)
}
mock.module(ours("ui/forms/form.tsx"), () => ({ ...forms, useForm: useTyped, Form }))

/** Messages that were shown. */
export const said: string[] = []
const toasts = { ...(await import(ours("ui/parts/toast.tsx"))) }
const toast = (
  text: string,
  { bad, action }: { bad?: boolean; action?: { label: string } } = {},
): (() => void) => {
  said.push([bad ? "(!) " : "", text, action ? ` [${action.label}]` : ""].join(""))
  return nothing
}
mock.module(ours("ui/parts/toast.tsx"), () => ({ ...toasts, toast }))
