import { readConfig } from "../config.ts"
import { beginOf, tellStory } from "../ops/demo/story.ts"
import { type Deps, openDeps } from "../deps.ts"
import { createMitarbeiter } from "../api/mitarbeiter/rules.ts"
import { checkPfandbuch } from "../api/pfandpruefung/rules.ts"
import { createPruefung } from "../api/pfandpruefung/stored.ts"
import { createTenant } from "../api/tenants/rules.ts"
import { NO_COMPANY } from "../lib/fair-line.ts"
import { command, commandLog, type Terminal } from "./command.ts"
import { runService } from "./serve.ts"
import { DAY } from "../lib/day.ts"

const DAYS = 30
const PASSWORD = "pfandwerk-demo"
const AUTHOR = { id: null, name: "demo" }

const company = {
  name: "Getränke Sommer GmbH",
  slug: "demo",
  typ: "demo",
  strasse: "Hafenstraße 12",
  plz: "21335",
  ort: "Lüneburg",
  telefon: "04131 99000",
  email: "kontakt@demo.example",
  steuernummer: "33/270/01234",
  ust_id: "DE136695976",
  iban: "DE02120300000000202051",
  abrechnung_ist: "rechnung",
  rechnung_kontakt: "Sabine Sommer",
  rechnung_telefon: "04131 99010",
  rechnung_email: "rechnung@demo.example",
} as const
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

export const demoCommand = command({
  summary: "Eine Demo-Firma anlegen, wenn es keine gibt, und den Dienst starten",
  usage: `pfandwerk demo

Hört nur auf diesem Rechner (HOST=127.0.0.1); mit HOST=0.0.0.0 erreichen ihn auch andere im Netz.`,
  asCaller: true,
  async run(_typed, given) {
    // Its passwords are known to everybody: others reach it only where somebody wants that.
    const terminal = Object.create(given, {
      env: { value: { ...given.env, HOST: given.env["HOST"] || "127.0.0.1" } },
    }) as Terminal
    const config = readConfig(terminal.env)
    // The story begins three months ago: its clock is moved along.
    let now: number | undefined
    const clock = () => new Date(now ?? Date.now())
    const deps = openDeps(config, commandLog(config, terminal), { clock })
    const made = await makeDemo(deps, (time) => (now = time)).finally(deps.close)
    const started = (port: number, running: Deps): void => {
      const host = ["0.0.0.0", "127.0.0.1"].includes(config.host) ? "localhost" : config.host
      const address = config.adresse ?? `http://${host}:${port}`
      terminal.out(`\nPfandwerk läuft unter ${address} (im Browser öffnen).\n`)
      for (const line of describe(made, openAccounts(running))) terminal.out(line)
      terminal.out("")
    }
    return runService(terminal, started, openAccounts)
  },
})

function describe(made: boolean, open: typeof accounts): string[] {
  if (open.length === 0)
    return [
      "Die Demo-Firma gibt es noch, aber ihre Konten sind zu Ende: abgelaufen, gesperrt oder abgeschaltet.",
      "Eine neue in einem anderen Ordner: DATA_DIR=./demo2 pfandwerk demo",
    ]
  return [
    made
      ? `Eine Demo-Firma für ${DAYS} Tage ist angelegt. Dort eines der Konten anklicken, oder anmelden mit:\n`
      : "Die Demo-Firma gibt es schon. Angelegt wurde sie mit:\n",
    ...open.map(
      ({ email, rolle }) => `  ${rolle.padEnd(7)} ${email.padEnd(20)} ${PASSWORD}   (tenant_slug: demo)`,
    ),
  ]
}

/** @returns the accounts of the demo with which one can still log in */
function openAccounts({ system, clock }: Deps): typeof accounts {
  const tenant = system.tenants.bySlug("demo")
  if (tenant?.status !== "aktiv") return []
  if (tenant.demo_expires_at !== null && tenant.demo_expires_at <= clock().toISOString()) return []
  return accounts.filter(({ email }) => system.accounts.ofLogin(email, "demo") !== undefined)
}

/**
 * @param setNow moves the clock of `deps`
 * @returns whether the demo tenant had to be made
 */
export async function makeDemo(deps: Deps, setNow: (time: number) => void): Promise<boolean> {
  const { system, passwords, clock } = deps
  if (system.tenants.bySlug("demo")) return false
  const end = clock().getTime()
  const demo_expires_at = new Date(end + DAYS * DAY).toISOString()
  const hash = await passwords.hash(PASSWORD, NO_COMPANY)
  const drawPictures = await system.write(() => {
    // The company and its staff are there before its first customer.
    setNow(beginOf(end))
    const { record: tenant } = createTenant(
      system,
      AUTHOR,
      { ...company, demo_expires_at, admin: { ...admin, password: PASSWORD } },
      hash,
    )
    for (const account of staff) {
      createMitarbeiter(system.tenant(tenant.id), AUTHOR, { ...account, password: PASSWORD }, hash)
    }
    setNow(end)
    return tellStory(deps, tenant.id, setNow)
  })
  await drawPictures()
  const tenant = system.tenant(system.tenants.bySlug("demo")?.id ?? "")
  const pruefung = await checkPfandbuch(tenant)
  await system.write(() => createPruefung(tenant, pruefung))
  return true
}
