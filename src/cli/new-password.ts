import { commonFault } from "../lib/common-passwords.ts"
import { LONGEST_PASSWORD } from "../lib/fields.ts"
import { type Ask, type Terminal, UsageError } from "./command.ts"

const SHORTEST = 6

type About = readonly (string | undefined)[]

/** @returns what to say of a password that would not do */
function faultOf(password: string, about: About): string | undefined {
  if (password.length < SHORTEST) return `Ein Kennwort hat mindestens ${SHORTEST} Zeichen.`
  if (password.length > LONGEST_PASSWORD) return `Ein Kennwort hat höchstens ${LONGEST_PASSWORD} Zeichen.`
  const common = commonFault(password, about)
  return common && `Dieses Kennwort ${common}.`
}

/** Attempts, as many as passwd(1) allows. */
const ATTEMPTS = 3

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
    ask("--password-stdin wartet auf eine Zeile mit dem Kennwort (sie wird nicht angezeigt): "),
  )
}

async function askTwice(ask: Ask, terminal: Terminal, about: About): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const password = await ask("Neues Kennwort (wird nicht angezeigt): ")
    const fault =
      faultOf(password, about) ??
      ((await ask("Noch einmal: ")) === password ? undefined : "Die beiden Eingaben sind verschieden.")
    if (fault === undefined) return password
    if (attempt === ATTEMPTS) throw new UsageError(fault)
    terminal.err(fault)
  }
}
