import { expect, test } from "bun:test"
import { join } from "node:path"
import { describe } from "../../../../src/http/openapi/describe.ts"
import { routes } from "../../../helpers/routes.ts"

/**
 * What the interface has promised stays, as clients of today keep working: each operation, its parameters, fields, limits
 * and statuses. New ones may come beside them. Where one has to change: VERTRAG=schreiben bun test with this file.
 */

type Node = { [key: string]: any }
const FILE = join(import.meta.dir, "vertrag.txt")
const LIMITS = [
  "format",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "default",
]

/** @returns a schema in one line: its type or what it refers to, and its limits */
function inWords(schema: Node): string {
  if (schema["$ref"]) return String(schema["$ref"]).split("/").at(-1)!
  if (schema["anyOf"]) return schema["anyOf"].map(inWords).join(" | ")
  const limits = LIMITS.filter((name) => ["string", "number", "boolean"].includes(typeof schema[name]))
  return [schema["type"] ?? "any", ...limits.map((name) => `${name}=${schema[name]}`)].join(" ")
}

/** @returns a line for each field below a schema, with its limits and whether it must be there */
function* fields(at: string, schema: Node): Generator<string> {
  yield `${at}: ${inWords(schema)}`
  // Another value may come beside them, also beside a single one.
  for (const value of schema["enum"] ?? [schema["const"]].filter((one) => one !== undefined))
    yield `${at}: or ${value}`
  for (const one of schema["anyOf"] ?? []) if (one.properties || one.items) yield* fields(`${at}|`, one)
  if (schema["items"]) yield* fields(`${at}[]`, schema["items"])
  for (const [name, field] of Object.entries<Node>(schema["properties"] ?? {}))
    yield* fields(`${at}.${name}${schema["required"]?.includes(name) ? "!" : ""}`, field)
}

/** @returns what it takes, and what it answers where all is well */
function* operation({ parameters = [], requestBody, responses, description }: Node): Generator<string> {
  yield `${/Rollen: [^.\n]*|Ohne Anmeldung|Jedes angemeldete Konto/.exec(description)?.[0]}`
  for (const { name, in: where, required, schema } of parameters)
    if (where === "query") yield* fields(`?${name}${required ? "!" : ""}`, schema)
    else if (where === "header") yield name
  for (const { schema } of Object.values<Node>(requestBody?.content ?? {})) yield* fields("", schema)
  for (const [status, { content = {}, headers = {} }] of Object.entries<Node>(responses)) {
    if (!/^[23]/.test(status)) continue
    yield [status, ...Object.keys(headers), ...Object.keys(content)].join(" ")
    for (const { schema } of Object.values<Node>(content)) yield* fields(status, schema)
  }
}

function* contract({ paths, components }: Node): Generator<[whose: string, lines: Iterable<string>]> {
  for (const [path, methods] of Object.entries<Node>(paths))
    for (const [method, one] of Object.entries<Node>(methods))
      yield [`${method.toUpperCase()} ${path}`, operation(one)]
  for (const [name, schema] of Object.entries<Node>(components["schemas"])) yield [name, fields("", schema)]
}

/** @returns the lines of a contract, each with whose it is */
function readKept(text: string): string[] {
  let whose = ""
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("  ")) return [whose + line]
      whose = line
      return []
    })
}

test("what clients were promised is promised still", async () => {
  const today = [...contract(describe(routes))]
    .map(([whose, lines]) => [whose, ...lines].join("\n  "))
    .join("\n")
  if (process.env["VERTRAG"] === "schreiben") await Bun.write(FILE, `${today}\n`)
  const kept = readKept(await Bun.file(FILE).text())
  expect(kept.length).toBeGreaterThan(1000)
  const still = new Set(readKept(today))
  expect(kept.filter((line) => !still.has(line))).toEqual([])
})
