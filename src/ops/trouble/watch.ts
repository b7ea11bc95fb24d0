import { hostname } from "node:os"
import { join } from "node:path"
import type { HttpDeps } from "../../http/http-deps.ts"
import { readNote, writeNote } from "../../lib/files.ts"
import type { Log } from "../../lib/log.ts"
import { version } from "../../version.ts"
import { CHECKS, type Finding } from "../check/finding.ts"
import { checkService } from "../check/live.ts"
import { addLetters, type Letter, sendLetters } from "./letters.ts"
import { compare, type Seen } from "./trouble.ts"

/** Time between two looks, in ms. */
const EVERY = 5 * 60_000

type Watched = Pick<HttpDeps, "config" | "system" | "log" | "clock" | "mailService">

/**
 * Looks every few minutes at what the service can see of itself, and says once when something is amiss and once when it
 * is over: in the log, and to the operator by e-mail. While nothing is, it sends the heartbeat.
 *
 * @returns a function that ends this
 */
export function watchService(deps: Watched, every = EVERY): () => void {
  const { config, log } = deps
  const beat = config.herzschlag ? createHeartbeat(config.herzschlag, log) : undefined
  let state: "idle" | "looking" | "ended" = "idle"
  const isEnded = (): boolean => state === "ended"
  const notes = keepNotes(config.dataDir)
  const round = async (): Promise<void> => {
    if (state !== "idle") return
    state = "looking"
    try {
      if (await look(deps, notes)) await beat?.()
      await write(deps, notes)
    } catch (error) {
      if (!isEnded()) log.error("the service could not look at itself", { error })
    }
    if (!isEnded()) state = "idle"
  }
  void round()
  const timer = setInterval(() => void round(), every)
  return () => {
    state = "ended"
    clearInterval(timer)
  }
}

/**
 * What was seen, and what is still to be reported, survives a restart: otherwise each start would report the same
 * again.
 */
type Notes = { seen: Seen; letters: Letter[]; refused?: Refused | undefined }

/** When the mail server last refused to tell the operator, and what it said. */
type Refused = { am: string; answer: string }

const fileIn = (dataDir: string): string => join(dataDir, "stoerungen.json")
const readNotes = (dataDir: string): Notes => readNote<Notes>(fileIn(dataDir)) ?? { seen: {}, letters: [] }

type Kept = { get: () => Notes; set: (notes: Notes) => void }

/** The file is only read at the next start. On a full disk it stays as it was, and trouble is reported, once, all the same. */
function keepNotes(dataDir: string): Kept {
  let current = readNotes(dataDir)
  return {
    get: () => current,
    set: (notes) => {
      current = notes
      writeNote(fileIn(dataDir), notes)
    },
  }
}

/** @returns what the mail server said when it refused to tell the operator; undefined where it has told since */
export const readRefused = (dataDir: string): Refused | undefined => readNotes(dataDir).refused

/** @returns since when each check is as it is; nothing before the first look */
export const readSeen = (dataDir: string): Seen => readNotes(dataDir).seen

/** @returns whether nothing is at fault */
async function look({ config, system, log, clock, mailService }: Watched, notes: Kept): Promise<boolean> {
  const now = clock()
  const findings = await checkService({ config, system, mailService }, now)
  const before = notes.get()
  const { seen, begun, over } = compare(before.seen, findings, now)
  const letters = config.mailOperator ? addLetters(before.letters, begun, over, now) : []
  notes.set({ ...before, seen, letters })
  for (const finding of begun) log.error("something is amiss", told(finding))
  for (const finding of over) log.info("it is well again", told(finding))
  return findings.every(({ result }) => result !== "fault")
}

const told = ({ check, detail }: Finding): { check: string; advice: string } => ({
  check: CHECKS[check],
  advice: detail,
})

async function write({ config, log, clock }: Watched, notes: Kept): Promise<void> {
  const { mail, mailOperator: to, adresse } = config
  const { letters } = notes.get()
  if (letters.length === 0 || !mail || !to) return
  const forget = ({ id, subject }: Letter, refusals: string[]): void => {
    const now = notes.get()
    const answer = refusals.join("; ")
    const refused = answer ? { am: clock().toISOString(), answer } : undefined
    notes.set({ ...now, refused, letters: now.letters.filter((one) => one.id !== id) })
    if (refused)
      log.warn("the operator is not told by e-mail: the mail server refuses it", {
        about: subject,
        reason: answer,
        advice: "MAIL_OPERATOR prüfen",
      })
  }
  try {
    await sendLetters(mail, to, adresse ?? hostname(), letters, forget)
  } catch (error) {
    log.warn("the operator could not be told by e-mail yet", { reason: (error as Error).message })
  }
}

/** Time for an answer, in ms. */
const PATIENCE = 10_000

/**
 * A call to the address by which somebody outside knows that the service is alive. Who watches there says so when no
 * call comes any more: a server that is off cannot say it itself.
 *
 * @returns a function that calls once; that calls do not arrive is logged once, and once when they do again
 */
function createHeartbeat(address: string, log: Log): () => Promise<void> {
  let arrived = true
  return async () => {
    const refusal = await call(address)
    if (refusal && arrived)
      log.warn("the heartbeat does not arrive", { reason: refusal, advice: "HERZSCHLAG prüfen" })
    if (!refusal && !arrived) log.info("the heartbeat arrives again")
    arrived = refusal === undefined
  }
}

/** @returns why it was not taken; undefined where it was */
async function call(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, {
      headers: { "User-Agent": `pfandwerk/${version}` },
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    })
    await answer.body?.cancel()
    return answer.ok ? undefined : `Status ${answer.status}`
  } catch (error) {
    return (error as Error).message
  }
}
