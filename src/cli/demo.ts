import { readConfig } from "../config.ts"
import { tellStory } from "../ops/demo/story.ts"
import { type Deps, openDeps } from "../deps.ts"
import { createMitarbeiter } from "../api/mitarbeiter/rules.ts"
import { checkPfandbuch } from "../api/pfandpruefung/rules.ts"
import { createPruefung } from "../api/pfandpruefung/stored.ts"
import { createTenant } from "../api/tenants/rules.ts"
import { type Command, commandLog } from "./command.ts"
import { readOptions } from "./options.ts"
import { runService } from "./serve.ts"

const DAYS = 30
const PASSWORD = "pfandwerk-demo"
const AUTHOR = { id: null, name: "demo" }

const staff = [
  { email: "buero@demo.example", name: "Sabine Krüger", rolle: "user" },
  { email: "fahrer1@demo.example", name: "Jens Brandt", rolle: "fahrer" },
  { email: "fahrer2@demo.example", name: "Murat Yılmaz", rolle: "fahrer" },
] as const
const admin = { email: "admin@demo.example", name: "Petra Sommer" }
const accounts = [{ ...admin, rolle: "admin" }, ...staff].map((account) => ({
  ...account,
  password: PASSWORD,
  tenant_slug: "demo",
}))

export const demoCommand: Command = {
  name: "demo",
  summary: "Eine Demo-Firma anlegen, wenn es keine gibt, und den Dienst starten",
  usage: "pfandwerk demo",
  async run(args, terminal) {
    readOptions(args, {})
    const config = readConfig(terminal.env)
    // The story begins three months ago: its clock is moved along.
    let now: number | undefined
    const clock = () => new Date(now ?? Date.now())
    const deps = openDeps(config, commandLog(config, terminal), { clock })
    const made = await makeDemo(deps, (time) => (now = time)).finally(deps.close)
    const started = (port: number): void => {
      const host = config.host === "0.0.0.0" ? "localhost" : config.host
      terminal.out(`\nPfandwerk läuft unter http://${host}:${port} (im Browser öffnen).\n`)
      terminal.out(
        made
          ? "Eine Demo-Firma für 30 Tage ist angelegt. Dort eines der Konten anklicken, oder anmelden mit:\n"
          : "Die Demo-Firma gibt es schon. Angelegt wurde sie mit:\n",
      )
      for (const { email, rolle } of accounts) {
        terminal.out(`  ${rolle.padEnd(7)} ${email.padEnd(20)} ${PASSWORD}   (tenant_slug: demo)`)
      }
      terminal.out("")
    }
    return runService(terminal, started, accounts)
  },
}

/**
 * @param setNow moves the clock of `deps`
 * @returns whether the demo tenant had to be made
 */
export async function makeDemo(deps: Deps, setNow: (time: number) => void): Promise<boolean> {
  const { system, passwords, clock } = deps
  if (system.tenantBySlug("demo")) return false
  const demo_expires_at = new Date(clock().getTime() + DAYS * 86_400_000).toISOString()
  const hash = await passwords.hash(PASSWORD)
  const drawPictures = await system.write(() => {
    const { tenant } = createTenant(
      system,
      AUTHOR,
      {
        name: "Getränke Sommer GmbH",
        slug: "demo",
        typ: "demo",
        demo_expires_at,
        strasse: "Hafenstraße 12",
        plz: "21335",
        ort: "Lüneburg",
        telefon: "04131 99000",
        email: "kontakt@demo.example",
        admin: { ...admin, password: PASSWORD },
      },
      hash,
    )
    for (const account of staff) {
      createMitarbeiter(system.tenant(tenant.id), AUTHOR, { ...account, password: PASSWORD }, hash)
    }
    return tellStory(deps, tenant.id, setNow)
  })
  await drawPictures()
  const tenant = system.tenant(system.tenantBySlug("demo")?.id ?? "")
  const bewiesen = await checkPfandbuch(tenant)
  await system.write(() => createPruefung(tenant, bewiesen))
  return true
}
