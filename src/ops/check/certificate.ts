import { expiryOf, readTls, type TlsFiles } from "../../lib/tls.ts"
import type { Finding } from "./finding.ts"

/** @returns whether the certificate can be used, and for how long */
export function checkCertificate(files: TlsFiles, now: Date): Finding {
  const check = "certificate"
  try {
    const tls = readTls(files)
    const warning = expiryOf(tls, now)
    if (warning) return { check, result: tls.until < now ? "fault" : "warning", detail: warning }
    return { check, result: "ok", detail: `gültig bis ${tls.until.toISOString().slice(0, 10)}` }
  } catch (error) {
    return { check, result: "fault", detail: (error as Error).message }
  }
}
