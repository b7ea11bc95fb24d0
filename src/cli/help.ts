import { eachSetting } from "../config.ts"
import type { Command } from "./command.ts"
import { nearest } from "./options.ts"
import { harmless } from "./terminal.ts"

/** Longest part of an unknown command that the answer repeats, in characters. */
const LONGEST_ECHO = 40

export const commandHelp = ({ summary, usage }: Command): string => `${summary}.\n\n${usage}`

/** @param itself the command that has the group's own name, if there is one */
export const groupHelp = (group: Command[], itself: Command | undefined): string =>
  `${itself ? `${commandHelp(itself)}\n\nDazu gehören:\n\n` : ""}${list(group)}

Mehr zu einem davon: pfandwerk ${group[0]?.name} --help`

/**
 * @param names of all commands
 * @returns two lines: that there is no such command, and what may have been meant
 */
export function unknownCommand(names: string[], words: string[]): string {
  const groups = [...new Set(names.map((name) => name.split(" ")[0] ?? name))]
  const typed = words.slice(0, 2).join(" ")
  const group = groups.find((name) => name === words[0])
  const meant = nearest(typed, names) ?? (group ? undefined : nearest(words[0] ?? "", [...names, ...groups]))
  const others = group
    ? `Dort gibt es: ${names.filter((name) => name.startsWith(`${group} `)).join(", ")}`
    : "Alle Befehle zeigt: pfandwerk --help"
  return `Den Befehl „${harmless(typed.slice(0, LONGEST_ECHO))}“ gibt es nicht.
${meant ? `Gemeint ist wohl: pfandwerk ${meant}. ` : ""}${others}`
}

/** @returns what `pfandwerk --help` shows: all commands and settings */
export const overview = (commands: Command[]): string => `pfandwerk BEFEHL [OPTIONEN]

${list(commands)}

Mehr zu einem Befehl: pfandwerk BEFEHL --help. Das Handbuch: pfandwerk handbuch betrieb, oder /hilfe im Browser.
Was ein Befehl zurückgibt: 0 getan, 1 misslungen, 2 falsch eingegeben.

Einstellungen, aus der Umgebung oder der Datei .env neben dem Programm [was gilt, wenn sie fehlen]:

${describeSettings()}`

function list(commands: Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")
}

/** @returns the table of settings as text */
function describeSettings(): string {
  const width = Math.max(...eachSetting.map(([name]) => name.length))
  return eachSetting
    .map(([name, { doc, fallback }]) => `  ${name.padEnd(width)}  ${doc}${fallback ? ` [${fallback}]` : ""}`)
    .join("\n")
}
