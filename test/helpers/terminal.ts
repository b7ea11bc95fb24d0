import { until } from "./eventually.ts"
import { atEnd, endBehind } from "./temporary.ts"

/** A program at a real (pseudo) terminal. */
export type Session = {
  /** Everything the terminal has shown so far, also what it echoed. */
  shown: () => string
  /** Waits until a text is shown that was not waited for yet. @throws Error with what was shown instead */
  see: (text: string) => Promise<void>
  /** Sends keys, e.g. `"geheim\r"` or Ctrl-C as `"\x03"`. */
  press: (keys: string) => void
  /** @returns the exit code, when all that was written has been shown */
  ended: Promise<number>
}

/** Starts a program at a pseudo terminal, as a person does who logged in. */
export function atTerminal(argv: string[], options: { cwd: string; env: Record<string, string> }): Session {
  let shown = ""
  let seen = 0
  const decoder = new TextDecoder()
  const closed = Promise.withResolvers<void>()
  const child = Bun.spawn(argv, {
    ...options,
    env: { TERM: "xterm", PATH: "/usr/local/bin:/usr/bin:/bin", ...options.env },
    terminal: {
      cols: 120,
      rows: 40,
      data: (_, bytes) => void (shown += decoder.decode(bytes, { stream: true })),
      exit: () => closed.resolve(),
    },
  })
  atEnd(() => child.kill("SIGKILL"))
  endBehind(child.pid)
  return {
    shown: () => shown,
    async see(text) {
      await until(`the terminal shows ${text}`, () => {
        const at = shown.indexOf(text, seen)
        if (at < 0) throw new Error(`it shows\n${shown.slice(seen)}`)
        seen = at + text.length
      })
    },
    press: (keys) => void child.terminal?.write(keys),
    // The end of the terminal comes behind the last byte of its output.
    ended: closed.promise.then(() => child.exited),
  }
}
