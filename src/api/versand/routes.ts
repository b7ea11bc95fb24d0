import { tenants } from "../../db/schema.ts"
import { MailFault } from "../../lib/mail/fault.ts"
import { conflict } from "../../lib/refusal.ts"
import { composeMail } from "../../lib/mail/compose.ts"
import { forAdmins, forOffice, ifUnchanged } from "../frame/options.ts"
import { free, read, type Route, write } from "../frame/route.ts"
import type { Postamt } from "../frame/services.ts"
import { Probe, ProbeReply, VersandPatch, VersandReply } from "./model.ts"
import { changeVersand, getVersand, requireReplies, showVersand } from "./rules.ts"

export const versandRoutes: Route[] = [
  read(
    "GET /api/versand",
    {
      ...forOffice,
      summary: "Ob und wie die Firma E-Mails sendet",
      reply: VersandReply,
      services: true,
    },
    ({ tenant, services }) => showVersand(tenant, services.postamt),
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
      changeVersand(tenant, actor, body, services.postamt, ifMatch)
      return showVersand(tenant, services.postamt)
    },
  ),
  free(
    "POST /api/versand/probe",
    {
      ...forAdmins,
      summary: "Eine Probe-E-Mail senden, sofort und an der Warteschlange vorbei",
      body: Probe,
      reply: ProbeReply,
      refusals: {
        conflict: "Auf diesem Server ist kein Mailserver eingetragen, oder niemand bekäme die Antworten",
      },
    },
    async ({ tenant, body, services }) => {
      const versand = getVersand(tenant)
      const replyTo = requireReplies(tenant, versand)
      const { name } = tenant.get(tenants, tenant.id)
      return sendProbe(services.postamt, { name: versand.absender_name ?? name, replyTo, to: body.an })
    },
  ),
]

type Letter = { name: string; replyTo: string; to: string }

/** @returns the mail server's answer, or what kept us from getting one */
async function sendProbe({ absender, open }: Postamt, { name, replyTo, to }: Letter) {
  if (!absender || !open)
    throw conflict("Auf diesem Server ist kein Mailserver eingetragen; das macht der Betreiber")
  try {
    const line = await open()
    const message = await composeMail({
      id: Bun.randomUUIDv7(),
      from: { name, address: absender },
      replyTo,
      to: [to],
      subject: "Probe von Pfandwerk",
      text: `Diese E-Mail ist eine Probe: ${name} kann mit Pfandwerk E-Mails senden.\n`,
      date: new Date(),
      files: [],
    })
    const [delivery] = await line.send({ from: absender, to: [to] }, message).finally(line.close)
    return { angenommen: delivery?.fate === "accepted", meldung: delivery?.answer ?? "" }
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return { angenommen: false, meldung: error.message }
  }
}
