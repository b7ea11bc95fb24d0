import { postWebhook, readReceiver, WebhookFault } from "../../lib/webhook/post.ts"
import { signedHeaders } from "../../lib/webhook/sign.ts"
import type { WebhookService } from "../frame/services.ts"
import type { Outcome, Webhooksendung } from "./zustellung.ts"

/** Why nothing can be signed: a restore brought the database without its key. */
const NO_SECRET = "Das Geheimnis lässt sich hier nicht lesen; bitte ein neues geben"

/** Sends a message once. @param at the time of sending, which the signature covers. @returns the answer, or why there is none */
export async function sendWebhook(
  { network }: WebhookService,
  { ereignis_id: id, adresse, secrets, body, at }: Omit<Webhooksendung, "id"> & { at: Date },
): Promise<Outcome> {
  if (secrets.length === 0) return { fault: NO_SECRET }
  if (body === "") return { fault: "Das Ereignis ist schon gelöscht", isFinal: true }
  const headers = {
    ...signedHeaders({ id, at, body }, secrets),
    "content-type": "application/json",
    "user-agent": "Pfandwerk",
  }
  try {
    return await postWebhook(readReceiver(adresse, network), headers, body, network)
  } catch (error) {
    if (!(error instanceof WebhookFault)) throw error
    return { fault: error.message }
  }
}
