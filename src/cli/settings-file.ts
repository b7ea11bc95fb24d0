import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseEnv } from "node:util"
import { settings } from "../config.ts"
import { StartRefused } from "../lib/refusal.ts"
import { nearest } from "./options.ts"

type Environment = Record<string, string | undefined>

const besideProgram = (): string => join(dirname(process.execPath), ".env")

/**
 * @param own the variables of the process, which go before those of the file .env beside the executable
 * @returns both together
 * @throws StartRefused when the file cannot be read: going on without the settings would mean another DATA_DIR
 */
export function withSettingsFile(own: Environment): Environment {
  return { ...read(besideProgram()), ...own }
}

const read = (file: string): Environment => parseEnv(textOf(file))

/** @returns nothing for a missing file */
function textOf(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, "utf8") : ""
  } catch (cause) {
    throw new StartRefused(
      `Die Einstellungen in ${file} darf dieser Benutzer nicht lesen. Mit sudo geht es: sudo pfandwerk …`,
      { cause },
    )
  }
}

/** What the system and the runtime read from the same file. */
const OTHERS = /^(?:TZ|LANG|LC_\w+|\w+_PROXY|SSL_CERT_\w+|BUN_\w+|NODE_\w+)$/i

/**
 * Finds what nothing reads: a setting whose name is mistyped, and one without its "=", would keep its default without a
 * word; of a password with a "#" the rest would be taken for a remark.
 *
 * @param file left out, the one beside the executable
 * @returns German sentences for a person; undefined when every line has an effect
 */
export function describeUnknown(file = besideProgram()): string | undefined {
  const text = textOf(file)
  const all = [unknownNames(file, text), unreadLines(file, text), cutValues(file, text)]
  const told = all.filter((one) => one !== undefined)
  return told.length > 0 ? told.join(" ") : undefined
}

function unknownNames(file: string, text: string): string | undefined {
  const known = Object.keys(settings)
  const unknown = Object.keys(parseEnv(text)).filter((name) => !known.includes(name) && !OTHERS.test(name))
  if (unknown.length === 0) return undefined
  const told = unknown.map((name) => {
    const meant = nearest(name.toUpperCase(), known)
    return meant ? `${name} (gemeint ist wohl ${meant})` : name
  })
  return `In ${file} steht, was keine Einstellung ist und nichts bewirkt: ${told.join(", ")}. Alle zeigt pfandwerk --help.`
}

/** Names lines that nothing reads, by their numbers: what they say may be a secret. */
function unreadLines(file: string, text: string): string | undefined {
  // A value in quotes may go over several lines.
  const values = Object.values(parseEnv(text)).filter((value) => value?.includes("\n"))
  const unread = text.split(/\r?\n/).flatMap((line, i) => {
    const isRead = /^\s*(?:#|$)/.test(line) || Object.keys(parseEnv(line)).length > 0
    const inQuotes = line.trim().replace(/["'`]$/, "")
    return isRead || values.some((value) => value?.includes(inQuotes)) ? [] : [`Zeile ${i + 1}`]
  })
  if (unread.length === 0) return undefined
  return `In ${file} bewirkt nichts, weil dort keine Einstellung zu lesen ist: ${unread.join(", ")}. Geschrieben wird NAME=WERT.`
}

/** Names settings that are cut off at a "#", without their values: what is left of one may be a secret. */
function cutValues(file: string, text: string): string | undefined {
  const cut = text.split(/\r?\n/).flatMap((line) => {
    const [, name = "", value = ""] = /^\s*(?:export\s+)?(\w+)\s*=\s*([^\s"'`].*)$/.exec(line) ?? []
    const [before] = /^[^#]*[^\s#](?=#)/.exec(value) ?? []
    return before !== undefined && parseEnv(line)[name] === before ? [name] : []
  })
  if (cut.length === 0) return undefined
  return `In ${file} gilt nur, was vor dem Zeichen # steht: ${cut.join(", ")}. In einfachen Anführungszeichen gilt alles: ${cut[0]}='…'.`
}
