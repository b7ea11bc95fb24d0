import { tenants } from "../../db/schema.ts"
import { MailFault } from "../../lib/mail/fault.ts"
import type { Mail } from "../../lib/mail/server.ts"
import { composeMail } from "../../lib/mail/compose.ts"
import { limitRate } from "../../lib/rate.ts"
import { forAdmins, forOffice, ifUnchanged } from "../frame/options.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import type { MailService } from "../frame/services.ts"
import { MailserverInput, Probe, ProbeReply, VersandPatch, VersandReply } from "./model.ts"
import { removeMailserver, setMailserver } from "./mailserver.ts"
import { changeVersand, getVersand, requireMail, requireReplies, showVersand } from "./rules.ts"

export const versandRoutes: Route[] = [
  read(
    "GET /api/versand",
    {
      ...forOffice,
      summary: "Ob und wie die Firma E-Mails sendet",
      reply: VersandReply,
      services: true,
    },
    ({ tenant, services }) => showVersand(tenant, services.mailService),
  ),
  write(
    "PATCH /api/versand",
    {
      ...forAdmins,
      summary: "Festlegen, ob und wie E-Mails gesendet werden",
      description:
        "Gesendet wird nie etwas, solange sendet 0 ist. In Betreff und Text werden {kunde}, {kundennummer}, {firma}, {beleg} und {zeitraum} ausgefüllt.",
      body: VersandPatch,
      reply: VersandReply,
      services: true,
      refusals: { ...ifUnchanged, conflict: "Es ist nicht eingetragen, wohin Kunden antworten" },
    },
    ({ tenant, actor, body, services, ifMatch }) => {
      changeVersand(tenant, actor, body, services.mailService, ifMatch)
      return showVersand(tenant, services.mailService)
    },
  ),
  write(
    "PUT /api/versand/mailserver",
    {
      ...forAdmins,
      summary: "Über einen eigenen Mailserver senden statt über den des Betreibers",
      description:
        "Immer verschlüsselt, und sein Zertifikat wird geprüft. Ob er die E-Mails nimmt, sagt POST /api/versand/probe.",
      body: MailserverInput,
      reply: VersandReply,
      services: true,
    },
    ({ tenant, actor, body, services }) => {
      setMailserver(tenant, actor, body, services.mailService)
      return showVersand(tenant, services.mailService)
    },
  ),
  write(
    "DELETE /api/versand/mailserver",
    {
      ...forAdmins,
      summary: "Wieder über den Mailserver des Betreibers senden",
      services: true,
      refusals: { missing: "Die Firma hat keinen eigenen Mailserver" },
    },
    ({ tenant, actor, services }) => removeMailserver(tenant, actor, services.mailService),
  ),
  free(
    "POST /api/versand/probe",
    {
      ...forAdmins,
      summary: "Eine Probe-E-Mail senden, sofort und an der Warteschlange vorbei",
      body: Probe,
      reply: ProbeReply,
      refusals: {
        conflict:
          "Es ist kein Mailserver eingetragen, sein Passwort fehlt, oder niemand bekäme die Antworten",
        "too many": "Mehr als 30 Proben in einer Stunde",
      },
    },
    async ({ tenant, body, services }) => {
      const versand = getVersand(tenant)
      const replyTo = requireReplies(tenant, versand)
      const { name } = tenant.get(tenants, tenant.id)
      const mail = requireMail(tenant, services.mailService)
      countProbe(tenant.id)
      const letter = { name: versand.absender_name ?? name, replyTo, to: body.an }
      return sendProbe(services.mailService, mail, letter)
    },
  ),
]

/** Each goes out at once, to any address: without a limit, somebody could use them to bother others. */
const countProbe = limitRate(30, 3_600_000, "Das sind viele Proben in kurzer Zeit; bitte später noch einmal")

type Letter = { name: string; replyTo: string; to: string }

/** @returns the mail server's answer, or what kept us from getting one */
async function sendProbe({ open }: MailService, { server, sender }: Mail, { name, replyTo, to }: Letter) {
  try {
    const line = await open(server)
    const message = await composeMail({
      id: Bun.randomUUIDv7(),
      from: { name, address: sender },
      replyTo,
      to: [to],
      subject: "Probe von Pfandwerk",
      text: `Diese E-Mail ist eine Probe: ${name} kann mit Pfandwerk E-Mails senden.\n`,
      date: new Date(),
      files: [],
    })
    const [delivery] = await line.send({ from: sender, to: [to] }, message).finally(line.close)
    return { angenommen: delivery?.fate === "accepted", meldung: delivery?.answer ?? "" }
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return { angenommen: false, meldung: error.message }
  }
}
