import { isEnding, isTroubled } from "../../../../lib/programme.ts"
import { stateInWords } from "../../ui/parts/badge.tsx"
import { useAccount } from "../../ui/session/account.tsx"
import { useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { ago, date, moment, today } from "../../ui/values/format.ts"
import { troublesOf } from "../../ui/records/webhook-troubles.ts"
import { SHOWN, type Work } from "./model.ts"

const held = {
  aus: ["Versand einschalten", "Der Versand per E-Mail ist ausgeschaltet"],
  ohne_server: [
    "Mailserver eintragen",
    "Weder der Betreiber noch die Firma hat einen Mailserver eingetragen",
  ],
  ohne_passwort: [
    "Passwort des Mailservers eintragen",
    "Das Passwort des eigenen Mailservers ist hier nicht bekannt",
  ],
  angehalten: ["Versand freigeben", "Die Daten kamen aus einer Sicherung oder von einem anderen Server"],
  bereit: ["", ""],
} as const

/** @returns what does not reach others: customers by e-mail, and programs */
export function useConnections(): Work[] {
  const { rolle } = useAccount()
  const mails = useList("/api/nachrichten", { query: { sorgen: "ja", limit: SHOWN } }, { watch: true })
  const { data: versand } = useGet("/api/versand", {}, { watch: true })
  const isAdmin = rolle !== "user"
  const { data: webhooks } = useGet(
    "/api/webhooks",
    { query: { limit: 20 } },
    { watch: true, enabled: isAdmin },
  )
  const { data: keys } = useGet(
    "/api/programmzugaenge",
    { query: { limit: 200 } },
    { watch: true, enabled: isAdmin },
  )
  const ending = (keys?.items ?? []).filter((key) => isEnding(key, today()))
  const troubled = (webhooks?.items ?? []).filter(isTroubled)
  return [
    {
      title: "E-Mails abgelehnt oder unklar",
      count: mails.items.length,
      more: mails.hasMore,
      all: "/nachrichten?sorgen=ja",
      entries: mails.items.map(({ id, kunde_name, betreff, status, erstellt_am }) => ({
        id,
        href: `/nachrichten?nachricht=${id}`,
        name: kunde_name ?? betreff,
        words: `${stateInWords("nachricht", status)}: ${betreff}`,
        when: ago(erstellt_am),
      })),
    },
    {
      title: "E-Mails angehalten",
      count: versand && versand.lage !== "bereit" ? versand.wartend : 0,
      more: false,
      all: "/firma?abschnitt=versand",
      entries: [
        {
          id: "freigabe",
          href: "/firma?abschnitt=versand",
          name: held[versand?.lage ?? "bereit"][0],
          words: held[versand?.lage ?? "bereit"][1],
          when: "",
        },
      ],
    },
    {
      title: "E-Mails warten auf den Mailserver",
      count: versand?.stoerung ? versand.wartend : 0,
      more: false,
      all: "/firma?abschnitt=versand",
      entries: [
        {
          id: "stoerung",
          href: "/firma?abschnitt=versand",
          name: versand?.mailserver ? "Eigener Mailserver" : "Mailserver des Betreibers",
          words: versand?.stoerung?.grund ?? "",
          when: versand?.stoerung ? `seit ${moment(versand.stoerung.seit)}` : "",
        },
      ],
    },
    {
      title: "Programme bekommen nicht alles",
      count: troubled.length,
      more: false,
      all: "/programme",
      entries: troubled.map((webhook) => ({
        id: webhook.id,
        href: "/programme",
        name: webhook.name,
        words: troublesOf(webhook).join(" "),
        when: "",
      })),
    },
    {
      title: "Schlüssel von Programmen enden",
      count: ending.length,
      more: false,
      all: "/programme",
      entries: ending.map(({ id, name, gueltig_bis }) => ({
        id,
        href: "/programme",
        name,
        words: "Danach kann das Programm nichts mehr: vorher einen neuen Zugang anlegen",
        when: `bis ${date(gueltig_bis)}`,
      })),
    },
  ]
}
