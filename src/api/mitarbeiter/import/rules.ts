import { randomInt } from "node:crypto"
import type { Static } from "@sinclair/typebox"
import { query } from "../../../db/query.ts"
import { mitarbeiter } from "../../../db/schema.ts"
import type { Row as Record } from "../../../db/tenant-db.ts"
import { mitarbeiterfelder } from "../../../lib/felder/mitarbeiter.ts"
import { inWords } from "../../import/columns.ts"
import { byField, existingOf } from "../../import/existing.ts"
import { columnsOf } from "../../import/spalten-of.ts"
import type { Importer } from "../../import/importer.ts"
import type { NewMitarbeiter } from "../model.ts"
import { changeMitarbeiter, createMitarbeiter } from "../rules.ts"

type New = Static<typeof NewMitarbeiter> & { aktiv?: number; hash?: string }

/** Accounts made at once: each needs a password that is hashed, 50 a second. */
const MOST_NEW = 200

export const mitarbeiterColumns = columnsOf(mitarbeiterfelder)

const byAddresses = query<Record<typeof mitarbeiter>, { werte: string }>`
  SELECT m.* FROM json_each(:werte) j CROSS JOIN ${mitarbeiter} m ON m.email = j.value`

/** Signs of first passwords, without those that are taken for others: they are typed once, from paper. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
const group = (): string => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join("")
const newPassword = (): string => [group(), group(), group()].join("-")

/** @param parse reads one account, as POST /api/mitarbeiter does */
export const mitarbeiterImporter = (parse: (input: unknown) => unknown): Importer<New> => ({
  art: "mitarbeiter",
  one: "Mitarbeiter",
  many: "Mitarbeiter",
  spalten: mitarbeiterColumns,
  check: ({ aktiv, ...input }) => ({
    ...(parse({ ...input, password: newPassword() }) as New),
    ...(typeof aktiv === "number" && { aktiv }),
  }),
  number: ({ email }) => email,
  name: ({ name }) => name,
  details: inWords(mitarbeiterColumns, ["rolle"]),
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
  look: (_, rows) =>
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
  },
  change: (tenant, actor, { existing, patch }) =>
    void changeMitarbeiter(tenant, actor, existing?.id ?? "", patch, existing?.version),
  // A repeated request makes other passwords than the stored ones: none is told then.
  zugaenge: (rows) =>
    rows
      .filter(({ input }) => input.hash !== undefined && input.aktiv !== 0)
      .map(({ input: { email, name, password } }) => ({ email, name, passwort: password })),
})
