import { cpSync } from "node:fs"
import { today } from "./day.ts"
import { start } from "./executable.ts"
import { madeOnce } from "./once.ts"
import { temporaryDir } from "./temporary.ts"

/** The demo's three months take a while to be told: once for all files of a run, each of which gets a copy. Once more where a run goes on past midnight: the story ends on the day it is told. */
export async function demoDir(): Promise<string> {
  const dataDir = temporaryDir()
  cpSync(await madeOnce(`story ${today()}`, tellStory), dataDir, { recursive: true })
  return dataDir
}

async function tellStory(dataDir: string): Promise<void> {
  const { stop } = await start({ command: "demo", dataDir })
  await stop()
}
