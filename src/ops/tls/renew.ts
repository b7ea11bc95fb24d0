import { X509Certificate } from "node:crypto"
import type { Config } from "../../config.ts"
import { DAY } from "../../lib/day.ts"
import type { Log } from "../../lib/log.ts"
import { pemFile, readPair, storePair } from "./kept.ts"
import { loadAuthority } from "./load.ts"

/** Time before its end at which the server's certificate is replaced. In ms. */
const RENEW_BEFORE = 60 * DAY

/**
 * Renews the certificate in time, now and every day.
 *
 * @param renewed takes up the new one
 * @returns a function that ends this
 */
export function renewDaily(
  { config, log, clock }: { config: Readonly<Config>; log: Log; clock: () => Date },
  renewed: () => void,
): () => void {
  if (config.tls?.cert !== pemFile(config.dataDir, "server")) return () => {}
  const renew = async (): Promise<void> => {
    try {
      if (await renewOwnTls(config.dataDir, clock())) renewed()
    } catch (error) {
      log.error("the certificate could not be renewed", { error })
    }
  }
  void renew()
  const timer = setInterval(() => void renew(), DAY)
  return () => clearInterval(timer)
}

/** Time between two looks at the files of a certificate. In ms. */
const LOOK_EVERY = 10_000

/**
 * Looks every few seconds whether a certificate's files were replaced: what renews them (certbot, a company's authority)
 * seldom says so, and the old one would be served to its end, while the new one lies there and all looks well.
 *
 * @returns a function that ends this
 */
export function watchFiles({ config }: { config: Readonly<Config> }, look: () => void): () => void {
  if (!config.tls) return () => {}
  const timer = setInterval(look, LOOK_EVERY)
  return () => clearInterval(timer)
}

/**
 * Replaces the server's certificate when it expires soon.
 *
 * @returns whether it did
 */
export async function renewOwnTls(dataDir: string, now: Date): Promise<boolean> {
  const authority = readPair(dataDir, "authority")
  const server = authority && readPair(dataDir, "server")
  if (!authority || !server) return false
  const ends = new X509Certificate(server.cert).validToDate
  if (ends.getTime() - now.getTime() > RENEW_BEFORE) return false
  const { issueCertificate, namesOf } = await loadAuthority()
  storePair(dataDir, "server", await issueCertificate(authority, namesOf(server.cert), now))
  return true
}
