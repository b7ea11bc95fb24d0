import type { ReactNode } from "react"
import { Failure } from "../../../src/web/browser/fahrer/stopp/failure.tsx"
import { drawings, Sign, type SignName } from "../../../src/web/browser/fahrer/parts/signs.tsx"
import { Differences } from "../../../src/web/browser/buero/inventuren/differences.tsx"
import { Lose } from "../../../src/web/browser/buero/kunden/lose.tsx"
import { StandortPanel } from "../../../src/web/browser/buero/kunden/standort-panel.tsx"
import { RegularPanel } from "../../../src/web/browser/buero/kunden/regular-panel.tsx"
import { Reminder } from "../../../src/web/browser/buero/kunden/reminder.tsx"
import { AskToErase, KeptByLaw } from "../../../src/web/browser/buero/kunden/erase.tsx"
import { Edit as EditKunde } from "../../../src/web/browser/buero/kunden/edit.tsx"
import { PrintPanel } from "../../../src/web/browser/buero/kunden/print-panel.tsx"
import { MovePanel } from "../../../src/web/browser/buero/geraete/move-panel.tsx"
import { PruefPanel } from "../../../src/web/browser/buero/geraete/pruefpanel.tsx"
import { Remind } from "../../../src/web/browser/buero/salden/remind.tsx"
import { Cancel as CancelLieferung } from "../../../src/web/browser/buero/lieferungen/cancel.tsx"
import { Complete } from "../../../src/web/browser/buero/lieferungen/complete.tsx"
import { Edit as EditLieferung } from "../../../src/web/browser/buero/lieferungen/edit.tsx"
import { Fail } from "../../../src/web/browser/buero/lieferungen/fail.tsx"
import { Attempts } from "../../../src/web/browser/buero/lieferungen/history.tsx"
import { Cancel as CancelAbrechnung } from "../../../src/web/browser/buero/abrechnungen/cancel.tsx"
import { MovePanel as YardMove } from "../../../src/web/browser/buero/lager/move-panel.tsx"
import { EntryPanel } from "../../../src/web/browser/buero/protokoll/entry.tsx"
import { Edit as EditArtikel } from "../../../src/web/browser/buero/artikel/edit.tsx"
import { AmountChange } from "../../../src/web/browser/buero/artikel/amount-change.tsx"
import { Book } from "../../../src/web/browser/buero/klaerungen/book.tsx"
import { Discard } from "../../../src/web/browser/buero/klaerungen/discard.tsx"
import { NewWebhook } from "../../../src/web/browser/buero/programme/new-webhook.tsx"
import { NewZugang } from "../../../src/web/browser/buero/programme/new-zugang.tsx"
import { Zustellungen } from "../../../src/web/browser/buero/programme/zustellungen.tsx"
import { Closing } from "../../../src/web/browser/buero/inventuren/closing.tsx"
import { Everywhere, Password } from "../../../src/web/browser/buero/mitarbeiter/sessions.tsx"
import { Probe } from "../../../src/web/browser/buero/firma/probe.tsx"
import { Count } from "../../../src/web/browser/buero/feierabend/count.tsx"
import { AnswerPanel } from "../../../src/web/browser/ui/records/answer.tsx"
import { Etiketten } from "../../../src/web/browser/ui/records/etiketten.tsx"
import { LinkWindow } from "../../../src/web/browser/ui/records/link-button.tsx"
import { MoveLieferung } from "../../../src/web/browser/ui/records/move-lieferung.tsx"
import { SendAll, PostAll } from "../../../src/web/browser/ui/records/send-all.tsx"
import { StillOpen } from "../../../src/web/browser/ui/records/still-open.tsx"
import { AlreadyPlanned, StillPlanned } from "../../../src/web/browser/ui/records/already-planned.tsx"
import { Job } from "../../../src/web/browser/ui/records/job.tsx"
import { Expired } from "../../../src/web/browser/ui/session/expired.tsx"
import { ID, type Look } from "./sample.ts"

