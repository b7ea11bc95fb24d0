import type { Static } from "@sinclair/typebox"
import { NewTenant } from "../api/tenants/model.ts"
import { createTenant } from "../api/tenants/rules.ts"
import { COMMAND_LINE, type Command, UsageError, withDeps } from "./command.ts"
import { newPassword } from "./new-password.ts"
import { checked, readOptions } from "./options.ts"

export const tenantCreate: Command = {
  name: "tenant create",
  summary: "Make a tenant (a company), with its first administrator",
  usage: `pfandwerk tenant create --name NAME --slug SLUG [--typ standard|demo] [--demo-expires-at TIME]
                        [--admin-email ADDRESS --admin-name NAME [--password-stdin]]

  --slug             short key for the log-in: small letters, digits, hyphens
  --demo-expires-at  end of a demo, e.g. 2027-01-31T23:00:00Z
  --password-stdin   read the administrator's password from standard input`,
  async run(args, terminal) {
    const options = readOptions(args, {
      name: "string",
      slug: "string",
      typ: "string",
      "demo-expires-at": "string",
      "admin-email": "string",
      "admin-name": "string",
      "password-stdin": "boolean",
    })
    const { name, slug, typ = "standard" } = options
    if (!name || !slug) throw new UsageError("--name and --slug are needed.")
    if (!options["admin-email"] !== !options["admin-name"]) {
      throw new UsageError("--admin-email and --admin-name belong together.")
    }
    const email = options["admin-email"]
    const password = email ? await newPassword(options["password-stdin"] === true, terminal) : ""
    const input = checked(NewTenant, {
      name,
      slug,
      typ,
      ...(options["demo-expires-at"] && { demo_expires_at: options["demo-expires-at"] }),
      ...(email && { admin: { email, name: options["admin-name"], password } }),
    }) as Static<typeof NewTenant>
    return withDeps(terminal, async ({ system, passwords }) => {
      const hash = input.admin && (await passwords.hash(input.admin.password))
      const made = await system.write(() => createTenant(system, COMMAND_LINE, input, hash))
      terminal.out(`Tenant ${made.tenant.slug} made, id ${made.tenant.id}.`)
      return 0
    })
  },
}

export const tenantList: Command = {
  name: "tenant list",
  summary: "List the tenants",
  usage: "pfandwerk tenant list",
  async run(args, terminal) {
    readOptions(args, {})
    return withDeps(terminal, ({ system }) => {
      let after: { name: string; id: string } | undefined
      do {
        const page = system.tenantsByName(after, 200)
        for (const { slug, name, typ, status, demo_expires_at } of page) {
          terminal.out([slug, name, typ, status, demo_expires_at ?? "-"].join("\t"))
        }
        after = page.length === 200 ? page.at(-1) : undefined
      } while (after)
      return 0
    })
  },
}
