import { abrechnungsformInWords } from "../../../../lib/arten.ts"
import { type ReactNode, useState } from "react"
import { Link } from "react-aria-components"
import { useAccount } from "../../ui/session/account.tsx"
import { isGone } from "../../ui/api/fault.ts"
import { Button, ButtonLink } from "../../ui/parts/button.tsx"
import { UnbrokenNumbers } from "../../ui/parts/unbroken-numbers.tsx"
import { FileButton } from "../../ui/parts/file-button.tsx"
import { date, euro, moment, period } from "../../ui/values/format.ts"
import { Page, pageInstead } from "../../ui/page/page.tsx"
import { refreshAll, useGet } from "../../ui/state/query.ts"
import { FactList } from "../../ui/parts/fact-list.tsx"
import { Cancel } from "./cancel.tsx"
import { PostNote } from "./post-note.tsx"
import { Positions } from "./positions.tsx"
import { SentWhen } from "./sent-when.tsx"
import { StateBadge } from "./state-badge.tsx"
import { Taxes } from "./taxes.tsx"
import { call } from "../../ui/api/call.ts"
import { SendButton } from "../../ui/records/send.tsx"
import { NoneSent, Sent } from "../../ui/records/sent.tsx"
import { type Abrechnung, amountInWords } from "../../ui/records/words.ts"
import { WrongBooking } from "../../ui/records/wrong-booking.tsx"
import { versand, xmlOf } from "./words.ts"

/** States in which the customer may already have it: it is sent again only after a question. */
const MAY_BE_THERE = new Set<Abrechnung["versand"]>(["email", "post", "wartet", "unklar"])

const BACK = { href: "/abrechnungen", label: "Abrechnungen" }

/** One settlement or counter-document: what moved, its taxes, and what is to be paid. */
export default function AbrechnungPage({ params }: { params: Record<string, string> }) {
  const id = params["id"] ?? ""
  const { rolle } = useAccount()
  const [cancels, setCancels] = useState(false)
  const { data, error } = useGet("/api/abrechnungen/{id}", { path: { id } })
  if (!data || isGone(error)) {
    return pageInstead({ error, name: "Abrechnung", what: "Diese Abrechnung gibt es nicht", back: BACK })
  }
  const canCancel = data.art === "abrechnung" && data.storniert_durch === null
  const isAdmin = rolle !== "user"
  return (
    <Page
      title={data.nummer}
      back={BACK}
      beside={<StateBadge art={data.art} storniert={data.storniert_durch !== null} />}
      actions={
        <>
          {canCancel && isAdmin && <Button onPress={() => setCancels(true)}>Stornieren …</Button>}
          {!canCancel && (
            <ButtonLink href={`/kunden/${data.kunde_id}?panel=abrechnen&bis=${data.bis}`} icon="settle">
              Neu abrechnen …
            </ButtonLink>
          )}
          <SendButton
            title={data.nummer}
            path="/api/abrechnungen/{id}/versand"
            input={{ path: { id } }}
            wasSent={MAY_BE_THERE.has(data.versand)}
            send={(body) => call("post", "/api/abrechnungen/{id}/versand", { path: { id }, body })}
          />
          {data.xrechnung && (
            <FileButton
              path="/api/abrechnungen/{id}/xrechnung.xml"
              input={{ path: { id } }}
              look={data.form === "xrechnung" ? "primary" : "plain"}
              label={`${data.nummer} als XRechnung`}
            >
              XRechnung
            </FileButton>
          )}
          <FileButton
            path="/api/abrechnungen/{id}/abrechnung.pdf"
            input={{ path: { id } }}
            look={data.form === "xrechnung" ? "plain" : "primary"}
            label={`${data.nummer} als PDF`}
            onSaved={() => void refreshAll()}
          >
            PDF
          </FileButton>
        </>
      }
    >
      <div className="record">
        <div className="record-main movements-room">
          <Total abrechnung={data} />
          <Positions abrechnung={data} />
          {data.abrechnung_ist !== "beleg" && <Taxes abrechnung={data} />}
        </div>
        <Facts abrechnung={data}>
          <NoneSent />
          {canCancel && !isAdmin && <p className="muted">Storno: nur die Verwaltung.</p>}
        </Facts>
      </div>
      <Sent of={{ bezug_id: id }} />
      {cancels && <Cancel abrechnung={data} onClose={() => setCancels(false)} />}
    </Page>
  )
}

