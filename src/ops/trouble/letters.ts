import { composeMail } from "../../lib/mail/compose.ts"
import type { Mail } from "../../lib/mail/server.ts"
import { openMailLine } from "../../lib/mail/smtp.ts"
import { serverTime } from "../../lib/server-time.ts"
import { CHECKS, type Finding } from "../check/finding.ts"

/** What the operator is to be told by e-mail and was not told yet. */
export type Letter = { id: string; subject: string; text: string; written: string }

/** Most letters that wait: while the mail server is gone, the newest count. */
const WAITING = 20

/** @returns what still waits, with a letter on what has begun or is over */
export function addLetters(
  waiting: readonly Letter[],
  begun: Finding[],
  over: Finding[],
  now: Date,
): Letter[] {
  const written = now.toISOString()
  const letter = (subject: string, text: string): Letter => ({
    id: Bun.randomUUIDv7(),
    subject,
    text,
    written,
  })
  const added = [
    ...begun.map(({ check, result, detail }) =>
      letter(`${result === "fault" ? "Fehler" : "Warnung"}: ${CHECKS[check]}`, detail),
    ),
    ...over.map(({ check, detail }) => letter(`Wieder gut: ${CHECKS[check]}`, detail)),
  ]
  return [...waiting, ...added].slice(-WAITING)
}

/**
 * Sends what waits, the oldest first. What the server does not take over waits for the next time, also where nobody knows
 * whether it did: rather told twice than not at all.
 *
 * @param place where the service is, as the operator knows it
 * @param sent called for each letter that need not be sent again, with what the server said to those who do not get it
 * @throws MailFault where the mail server lets nothing through
 */
export async function sendLetters(
  { server, sender }: Mail,
  to: readonly string[],
  place: string,
  waiting: readonly Letter[],
  sent: (letter: Letter, refusals: string[]) => void,
): Promise<void> {
  const line = await openMailLine(server)
  try {
    for (const letter of waiting) {
      const message = await composeMail({
        id: letter.id,
        from: { name: "Pfandwerk", address: sender },
        replyTo: undefined,
        to,
        subject: `Pfandwerk auf ${place}: ${letter.subject}`,
        text: `${letter.text}\n\nFestgestellt: ${serverTime(new Date(letter.written))}\nAlles nachsehen: sudo pfandwerk check\n`,
        date: new Date(letter.written),
        files: [],
      })
      const deliveries = await line.send({ from: sender, to }, message)
      if (!deliveries.every(({ fate }) => fate === "accepted" || fate === "refused")) continue
      const refused = deliveries.filter(({ fate }) => fate === "refused")
      sent(
        letter,
        refused.map(({ address, answer }) => `${address}: ${answer}`),
      )
    }
  } finally {
    line.close()
  }
}
