import type { Terminal } from "./command.ts"
import { askSecretly, confirm, readFirstLine } from "./prompt.ts"

/**
 * @param readEnv reads the settings; called when a command first needs them, because not every user may read them
 * @returns the terminal of this process; `flush` waits until all output was taken
 */
export function createTerminal(readEnv: () => Terminal["env"]): Terminal & { flush: () => Promise<void> } {
  let env: Terminal["env"] | undefined
  const { out, flush } = bufferedLines()
  // Nobody listens any more (`| head`, a restarted log collector): no reason to end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  return {
    get env() {
      return (env ??= readEnv())
    },
    out,
    flush,
    err: (line) => void process.stderr.write(`${line}\n`),
    readFirstLine,
    askSecretly,
    confirm,
    isInteractive: process.stdin.isTTY === true,
    isTerminal: process.stdout.isTTY === true,
    onHangup: (listener) => void process.on("SIGHUP", listener),
    get stopped() {
      return new Promise<string>((resolve) => {
        for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal))
      })
    },
  }
}

/** Time between two outputs in ms: unnoticed by people, and a killed process loses little. */
const DELAY = 50

/** Collects the lines of a moment (there is one per request!) into one write. */
function bufferedLines(): { out: (line: string) => void; flush: () => Promise<void> } {
  let waiting = ""
  const take = (): string => {
    const text = waiting
    waiting = ""
    return text
  }
  return {
    out(line) {
      if (!waiting) setTimeout(() => process.stdout.write(take()), DELAY)
      waiting += `${line}\n`
    },
    // A pipe takes 64 KB at a time, and ending the process throws the rest away.
    flush: () => new Promise((done) => process.stdout.write(take(), () => done())),
  }
}

/** Characters that would move the cursor, colour the screen or reverse the line. */
const UNSEEN = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu

/** @returns the text as one line that is safe to show, with a mark for each such character */
export const harmless = (text: string): string => text.replaceAll(UNSEEN, "\ufffd")

/** @returns columns of equal width below their headings, a line each; without any rows just the headings */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(harmless))]
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => Bun.stringWidth(line[i] ?? ""))))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - Bun.stringWidth(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
