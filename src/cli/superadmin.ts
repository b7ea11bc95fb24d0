import { Type } from "@sinclair/typebox"
import { Email, Text } from "../lib/fields.ts"
import { StartRefused } from "../lib/start-refused.ts"
import { type Command, UsageError, withDeps } from "./command.ts"
import { newPassword } from "./new-password.ts"
import { checked, readOptions } from "./options.ts"

const NewSuperadmin = Type.Object({ email: Email(), name: Text(200) })

export const superadminCreate: Command = {
  name: "superadmin create",
  summary: "Make an account that looks after all tenants",
  usage: `pfandwerk superadmin create --email ADDRESS --name NAME [--password-stdin]

  --password-stdin   read the password from the first line of standard input
                     instead of asking for it`,
  async run(args, terminal) {
    const options = readOptions(args, { email: "string", name: "string", "password-stdin": "boolean" })
    if (!options.email || !options.name) throw new UsageError("--email and --name are needed.")
    const { email, name } = checked(NewSuperadmin, { email: options.email, name: options.name })
    const password = await newPassword(options["password-stdin"] === true, terminal)
    return withDeps(terminal, async ({ system, passwords }) => {
      const password_hash = await passwords.hash(password)
      await system.write(() => {
        if (system.superadmins().some((account) => account.email === email)) {
          throw new StartRefused(`There is already a super administrator ${email}.`)
        }
        system.insertSuperadmin({ email, name, password_hash })
      })
      terminal.out(`Super administrator ${email} made.`)
      return 0
    })
  },
}

export const superadminList: Command = {
  name: "superadmin list",
  summary: "List the super administrators",
  usage: "pfandwerk superadmin list",
  async run(args, terminal) {
    readOptions(args, {})
    return withDeps(terminal, ({ system }) => {
      for (const { email, name, aktiv, erstellt_am } of system.superadmins()) {
        terminal.out([email, name, aktiv === 1 ? "active" : "inactive", erstellt_am].join("\t"))
      }
      return 0
    })
  },
}
