import { open } from "node:fs/promises"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { type Ask, Cancelled, UsageError } from "./command.ts"

/**
 * Asks at the terminal of this process, showing nothing of what is typed.
 *
 * @param dialog asks as often as it likes; its result is handed on
 * @throws UsageError without a terminal; Cancelled at Ctrl-C, Ctrl-D or the end of the terminal
 */
export async function askSecretly<T>(dialog: (ask: Ask) => Promise<T>): Promise<T> {
  const { stdin, stderr } = process
  if (!stdin.isTTY)
    throw new UsageError(
      "Hier ist kein Terminal, an dem nach dem Passwort gefragt werden kann: --password-stdin angeben.",
    )
  // readline knows the keys of a terminal; what it echoes ends here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const keys = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
  // The rest of a paste of both answers: the second line waits here until it is asked for.
  const lines = keys[Symbol.asyncIterator]()
  const ask: Ask = async (question) => {
    stderr.write(question)
    const { value, done } = await lines.next()
    stderr.write("\n")
    if (done) throw new Cancelled()
    return value
  }
  try {
    return await dialog(ask)
  } finally {
    keys.close()
  }
}

/**
 * Reads the first line of standard input, which stays open.
 *
 * @returns it without the mark that some editors put before it (BOM); empty when there is none
 * @throws UsageError for text that is not UTF-8, or has signs that no form takes: it would be another one than was typed
 */
export async function readFirstLine(): Promise<string> {
  // A letter for each byte, whatever the text is written in.
  process.stdin.setEncoding("latin1")
  const lines = createInterface({ input: process.stdin, terminal: false })
  try {
    for await (const line of lines) return typed(decode(Buffer.from(line, "latin1")))
    return ""
  } finally {
    lines.close()
  }
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    if (!text.includes("\0")) return text
  } catch {
    // Latin-1, or UTF-16 with its mark.
  }
  throw new UsageError(
    "Die Eingabe ist kein UTF-8 (sondern etwa Latin-1 oder UTF-16). Die Datei als UTF-8 speichern und noch einmal eingeben; geändert wurde nichts.",
  )
}

/** Signs of keys that the terminal passed on (arrows, a paste), and line ends of other programs. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

function typed(line: string): string {
  if (CONTROL.test(line))
    throw new UsageError(
      "Die Eingabe enthält Steuerzeichen (etwa Tabulator oder Pfeiltasten), die niemand im Browser tippen kann; geändert wurde nichts.",
    )
  if (line.trim() !== line)
    throw new UsageError(
      "Die Eingabe beginnt oder endet mit einem Leerzeichen: bitte ohne eingeben; geändert wurde nichts.",
    )
  return line
}

/**
 * Asks one question at the terminal that this process was started from, even if its input is a file or was given by
 * another process.
 *
 * @returns the line that was typed; empty at Ctrl-D
 * @throws UsageError when there is no terminal
 */
export async function confirm(question: string): Promise<string> {
  if (process.platform === "win32") return askOpenly(question)
  const terminal = await open("/dev/tty", "r+").catch((cause: Error) => {
    throw new UsageError("Hier ist kein Terminal, an dem gefragt werden kann.", { cause })
  })
  try {
    await terminal.write(question)
    const bytes = new Uint8Array(1024)
    // The terminal hands out a line at a time.
    const { bytesRead } = await terminal.read(bytes, 0, bytes.length, null)
    return Buffer.from(bytes.subarray(0, bytesRead)).toString().trimEnd()
  } finally {
    await terminal.close()
  }
}

async function askOpenly(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError("Hier ist kein Terminal, an dem gefragt werden kann.")
  process.stderr.write(question)
  return readFirstLine()
}
