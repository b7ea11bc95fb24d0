import { simple } from "../../lib/fold.ts"
import { randomInt } from "node:crypto"
import type { Static } from "@sinclair/typebox"
import { query } from "../../db/query.ts"
import { mitarbeiter } from "../../db/schema.ts"
import type { Row as Record, TenantDb } from "../../db/tenant-db.ts"
import { mitarbeiterfelder } from "../../lib/felder/mitarbeiter.ts"
import { foreignColumn, type ImportColumn, inactive, fieldsInWords } from "../import/table/columns.ts"
import { byField, existingOf } from "../import/rows/existing.ts"
import { columnsOf } from "../import/table/field-columns.ts"
import { foreignHeadings } from "../import/table/foreign-headings.ts"
import { dayQuestion, daysIn } from "../import/table/day.ts"
import { type Column, type Given, type Importer, type ImportRow, textOf } from "../import/table/importer.ts"
import { personColumns, personOf } from "../import/table/person.ts"
import { Hints } from "../import/table/hints.ts"
import { localTime } from "../shared/time.ts"
import type { Table } from "../../lib/table/table-maker.ts"
import { NewMitarbeiter } from "./model.ts"
import { changeMitarbeiter, createMitarbeiter, deleteMitarbeiter } from "./rules.ts"

type New = Static<typeof NewMitarbeiter> & { aktiv?: number; hash?: string }

/** Most new accounts at once: hashing their passwords takes a while. */
const MOST_NEW = 200

export const mitarbeiterColumns = columnsOf(mitarbeiterfelder, {}, foreignHeadings["mitarbeiter"])

/** The day on which somebody left. */
const leftColumn: ImportColumn = {
  ...foreignColumn("austritt", "Austritt", "Wer schon ausgeschieden ist, wird nicht übernommen", [
    "Austrittsdatum",
    "Austritt am",
    "Ausgeschieden am",
    "Vertragsende",
  ]),
  reader: (cells, heading, context) => {
    const read = daysIn(cells, "last", context)
    return { read: (cell) => read(cell).value, frage: dayQuestion(cells, heading, context) }
  },
}

/** Columns that the import reads. */
const columnsIn: readonly ImportColumn[] = [...mitarbeiterColumns, ...personColumns, leftColumn]

function compose({ austritt: _, ...given }: Given): Given {
  const { person, others } = personOf(given)
  return { ...others, ...(others["name"] === undefined && person.name && { name: person.name }) }
}

/** @returns why somebody gets no account, as `Hints` takes it: has left, or has no address to log in with */
function leavesOut(given: Given, tenant: TenantDb): { kind: string; example: string } | undefined {
  const { name, email, austritt } = { ...given, ...compose(given) }
  const example = textOf(name) || textOf(email)
  if (austritt !== undefined && textOf(austritt) < localTime(tenant).datum)
    return {
      kind: "[Ein Mitarbeiter ist ausgeschieden und wird|# Mitarbeiter sind ausgeschieden und werden] nicht übernommen",
      example,
    }
  return email === undefined && name !== undefined
    ? {
        kind: "[Ein Mitarbeiter hat keine E-Mail-Adresse zum Anmelden und wird|# Mitarbeiter haben keine E-Mail-Adresse zum Anmelden und werden] nicht übernommen",
        example,
      }
    : undefined
}

/** @returns a hint, in German, of roles that were read from other words */
function otherRoles(rows: ImportRow<New>[], table: Table, columns: readonly Column[]): string[] {
  const at = columns.findIndex(({ spalte }) => spalte?.feld === "rolle")
  const cells = new Map(table.rows.map(({ zeile, cells: all }) => [zeile, all[at]?.trim() ?? ""]))
  const hints = new Hints()
  for (const { zeile, input } of rows) {
    const word = mitarbeiterfelder.rolle.words[input.rolle]
    const cell = cells.get(zeile) ?? ""
    if (cell !== "" && simple(cell) !== simple(word) && cell !== input.rolle)
      hints.add(
        "Bei [einem Mitarbeiter|# Mitarbeitern] steht die Rolle in anderen Worten. Bitte prüfen",
        `${cell} → ${word}`,
      )
  }
  return hints.list()
}

const byAddresses = query<Record<typeof mitarbeiter>, { werte: string }>`
  SELECT m.* FROM json_each(:werte) j CROSS JOIN ${mitarbeiter} m ON m.email = j.value`

/** Characters of first passwords, without those that look like others: people type them from paper. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
const group = (): string => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join("")
const newPassword = (): string => [group(), group(), group()].join("-")

/** @param parse checks one account, as POST /api/mitarbeiter does */
export const mitarbeiterImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "mitarbeiter",
  one: "Mitarbeiter",
  many: "Mitarbeiter",
  was: "Mitarbeiter",
  about: "Neue Konten bekommen ein Passwort, das nur in dieser einen Antwort steht.",
  zeile: NewMitarbeiter,
  spalten: columnsIn,
  key: "name",
  compose,
  leavesOut,
  hints: (_, rows, { table, columns }) => otherRoles(rows, table, columns),
  check: ({ aktiv, ...input }) => ({
    ...(parse({ ...input, password: newPassword() }) as New),
    ...(typeof aktiv === "number" && { aktiv }),
  }),
  number: ({ email }) => email,
  name: ({ name }) => name,
  details: (input) => [...inactive(input), ...fieldsInWords(mitarbeiterColumns, ["rolle"])(input)],
  unique: [
    {
      name: "Die E-Mail-Adresse",
      feld: "email",
      holders: (tenant, addresses) =>
        byField(tenant.all(byAddresses, { werte: JSON.stringify(addresses) }), "email", (konto) =>
          existingOf(mitarbeiterColumns, konto),
        ),
    },
  ],
  checkTogether: (_, rows) =>
    rows
      .filter(({ existing }) => !existing)
      .slice(MOST_NEW)
      .map(({ zeile }) => ({
        zeile,
        feld: null,
        msg: `ist zu viel: höchstens ${MOST_NEW} neue Konten auf einmal`,
      })),
  prepare: async ({ passwords }, rows, tenantId) => {
    for (const { input, existing } of rows)
      if (!existing) input.hash = await passwords.hash(input.password, tenantId)
  },
  create: (tenant, actor, { input: { aktiv, hash = "", ...input } }) => {
    const { record: account } = createMitarbeiter(tenant, actor, input, hash)
    if (aktiv === 0) changeMitarbeiter(tenant, actor, account.id, { aktiv }, undefined)
    return account.id
  },
  change: (tenant, actor, { existing, patch }) =>
    void changeMitarbeiter(tenant, actor, existing.id, patch, existing.version),
  undo: (tenant, actor, id, _, version) => void deleteMitarbeiter(tenant, actor, id, version),
  version: (tenant, id) => tenant.find(mitarbeiter, id)?.version,
  restore: (tenant, actor, id, before, version) => void changeMitarbeiter(tenant, actor, id, before, version),
  // A repeated request makes other passwords than the stored ones, without a hash: none is shown then.
  zugaenge: (rows) =>
    rows
      .filter(({ input }) => input.hash !== undefined && input.aktiv !== 0)
      .map(({ input: { email, name, password } }) => ({ email, name, passwort: password })),
})
