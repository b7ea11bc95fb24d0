import { cpSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "../helpers/temporary.ts"
import type { Bench } from "./bench.ts"
import { type Side, startFloor, startService } from "./sides.ts"

/** The service and the floor, each on its own copy of the same data. */
export type Pair = {
  service: Side
  floor: Side
  folders: { service: string; floor: string }
  stop: () => Promise<void>
}

/**
 * @param customers how many there are in the data
 * @param open how many deliveries are under way
 */
export async function startPair({ data, executable }: Bench, customers: number, open: number): Promise<Pair> {
  const made = await data(customers, open)
  const folder = temporaryDir()
  const folders = { service: join(folder, "service"), floor: join(folder, "floor") }
  for (const copy of Object.values(folders)) cpSync(made, copy, { recursive: true })
  const service = await startService(executable, folders.service)
  const floor = await startFloor(folders.floor, service)
  return {
    service,
    floor,
    folders,
    stop: async () => void (await Promise.all([service.stop(), floor.stop()])),
  }
}
