import { Glob } from "bun"
import { join } from "node:path"
import { QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { Router } from "wouter"
import "./no-window.ts"
import "./no-page.ts"
import { AccountContext, type Role } from "../../../src/web/browser/ui/session/account.tsx"
import { BEHIND } from "../../../src/web/browser/ui/parts/later.tsx"
import { queryClient } from "../../../src/web/browser/ui/state/query.ts"
import { answerTo, ID, type Look } from "./sample.ts"

/** Answers to single addresses in place of those. */
type Given = Record<string, object>

/** Draws parts of the pages without a browser, and with answers as the description of the interface has them. */
export function drawn(element: ReactNode, path: string, rolle: Role, look: Look, given: Given = {}): string {
  queryClient.clear()
  const account = { id: ID, name: "‹ich›", email: "ich@x.example", rolle } as never
  const base = path.startsWith("/fahrer") ? "" : "/buero"
  const [ssrPath = "", ssrSearch = ""] = `${base}${path}`.split("?")
  const all = (
    <QueryClientProvider client={queryClient}>
      <Router base={base} ssrPath={ssrPath} ssrSearch={ssrSearch}>
        <AccountContext value={account}>{element}</AccountContext>
      </Router>
    </QueryClientProvider>
  )
  // What is asked for only when something has come needs another round.
  for (let round = 0; ; round += 1) {
    const html = renderToStaticMarkup(all)
    if (round === 4 || !answerAll(look, given)) return html
  }
}

/** @returns whether anything was answered */
function answerAll(look: Look, given: Given): boolean {
  let isAnswered = false
  for (const { state, queryKey } of queryClient.getQueryCache().getAll()) {
    const [path, input, isList] = queryKey as [string, object, string?]
    if (state.data !== undefined || !path.startsWith("/api/") || typeof input !== "object") continue
    const isAsked = !("query" in input || "path" in input || Object.keys(input).length === 0)
    const answer = given[path] ?? answerTo(isAsked ? "post" : "get", path, look)
    if (answer === undefined) continue
    const listKey = JSON.stringify([path, input])
    const list = { listKey, pages: [answer], total: (answer as { total?: number }).total }
    queryClient.setQueryData(queryKey, isList ? list : isAsked ? { body: input, answer } : answer)
    isAnswered = true
  }
  return isAnswered
}

/** Loads all of the office, what is loaded behind its screens too, so that each part is there when it is drawn. */
export async function loadOffice(): Promise<void> {
  const folder = join(import.meta.dir, "../../../src/web/browser/buero")
  for (const file of [...new Glob("*/**/*.tsx").scanSync(folder)].toSorted()) await import(join(folder, file))
  // Begun last, this ends after each part has begun to be loaded, also those of earlier test files.
  await new Promise((done) => setTimeout(done, BEHIND))
  for (let turn = 0; turn < 100; turn += 1) await new Promise((done) => setTimeout(done, 0))
}

const DRAWING = / d="([^"]*)"/
const NAMED = / (aria-label|placeholder|title|alt|href|src)="([^"]*)"/g
const VALUE = / value="([^"]*)"/
const TONE = / class="(?:[^"]* )?(bad|warn|good|fault|problem|muted)(?: [^"]*)?"/

/** @returns texts in their tone, what buttons and fields are called beside, what fields hold, and where links lead */
export function wordsIn(html: string): string[] {
  const found: string[] = []
  const add = (text: string, before = ""): void => {
    const bare = unescaped(text).trim().replaceAll(/\s+/g, " ")
    if (bare !== "") found.push(before + bare)
  }
  for (const [, tag = "", text = ""] of html.matchAll(/<([^>]*)>([^<]*)/g)) {
    for (const [, name, value = ""] of tag.matchAll(NAMED))
      add(value, name === "href" || name === "src" ? "→ " : "")
    const drawing = DRAWING.exec(tag)?.[1]
    if (drawing) add(Bun.hash.crc32(drawing).toString(36), "✎ ")
    if (tag.startsWith("input")) add(`${VALUE.exec(tag)?.[1] ?? ""} ${stateIn(tag)}`, "= ")
    else if (tag.startsWith("button") && / disabled/.test(tag)) add(text, "(aus) ")
    add(text, TONE.exec(tag)?.[1]?.concat(": "))
  }
  return found
}

/** @returns the classes that are drawn */
export const classesIn = (html: string): string[] =>
  [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ").filter(Boolean))

const stateIn = (tag: string): string =>
  ["checked", "disabled", "required"].filter((word) => tag.includes(` ${word}=`)).join(" ")

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" }
const unescaped = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (all, name) => ENTITIES[name] ?? all)