function Total({ abrechnung }: { abrechnung: Abrechnung }) {
  const { betrag_cent, storniert_durch, storno_von, storno_von_nummer, grund } = abrechnung
  const { kunde_id, leistung_von, bis } = abrechnung
  return (
    <section aria-label="Summe">
      <p className="muted">{`${storniert_durch ? "Storniert: " : ""}${amountInWords(abrechnung)}`}</p>
      <Recipient abrechnung={abrechnung} />
      <p className="figure">{euro(Math.abs(betrag_cent))}</p>
      {storniert_durch && (
        <p className="remark">
          Storniert durch{" "}
          <Link href={`/abrechnungen/${storniert_durch.id}`}>
            <UnbrokenNumbers>{storniert_durch.nummer}</UnbrokenNumbers>
          </Link>
          . Ihre Buchungen sind wieder offen oder stehen in einer neuen Abrechnung.
        </p>
      )}
      {storno_von && (
        <p className="remark">
          Hebt{" "}
          <Link href={`/abrechnungen/${storno_von}`}>
            <UnbrokenNumbers>{storno_von_nummer ?? ""}</UnbrokenNumbers>
          </Link>{" "}
          mit denselben Beträgen auf; das Pfandkonto bleibt, wie es ist. Grund: {grund}
        </p>
      )}
      {(storniert_durch || storno_von) && <WrongBooking kunde_id={kunde_id} von={leistung_von} bis={bis} />}
    </section>
  )
}

/** The recipient by the name on the paper, and the customer's name today if it differs. */
function Recipient({ abrechnung: { kunde_id, kunde_name, empfaenger_name } }: { abrechnung: Abrechnung }) {
  const then = empfaenger_name ?? kunde_name
  return (
    <p>
      <Link href={`/kunden/${kunde_id}`}>{then}</Link>
      {then !== kunde_name && <span className="muted"> heute: {kunde_name}</span>}
    </p>
  )
}

const WAS = {
  beleg: "Ein Beleg, keine Rechnung: die Umsatzsteuer steht auf der Rechnung über die Ware.",
  rechnung: "Eine Rechnung nach § 14 UStG.",
  frueher: "Ein Beleg für die Rechnungsstellung, keine Rechnung.",
}

function taxInWords({ kleinunternehmer, ust_verfahren, abrechnung_ist }: Abrechnung): string {
  if (abrechnung_ist === "beleg") return "mit der Rechnung über die Ware"
  if (kleinunternehmer === 1) return "keine (§ 19 UStG)"
  return ust_verfahren === "laufend" ? "laufend" : "Jahresausgleich"
}

function Facts({ abrechnung, children }: { abrechnung: Abrechnung; children: ReactNode }) {
  const { id, von, bis, leistung_von, datum, kundennummer, preise, lieferung_id, form, papier_am } =
    abrechnung
  const rows: [string, ReactNode][] = [
    ["Kundennummer", kundennummer],
    ["Zeitraum", period(von, bis)],
    ...(leistung_von < von ? [["Darin auch", `Älteres, ab ${date(leistung_von)}`] as [string, string]] : []),
    ["Ausgestellt", date(datum)],
    ["Entstanden", lieferung_id ? "mit einer Lieferung" : "im Büro"],
    ["Pfandbeträge", preise === "netto" ? "netto vereinbart" : "brutto vereinbart"],
    ["Umsatzsteuer", taxInWords(abrechnung)],
    ["Form", abrechnungsformInWords[form ?? "papier"]],
    ["Versandt", <SentWhen key="versandt" abrechnung={abrechnung} />],
    ["PDF erstellt", papier_am ? moment(papier_am) : "Noch nicht"],
  ]
  return (
    <aside className="record-side" aria-labelledby="angaben">
      <h2 id="angaben">Angaben</h2>
      <FactList rows={rows} />
      {abrechnung.abrechnung_ist === "rechnung" && <p>{versand[form ?? "papier"]}</p>}
      {abrechnung.xrechnung && form !== "xrechnung" && (
        <p className="muted">
          „XRechnung“ ist dieselbe Rechnung nur als Datei (XML), für Kunden, die das verlangen.
        </p>
      )}
      <PostNote abrechnung={abrechnung} />
      {xmlOf(abrechnung) && <Link href={`/abrechnungen/${id}/inhalt`}>Was in der Rechnung steht</Link>}
      {lieferung_id && <Link href={`/lieferungen/${lieferung_id}`}>Zur Lieferung</Link>}
      <p className="muted">
        {WAS[abrechnung.abrechnung_ist ?? "frueher"]} Unveränderlich: ihre Dateien sind immer dieselben.
      </p>
      {children}
    </aside>
  )
}
