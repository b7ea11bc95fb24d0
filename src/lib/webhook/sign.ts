/** By these letters a secret is known, as Standard Webhooks have it. */
const PREFIX = "whsec_"

/** @returns a new secret of 256 random bits */
export const newWebhookSecret = (): string =>
  PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")

/**
 * What a receiver checks (Standard Webhooks 1.0): id, time and body together, by a secret that both know.
 *
 * @param secrets one, or two while a new one is introduced: the receiver may know either
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = (secret: string): string => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64")
    return `v1,${new Bun.CryptoHasher("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  }
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signature).join(" "),
  }
}
