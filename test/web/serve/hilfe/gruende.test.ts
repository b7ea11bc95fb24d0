import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Glob } from "bun"

/** The table of reasons for not starting, held against what the program says. */
const root = join(import.meta.dir, "../../../..")
const handbook = readFileSync(join(root, "src/web/serve/hilfe/betrieb.md"), "utf8")
const section =
  handbook.split(/^## /m).find((part) => part.startsWith("Wenn der Dienst nicht startet\n")) ?? ""
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|")[1]?.trim() ?? "")

const files = [
  "config",
  "deps",
  "serve",
  "lib/tls",
  "lib/files",
  "db/lock",
  "db/applied",
  "db/ledger-ends",
  "db/migrate",
  "db/upgrade-copy",
]
const folders = [...new Glob("src/ops/{start,backup}/**/*.ts").scanSync({ cwd: root })]
const sources = ["src/lib/disk-fault.ts", ...files.map((file) => `src/${file}.ts`), ...folders]
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n")

test("the handbook tells what to do for every reason not to start, in the program's words", () => {
  expect(rows.length).toBeGreaterThan(14)
  for (const says of rows)
    for (const words of says.split(says.startsWith("TLS_") ? ", " : " … "))
      expect([words, sources.includes(words)]).toEqual([words, true])
})

test("no reason not to start is missing from the handbook", () => {
  const reasons = files.flatMap((file) => {
    const text = readFileSync(join(root, `src/${file}.ts`), "utf8")
    return [...text.matchAll(/StartRefused\(\s*([`"][\s\S]*?[`"])[,\s)]/g)].map(([, message = ""]) => message)
  })
  expect(reasons.length).toBeGreaterThan(8)
  const told = (message: string) =>
    rows.some((says) =>
      says.split(says.startsWith("TLS_") ? ", " : " … ").some((words) => message.includes(words)),
    )
  // Of a certificate: the file is named by its setting, which the table has.
  const missing = reasons.filter((message) => !told(message) && !message.startsWith("`${name} ${file}"))
  expect(missing).toEqual([])
})
