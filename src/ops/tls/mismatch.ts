import type { Config } from "../../config.ts"

type Settings = Pick<Config, "tls" | "httpPort" | "adresse" | "trustProxy">

/**
 * Finds settings that want TLS where there is none, or none where there is. A certificate of one's own lies in the data folder and is in no
 * backup: with another folder, or after a restore elsewhere, it is gone without a word.
 *
 * @returns German sentences for a person; undefined when all fit
 */
export function tlsMismatch({ tls, httpPort, adresse, trustProxy }: Readonly<Settings>): string | undefined {
  if (tls)
    return adresse?.startsWith("http:")
      ? "Der Dienst spricht TLS: Die Einstellung ADRESSE muss mit https:// beginnen."
      : undefined
  const told = [
    httpPort > 0 ? "HTTP_PORT bewirkt nichts: Der Dienst spricht kein TLS." : "",
    adresse?.startsWith("https:") && !trustProxy
      ? "ADRESSE beginnt mit https://, aber der Dienst spricht kein TLS, und von einem Proxy davor weiß er nichts (TRUST_PROXY)."
      : "",
  ].filter((one) => one !== "")
  if (told.length === 0) return undefined
  return `${told.join(" ")} Ein Zertifikat macht sudo pfandwerk tls; eines, das es gibt, nennen TLS_CERT und TLS_KEY.`
}
