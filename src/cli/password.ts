import { StartRefused } from "../lib/start-refused.ts"
import { setPassword } from "../api/mitarbeiter/rules.ts"
import { COMMAND_LINE, type Command, UsageError, withDeps } from "./command.ts"
import { newPassword } from "./new-password.ts"
import { readOptions } from "./options.ts"

export const passwordSet: Command = {
  name: "password set",
  summary: "Give an account a new password and end its sessions",
  usage: `pfandwerk password set --email ADDRESS [--tenant SLUG] [--password-stdin]

  --tenant           the account's tenant; left out for a super administrator
  --password-stdin   read the password from the first line of standard input`,
  async run(args, terminal) {
    const options = readOptions(args, { email: "string", tenant: "string", "password-stdin": "boolean" })
    const email = options.email?.trim().normalize("NFC").toLowerCase()
    if (!email) throw new UsageError("--email is needed.")
    const password = await newPassword(options["password-stdin"] === true, terminal)
    return withDeps(terminal, async ({ system, passwords }) => {
      const account = system.accountFor(email, options.tenant)
      if (!account)
        throw new StartRefused(
          `There is no account ${email}${options.tenant ? ` in ${options.tenant}` : ""}.`,
        )
      const hash = await passwords.hash(password)
      await system.write(() => {
        if (account.tenant_id === null) return system.setPassword(account, hash, null)
        return setPassword(system.tenant(account.tenant_id), COMMAND_LINE, account.id, hash)
      })
      terminal.out(`Password of ${email} set; all its sessions are ended.`)
      return 0
    })
  },
}
