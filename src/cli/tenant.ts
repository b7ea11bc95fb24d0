import { NO_COMPANY } from "../lib/fair-line.ts"
import type { Static } from "@sinclair/typebox"
import type { Tenant } from "../db/all-tenants.ts"
import { StartRefused } from "../lib/refusal.ts"
import { NewTenant } from "../api/tenants/model.ts"
import { changeTenant, createTenant } from "../api/tenants/rules.ts"
import { COMMAND_LINE, command, type Terminal, UsageError } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { newPassword } from "./password.ts"
import { validator } from "../lib/validation/validate.ts"
import { harmless, table } from "./terminal.ts"

/** Checks what was typed like a request. */
const readNewTenant = validator(NewTenant, "body") as (typed: unknown) => Static<typeof NewTenant>

/** Placeholder for a password that is asked for only after everything else was found valid. */
const NOT_ASKED_YET = "noch nicht gefragt"

export const tenantCreate = command({
  summary: "Eine Firma anlegen, mit ihrem ersten Konto der Verwaltung",
  usage: `pfandwerk tenant create --name NAME --slug SLUG [--typ standard|demo] [--demo-expires-at ZEITPUNKT]
                        [--admin-email ADRESSE --admin-name NAME [--password-stdin]]

  --slug             Kürzel für die Anmeldung: Kleinbuchstaben, Ziffern, Bindestriche
  --demo-expires-at  Ende einer Demo, z. B. 2027-01-31T23:00:00Z
  --password-stdin   das Passwort dieses Kontos aus der ersten Zeile der Standardeingabe lesen,
                     statt danach zu fragen`,
  options: {
    name: "string",
    slug: "string",
    typ: "string",
    "demo-expires-at": "string",
    "admin-email": "string",
    "admin-name": "string",
    "password-stdin": "boolean",
  },
  async run({ values }, terminal) {
    const input = newTenant(values)
    const { name, slug, admin } = input
    const password =
      admin && (await newPassword(values["password-stdin"], terminal, [name, slug, admin.email, admin.name]))
    await withDeps(terminal, async ({ system, passwords }) => {
      const hash = password ? await passwords.hash(password, NO_COMPANY) : undefined
      const { record: tenant } = await system.write(() => createTenant(system, COMMAND_LINE, input, hash))
      terminal.out(`Firma ${tenant.slug} angelegt, id ${tenant.id}.`)
    })
  },
})

function newTenant(options: Partial<Record<string, string | boolean>>): Static<typeof NewTenant> {
  const { name, slug, typ = "standard", "admin-email": email, "admin-name": adminName } = options
  if (!name || !slug) throw new UsageError("--name und --slug müssen angegeben werden.")
  if (!email !== !adminName) throw new UsageError("--admin-email und --admin-name gehören zusammen.")
  return readNewTenant({
    name,
    slug,
    typ,
    ...(options["demo-expires-at"] && { demo_expires_at: options["demo-expires-at"] }),
    ...(email && { admin: { email, name: adminName, password: NOT_ASKED_YET } }),
  })
}

export const tenantList = command({
  summary: "Die Firmen zeigen",
  run: (_typed, terminal) =>
    withDeps(terminal, ({ system }) => {
      const rows = Array.from(system.tenants.each(), ({ slug, name, typ, status, demo_expires_at }) => [
        slug,
        typ,
        status,
        demo_expires_at ?? "-",
        name,
      ])
      terminal.out(table(["SLUG", "TYP", "STATUS", "DEMO BIS", "NAME"], rows))
    }),
})

export const tenantBlock = command({
  summary: "Eine Firma sperren: niemand von ihr arbeitet mehr, nichts geht verloren",
  usage: `pfandwerk tenant block SLUG

Gilt mit der nächsten Anfrage. Aufgehoben wird es mit: pfandwerk tenant unblock SLUG`,
  takes: ["SLUG"],
  run: ({ positionals: [slug = ""] }, terminal) => setStatus(slug, terminal, "gesperrt"),
})

export const tenantUnblock = command({
  summary: "Eine gesperrte Firma wieder arbeiten lassen",
  usage: `pfandwerk tenant unblock SLUG

Nicht, wenn sie auf einen anderen Server umgezogen ist: sonst wird an zwei Orten gebucht.`,
  takes: ["SLUG"],
  run: ({ positionals: [slug = ""] }, terminal) => setStatus(slug, terminal, "aktiv"),
})

function setStatus(slug: string, terminal: Terminal, status: "aktiv" | "gesperrt"): Promise<void> {
  return withDeps(terminal, async ({ system, clock }) => {
    const before = system.tenants.bySlug(slug)
    if (!before) throw new StartRefused(`Eine Firma ${harmless(slug)} gibt es nicht.`)
    if (before.status === status) terminal.out(`Die Firma ${slug} war schon ${status}.`)
    else {
      await system.write(() => changeTenant(system, COMMAND_LINE, before.id, { status }, undefined))
      terminal.out(`Die Firma ${slug} ist jetzt ${status}.`)
    }
    if (status === "aktiv" && isOver(before, clock()))
      terminal.out("Ihre Demo ist abgelaufen: arbeiten kann sie erst, wenn die verlängert wird.")
  })
}

const isOver = ({ demo_expires_at: end }: Tenant, now: Date): boolean =>
  end !== null && end <= now.toISOString()
