import { type Terminal, UsageError } from "./command.ts"

/** @returns the terminal of this process, with the given settings; `flush` waits until all was taken */
export function createTerminal(env: Terminal["env"]): Terminal & { flush: () => Promise<void> } {
  const { out, flush } = bufferedLines()
  // Nobody listens any more (`| head`, a restarted log collector): no reason to end the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  return {
    env,
    out,
    flush,
    err: (line) => void process.stderr.write(`${line}\n`),
    readLine,
    askSecret,
    isTerminal: process.stdout.isTTY === true,
    onHangup: (listener) => void process.on("SIGHUP", listener),
    get stopped() {
      return new Promise<string>((resolve) => {
        for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve(signal))
      })
    },
  }
}

/** In milliseconds: what a killed process may leave unsaid, and what nobody who reads along will notice. */
const DELAY = 50

/** Collects what is said within a moment (an access log line per request!) into one write. */
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

async function readLine(): Promise<string> {
  const text = await Bun.stdin.text()
  return text.split(/\r?\n/, 1)[0] ?? ""
}

/** Reads a line key by key, showing nothing. */
async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new UsageError("There is no terminal to ask at; use --password-stdin.")
  stderr.write(question)
  stdin.setRawMode(true)
  try {
    let typed = ""
    for await (const chunk of stdin) {
      for (const key of String(chunk)) {
        if (key === "\r" || key === "\n") return typed
        if (key === "\u0003") throw new UsageError("Cancelled.")
        typed = key === "\u007f" || key === "\b" ? [...typed].slice(0, -1).join("") : typed + key
      }
    }
    return typed
  } finally {
    stdin.setRawMode(false)
    stderr.write("\n")
  }
}
