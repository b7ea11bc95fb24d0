import { readConfig } from "../config.ts"
import { isAddress } from "../lib/fields.ts"
import { composeMail } from "../lib/mail/compose.ts"
import { openMailLine } from "../lib/mail/smtp.ts"
import { StartRefused } from "../lib/refusal.ts"
import { command, UsageError } from "./command.ts"

export const mailTest = command({
  summary: "Eine Probe-E-Mail senden: prüft Mailserver, Verschlüsselung, Anmeldung und Absender",
  usage: `pfandwerk mail test --to ADRESSE

  --to   wer die Probe bekommt
Nimmt MAIL_SERVER und was dazugehört, wie der Dienst. Schreibt nichts und geht neben dem laufenden Dienst.`,
  options: { to: "string" },
  async run({ values: { to = "" } }, { env, out }) {
    if (!isAddress(to)) throw new UsageError("--to muss eine E-Mail-Adresse sein.")
    const { mail } = readConfig(env)
    if (!mail)
      throw new StartRefused("MAIL_SERVER und MAIL_SENDER sind nicht gesetzt: Es wird nichts gesendet.")
    const { server, sender } = mail
    const line = await openMailLine(server).catch((cause: Error) => {
      throw new StartRefused(cause.message, { cause })
    })
    const login = server.user === undefined ? "ohne Anmeldung" : `angemeldet als ${server.user}`
    out(`Verbunden mit ${server.host}:${server.port}, verschlüsselt, ${login}.`)
    try {
      const message = await composeMail({
        id: Bun.randomUUIDv7(),
        from: { name: "Pfandwerk", address: sender },
        replyTo: undefined,
        to: [to],
        subject: "Probe von Pfandwerk",
        text: "Diese E-Mail ist eine Probe: Pfandwerk kann über diesen Mailserver senden.\n",
        date: new Date(),
        files: [],
      })
      const [delivery] = await line.send({ from: sender, to: [to] }, message)
      if (delivery?.fate !== "accepted")
        throw new StartRefused(`Nicht angenommen für ${to}: ${delivery?.answer ?? "keine Antwort"}`)
      out(`Angenommen von ${sender} an ${to}: ${delivery.answer}`)
    } catch (cause) {
      throw new StartRefused((cause as Error).message, { cause })
    } finally {
      line.close()
    }
  },
})
