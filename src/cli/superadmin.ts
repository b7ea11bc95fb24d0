import { type Static, Type } from "@sinclair/typebox"
import { Email, Line } from "../lib/fields.ts"
import { StartRefused } from "../lib/refusal.ts"
import { validator } from "../lib/validation/validate.ts"
import { NO_COMPANY } from "../lib/fair-line.ts"
import { command, UsageError } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { newPassword } from "./password.ts"
import { table } from "./terminal.ts"

const NewSuperadmin = Type.Object({ email: Email(), name: Line(200) })
/** Checks what was typed like a request. */
const readNewSuperadmin = validator(NewSuperadmin, "body") as (typed: unknown) => Static<typeof NewSuperadmin>

export const superadminCreate = command({
  summary: "Ein Konto anlegen, das alle Firmen betreut",
  usage: `pfandwerk superadmin create --email ADRESSE --name NAME [--password-stdin]

  --password-stdin   das Passwort aus der ersten Zeile der Standardeingabe lesen, statt danach zu fragen`,
  options: { email: "string", name: "string", "password-stdin": "boolean" },
  async run({ values: options }, terminal) {
    if (!options.email || !options.name) throw new UsageError("--email und --name müssen angegeben werden.")
    const { email, name } = readNewSuperadmin({ email: options.email, name: options.name })
    const password = await newPassword(options["password-stdin"], terminal, [email, name])
    await withDeps(terminal, async ({ system, passwords }) => {
      const password_hash = await passwords.hash(password, NO_COMPANY)
      await system.write(() => {
        if (system.accounts.superadmins().some((account) => account.email === email)) {
          throw new StartRefused(`Ein Superadministrator-Konto ${email} gibt es schon.`)
        }
        system.accounts.insertSuperadmin({ email, name, password_hash })
      })
      terminal.out(`Superadministrator ${email} angelegt.`)
    })
  },
})

export const superadminList = command({
  summary: "Die Superadministratoren zeigen",
  run: (_typed, terminal) =>
    withDeps(terminal, ({ system }) => {
      const rows = system.accounts
        .superadmins()
        .map(({ email, name, aktiv, erstellt_am }) => [
          email,
          aktiv === 1 ? "aktiv" : "inaktiv",
          erstellt_am,
          name,
        ])
      terminal.out(table(["E-MAIL", "STATUS", "ANGELEGT", "NAME"], rows))
    }),
})
