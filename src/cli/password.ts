import { NO_COMPANY } from "../lib/fair-line.ts"
import type { Deps } from "../deps.ts"
import { StartRefused } from "../lib/refusal.ts"
import { setPassword } from "../api/mitarbeiter/rules.ts"
import { type Ask, command, COMMAND_LINE, type Terminal, UsageError } from "./command.ts"
import { withDeps } from "./with-deps.ts"
import { harmless } from "./terminal.ts"
import { commonFault } from "../lib/common-passwords.ts"
import { LONGEST_PASSWORD } from "../lib/fields.ts"

export const passwordSet = command({
  summary: "Einem Konto ein neues Passwort geben und seine Anmeldungen beenden",
  usage: `pfandwerk password set --email ADRESSE [--tenant SLUG] [--password-stdin]

  --tenant           das Kürzel der Firma; weggelassen bei einem Superadministrator
  --password-stdin   das Passwort aus der ersten Zeile der Standardeingabe lesen, statt danach zu fragen`,
  options: { email: "string", tenant: "string", "password-stdin": "boolean" },
  async run({ values: options }, terminal) {
    const email = options.email?.trim().normalize("NFC").toLowerCase()
    if (!email) throw new UsageError("--email muss angegeben werden.")
    const find = ({ system }: Pick<Deps, "system">) => {
      const account = system.accounts.byEmail(email, options.tenant)
      if (!account) throw new StartRefused(noAccount(email, options.tenant))
      return account
    }
    // Looks for the account first: nobody should think of a password for one that is not there.
    await withDeps(terminal, find)
    const password = await newPassword(options["password-stdin"], terminal, [email, options.tenant])
    await withDeps(terminal, async ({ system, passwords }) => {
      const account = find({ system })
      const hash = await passwords.hash(password, NO_COMPANY)
      await system.write(() => {
        if (account.tenant_id === null) return system.accounts.setPassword(account, hash, null)
        return setPassword(system.tenant(account.tenant_id), COMMAND_LINE, account.id, hash)
      })
      terminal.out(`Das Passwort von ${email} ist gesetzt; alle Anmeldungen des Kontos sind beendet.`)
      const obstacle = obstacleOf(account, options.tenant && system.tenants.bySlug(options.tenant)?.status)
      if (obstacle) terminal.err(obstacle)
    })
  },
})

/** @returns why a new password alone does not let anybody log in; undefined if it does */
function obstacleOf(
  { aktiv, tenant_id }: { aktiv: number; tenant_id: string | null },
  status = "aktiv",
): string | undefined {
  if (aktiv !== 1)
    return `Anmelden kann sich das Konto trotzdem nicht, denn es ist deaktiviert.${tenant_id === null ? "" : " Einschalten: im Büro unter „Mitarbeiter“."}`
  if (status !== "aktiv") return `Anmelden kann sich das Konto trotzdem nicht, denn die Firma ist ${status}.`
  return undefined
}

const noAccount = (email: string, slug: string | undefined): string =>
  slug
    ? `Ein Konto ${harmless(email)} gibt es in der Firma ${harmless(slug)} nicht.`
    : `Ein Superadministrator-Konto ${harmless(email)} gibt es nicht. Für das Konto einer Firma fehlt --tenant.`

const SHORTEST = 6

type About = readonly (string | undefined)[]

/** @returns what to say of a password that would not do */
function faultOf(password: string, about: About): string | undefined {
  if (password.length < SHORTEST) return `Ein Passwort hat mindestens ${SHORTEST} Zeichen.`
  if (password.length > LONGEST_PASSWORD) return `Ein Passwort hat höchstens ${LONGEST_PASSWORD} Zeichen.`
  const common = commonFault(password, about)
  return common && `Dieses Passwort ${common}.`
}

/** Times that a new password may be typed, as with passwd(1). */
const TRIES = 3

/**
 * Takes a new password from where the options say: the first line of standard input, or asked for twice.
 *
 * @param fromStdin whether --password-stdin was typed
 * @param about names of the account and its company, which are no passwords
 * @throws UsageError when it is too short, too long or too common, or was mistyped again and again; Cancelled
 */
export async function newPassword(
  fromStdin: boolean | undefined,
  terminal: Terminal,
  about: About,
): Promise<string> {
  if (!fromStdin) return terminal.askSecretly((ask) => askTwice(ask, terminal, about))
  const password = await givenPassword(terminal)
  const fault = faultOf(password, about)
  if (fault) throw new UsageError(fault)
  return password
}

/** Reads the password from a pipe, or asks for it without showing it. */
function givenPassword(terminal: Terminal): Promise<string> {
  if (!terminal.isInteractive) return terminal.readFirstLine()
  return terminal.askSecretly((ask) =>
    ask("--password-stdin wartet auf eine Zeile mit dem Passwort (sie wird nicht angezeigt): "),
  )
}

async function askTwice(ask: Ask, terminal: Terminal, about: About): Promise<string> {
  for (let tries = 1; ; tries++) {
    const password = await ask("Neues Passwort (wird nicht angezeigt): ")
    const fault =
      faultOf(password, about) ??
      ((await ask("Noch einmal: ")) === password ? undefined : "Die beiden Eingaben sind verschieden.")
    if (fault === undefined) return password
    if (tries === TRIES) throw new UsageError(fault)
    terminal.err(fault)
  }
}
