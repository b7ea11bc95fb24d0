import { join } from "node:path"
import type { HttpDeps } from "../../http/http-deps.ts"
import { readNote, writeNote } from "../../lib/files.ts"
import { CHECKS, type Finding } from "../check/check.ts"
import { checkService } from "../check/live.ts"
import { createHeartbeat } from "./heartbeat.ts"
import { compare, type Note } from "./trouble.ts"

/** Time between two looks, in ms. */
const EVERY = 5 * 60_000

type Watched = Pick<HttpDeps, "config" | "system" | "log" | "clock">

/**
 * Looks every few minutes at what the service can see of itself, and says once when something is amiss and once when it
 * is over. While nothing is, it sends the heartbeat.
 *
 * @returns a function that ends this
 */
export function watchService(deps: Watched, every = EVERY): () => void {
  const { config, log } = deps
  const beat = config.herzschlag ? createHeartbeat(config.herzschlag, log) : undefined
  let state: "idle" | "looking" | "ended" = "idle"
  const round = async (): Promise<void> => {
    if (state !== "idle") return
    state = "looking"
    try {
      if (await look(deps)) await beat?.()
    } catch (error) {
      if (!isEnded()) log.error("the service could not look at itself", { error })
    }
    if (!isEnded()) state = "idle"
  }
  const isEnded = (): boolean => state === "ended"
  void round()
  const timer = setInterval(() => void round(), every)
  return () => {
    state = "ended"
    clearInterval(timer)
  }
}

/** What was seen before stays known over a restart: trouble is not said anew at each start. */
const fileIn = (dataDir: string): string => join(dataDir, "stoerungen.json")

/** @returns since when each check is as it is, ISO 8601 UTC; nothing before the first look */
export const readTroubles = (dataDir: string): Note => readNote<Note>(fileIn(dataDir)) ?? {}

/** @returns whether nothing is at fault */
async function look({ config, system, log, clock }: Watched): Promise<boolean> {
  const now = clock()
  const findings = await checkService({ config, system }, now)
  const { note, begun, over } = compare(readTroubles(config.dataDir), findings, now)
  writeNote(fileIn(config.dataDir), note)
  for (const finding of begun) log.error("something is amiss", told(finding))
  for (const finding of over) log.info("it is well again", told(finding))
  return findings.every(({ result }) => result !== "fault")
}

const told = ({ check, detail }: Finding): { check: string; advice: string } => ({
  check: CHECKS[check],
  advice: detail,
})
