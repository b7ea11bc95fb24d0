import { readFileSync } from "node:fs"
import { RENEW_UNIT } from "./disk-fault.ts"

/** CAP_NET_BIND_SERVICE, capabilities(7) */
const BIND = 10n

/**
 * Tells whether this process may not listen on a low port. Bun reports that as a port that is in use.
 *
 * @returns in German what is missing and what helps; undefined when the process may, or the system does not tell
 */
export function portFault(port: number): string | undefined {
  if (port === 0) return undefined
  try {
    const first = Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"))
    const [, effective = ""] =
      /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? []
    if (port >= first || ((BigInt(`0x${effective}`) >> BIND) & 1n) === 1n) return undefined
    return `Für Ports unter ${first} fehlt diesem Dienst das Recht. Nach einer Änderung des Ports: ${RENEW_UNIT}.`
  } catch {
    return undefined
  }
}