/** Panels and windows of the office, and sheets of the telephone, for drawn.test.ts. */

const close = (): void => {}

/** Asks the description for an answer of that path. */
type From = (path: string) => any

export const parts: Record<string, (from: From, look: Look) => ReactNode> = {
  "Verlust buchen": (from) => (
    <Lose kunde={from("/api/kunden/{id}")} konto={from("/api/kunden/{id}/pfandkonto")} onClose={close} />
  ),
  "Standort anlegen": () => <StandortPanel kundeId={ID} standort={undefined} onClose={close} />,
  "Standort ändern": (from) => (
    <StandortPanel kundeId={ID} standort={from("/api/standorte/{id}")} onClose={close} />
  ),
  "Liefertag vereinbaren": (from) => (
    <RegularPanel
      kunde={from("/api/kunden/{id}")}
      liefertag={undefined}
      like={from("/api/lieferungen/{id}")}
      onClose={close}
    />
  ),
  "Liefertag ändern": (from) => (
    <RegularPanel
      kunde={from("/api/kunden/{id}")}
      liefertag={from("/api/liefertage/{id}")}
      like={undefined}
      onClose={close}
    />
  ),
  "Erinnerung an einen": () => <Reminder id={ID} onClose={close} />,
  "Erinnerung an viele": (_, { rows }) => (
    <Remind
      kunden={Array.from({ length: rows }, (__, nr) => ({ kunde_id: `${nr}`, name: `‹Kunde ${nr}›` }))}
      ab_tagen={30}
      onClose={close}
    />
  ),
  "Angaben löschen?": (from) => <AskToErase kunde={from("/api/kunden/{id}")} onClose={close} run={close} />,
  "Kunde bearbeiten": (from) => <EditKunde kunde={from("/api/kunden/{id}")} onClose={close} />,
  "Kontoauszug als PDF": (from) => <PrintPanel kunde={from("/api/kunden/{id}")} onClose={close} />,
  ...Object.fromEntries(
    (["ausgabe", "ruecknahme", "lager", "wartung", "verloren", "ausgemustert"] as const).map((move) => [
      `Gerät: ${move}`,
      (from: From) => <MovePanel geraet={from("/api/geraete/{id}")} move={move} onClose={close} />,
    ]),
  ),
  ...Object.fromEntries(
    (["neu", "geprueft", "freigabe", "plan"] as const).map((what) => [
      `Prüfung: ${what}`,
      (from: From, { rows }: Look) =>
        rows > 0 && (
          <PruefPanel
            geraet={from("/api/geraete/{id}")}
            taken={["tuev"] as never}
            shown={{ what, plan: what === "neu" ? undefined : from("/api/pruefplaene").items[0] } as never}
            onClose={close}
          />
        ),
    ]),
  ),
  "Lieferung absagen": () => <CancelLieferung id={ID} onClose={close} />,
  "Zustellung erfassen": (from) => <Complete lieferung={from("/api/lieferungen/{id}")} onClose={close} />,
  "Lieferung ändern": (from) => (
    <EditLieferung lieferung={from("/api/lieferungen/{id}")} name="‹Kunde›" onClose={close} />
  ),
  "Lieferung verschieben": (from) => (
    <MoveLieferung lieferung={from("/api/lieferungen/{id}")} name="‹Kunde›" onClose={close} />
  ),
  "Nicht zugestellt": (from) => <Fail lieferung={from("/api/lieferungen/{id}")} onClose={close} />,
  "Frühere Versuche": (from) => <Attempts lieferung={from("/api/lieferungen/{id}")} />,
  "Abrechnung stornieren": (from) => (
    <CancelAbrechnung abrechnung={from("/api/abrechnungen/{id}")} onClose={close} />
  ),
  "Zukauf oder Abgang": () => <YardMove isCounting={false} onClose={close} />,
  "Zukauf bei offener Inventur": () => <YardMove isCounting onClose={close} />,
  "Eintrag des Protokolls": (from, { rows }) =>
    rows > 0 && <EntryPanel entry={from("/api/protokoll").items[0]} onClose={close} />,
  "Artikel bearbeiten": (from) => <EditArtikel artikel={from("/api/pfandartikel/{id}")} onClose={close} />,
  "Anderer Pfandbetrag": (from) => (
    <AmountChange
      artikel={from("/api/pfandartikel/{id}")}
      pfand_cent={777}
      choice={{ value: "erstattung", onChange: close, name: "bei_aenderung" } as never}
    />
  ),
  "Klärung buchen": (from) => (
    <Book klaerung={from("/api/klaerungen/{id}")} onClose={close} onDiscard={close}>
      ‹Bilder›
    </Book>
  ),
  "Klärung verwerfen": (from) => (
    <Discard klaerung={from("/api/klaerungen/{id}")} onClose={close} onBack={close} />
  ),
  "Empfänger anlegen": () => <NewWebhook onClose={close} />,
  "Zugang anlegen": () => <NewZugang onClose={close} />,
  Gesendetes: (from, { rows }) =>
    rows > 0 && <Zustellungen webhook={from("/api/webhooks").items[0]} onClose={close} />,
  "Zugang eines anderen": (from) => [
    <Password key="p" {...from("/api/mitarbeiter/{id}")} />,
    <Everywhere key="e" {...from("/api/mitarbeiter/{id}")} />,
  ],
  "Inventur abschließen": () =>
    [false, true].map((onPaper) => (
      <Closing key={String(onPaper)} {...{ id: ID, onPaper, busy: false, close }} end={close as never} />
    )),
  "Probe senden": (from) => <Probe versand={from("/api/versand")} told={close as never} onClose={close} />,
  "Feierabend, gezählt": (from, { rows }) =>
    rows > 0 && <Count count={from("/api/feierabend").items[0]} earlier={[]} />,
  "Antwort festhalten": (from) => <AnswerPanel beleg={from("/api/belege/{id}")} onClose={close} />,
  Etiketten: (_, { rows }) => (
    <Etiketten path="/api/geraete/etiketten.pdf" filters={{}} count={rows} onClose={close} />
  ),
  "An alle versenden": () => <SendAll id={ID} />,
  "Per Post an alle": () => <PostAll id={ID} />,
  "Noch offen": (from) => <StillOpen geraet_id={ID} kunde={from("/api/kunden/{id}")} />,
  "Schon geplant": () => <AlreadyPlanned kunde_id={ID} datum="2026-03-21" />,
  "Noch geplant": () => <StillPlanned kunde_id={ID} datum="2026-03-21" />,
  Auftrag: () => <Job id={ID} />,
  "Link für den Kunden": () => (
    <LinkWindow
      made={{ url: "https://x.example/l", qr: "<svg/>", gueltig_bis: "2026-03-31T10:00:00Z" } as never}
      onClose={close}
    />
  ),
  "Geht nicht": (_, { rows }) => (
    <Failure
      lost={rows > 1 ? ["‹Verlorenes›"] : []}
      reasons={["Niemand da", "Annahme verweigert", "Zufahrt gesperrt", "‹anderes›"]}
      close={close}
      fail={close as never}
      photograph={close as never}
    />
  ),
  Zeichen: () => Object.keys(drawings).map((name) => <Sign key={name} name={name as SignName} />),
  Abweichungen: () => (
    <Differences
      abweichend={
        [
          {
            pfandartikel_id: ID,
            nummer: "‹nummer›",
            bezeichnung: "‹bezeichnung›",
            einheit: "kasten",
            differenz: -2,
            differenz_cent: -300,
          },
        ] as never
      }
    />
  ),
  Abgelaufen: () => (
    <Expired account={{ id: ID, name: "‹ich›", email: "a@x.example" } as never} onLogIn={close} />
  ),
  "Aus gesetzlichem Grund": (_, { rows }) =>
    rows > 0 && (
      <KeptByLaw
        kept={[{ was: "‹was›", anzahl: rows, bis: "2036-12-31", grund: "‹grund›" }]}
        onClose={close}
      />
    ),
}
