import { isIP } from "node:net"
import { hostname, networkInterfaces } from "node:os"
import { UsageError } from "./command.ts"

/**
 * @param option names and addresses with commas between; undefined: this machine's own
 * @returns each once, and localhost
 * @throws UsageError for what is neither a name nor an address
 */
export function namesFrom(option: string | undefined): string[] {
  const names = (option?.split(",") ?? ownNames()).map((name) => name.trim().toLowerCase())
  const isName = (name: string) =>
    isIP(name) > 0 || /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(name)
  if (!names.every(isName)) throw new UsageError("--name: Hier ist etwas weder ein Name noch eine Adresse.")
  return [...new Set([...names, "localhost"])]
}

/** The names and addresses by which others in the same network reach this machine. */
function ownNames(): string[] {
  const host = hostname().toLowerCase()
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address)
  const names = host.includes(".") ? [host] : [host, `${host}.local`]
  return [...names, ...addresses, "127.0.0.1"]
}
