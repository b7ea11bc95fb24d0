import { existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Bench } from "../bench.ts"
import { makeData, type Size } from "./fill.ts"

/** Five bookings for each customer, as after years. */
const sizeOf = (customers: number, open: number): Size => ({ customers, bookings: customers * 5, open })

/**
 * @param kept a folder where data stays for the next run
 * @returns gives a data folder with so many customers and open deliveries, made at the first call
 */
export function dataSets(
  kept: string | undefined,
  { photo, say }: Pick<Bench, "photo" | "say">,
): Bench["data"] {
  const folder = kept ?? temporaryDir()
  return async (customers, open = 200) => {
    const target = join(folder, `${customers}-${open}`)
    if (existsSync(target)) return target
    say(`making the data of ${customers} customers`)
    const draft = `${target}.new`
    rmSync(draft, { recursive: true, force: true })
    await makeData(draft, sizeOf(customers, open), await photo())
    renameSync(draft, target)
    return target
  }
}
