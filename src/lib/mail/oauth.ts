/** How tokens for a log-in are asked for (RFC 6749): with a refresh token, or as a program of its own. */
export type OAuth = {
  /** Address that gives tokens, such as `https://login.microsoftonline.com/…/oauth2/v2.0/token`. */
  url: string
  client: string
  secret: string | undefined
  refresh: string | undefined
  scope: string | undefined
}

/** Time before a token's end at which a new one is asked for, in ms. */
const MARGIN = 60_000
/** Longest wait for the answer, in ms. */
const PATIENCE = 30_000

const kept = new Map<string, { token: string; until: number }>()

/** Makes the next log-in ask for a new token, as the server refused this one. @returns whether there was one */
export const forgetToken = (oauth: OAuth): boolean => kept.delete(JSON.stringify(oauth))

/**
 * @returns a token with which a user can log in
 * @throws Error with what the other side says, and never a secret
 */
export async function accessToken(oauth: OAuth): Promise<string> {
  const key = JSON.stringify(oauth)
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.token
  const reply = await fetch(oauth.url, {
    method: "POST",
    body: new URLSearchParams(form(oauth)),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
  })
  const answer = (await reply.json().catch(() => ({}))) as Record<string, unknown>
  const { access_token: token, expires_in: seconds } = answer
  if (!reply.ok || typeof token !== "string") throw new Error(describe(reply.status, answer))
  kept.set(key, { token, until: Date.now() + (Number(seconds) || 0) * 1000 - MARGIN })
  return token
}

const form = ({ client, secret, refresh, scope }: OAuth): Record<string, string> => ({
  client_id: client,
  ...(secret !== undefined && { client_secret: secret }),
  ...(scope !== undefined && { scope }),
  ...(refresh === undefined
    ? { grant_type: "client_credentials" }
    : { grant_type: "refresh_token", refresh_token: refresh }),
})

const describe = (status: number, { error, error_description }: Record<string, unknown>): string =>
  [status, error, error_description]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .join(" ")
    .slice(0, 500)
