import { useState } from "react"
import { Link } from "react-aria-components"
import { among } from "../../ui/state/address.ts"
import { type Answer, call } from "../../ui/api/call.ts"
import { messageOf } from "../../ui/api/fault.ts"
import { useAccount } from "../../ui/session/account.tsx"
import { State } from "../../ui/parts/badge.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { FormPanel } from "../../ui/forms/edit-panel.tsx"
import { Choice, PrintedField } from "../../ui/fields/field.tsx"
import { FigureHead } from "../../ui/parts/figure-head.tsx"
import { useForm } from "../../ui/forms/form.tsx"
import { euro, pieces, plural, unbroken, withSign } from "../../ui/values/format.ts"
import { type Item, useList } from "../../ui/state/list.ts"
import { useGet } from "../../ui/state/query.ts"
import { Segments } from "../../ui/parts/segments.tsx"
import { toast } from "../../ui/parts/toast.tsx"
import { useParam } from "../../ui/state/url.ts"
import type { Inventur } from "./counting.tsx"
import { differenceInWords, Shortfall } from "./differences.tsx"

type Position = Item<"/api/inventuren/{id}/positionen">

const views = [
  { id: "artikel", label: "Artikel" },
  { id: "geraete", label: "Geräte" },
] as const

/** Result of a closed count. */
export function Result({ inventur: { id, rest_ist_null } }: { inventur: Inventur }) {
  const { data, error } = useGet("/api/inventuren/{id}/ergebnis", { path: { id } })
  const [was, setWas] = useParam("was", among(views), "artikel")
  if (error) return <p role="alert">{messageOf(error)}</p>
  return (
    <div className="inventory">
      {data && (
        <p className="inventory-sum">
          {data.fehlt + data.zu_viel === 0 ? (
            <strong>
              {data.neu === data.artikel_zeilen
                ? "Zum ersten Mal gezählt."
                : "Alles ist da, was erwartet war."}
            </strong>
          ) : (
            <Shortfall of={data} />
          )}{" "}
          {data.geraete_zeilen > 0 &&
            `${pieces(data.geraete_fehlen)} Geräte nicht gefunden, ${pieces(data.unerwartet)} nicht erwartet.`}
        </p>
      )}
      {rest_ist_null === 1 && <p className="muted">Was niemand gezählt hat, gilt als nicht da.</p>}
      <Segments label="Was" value={was} onChange={setWas} options={views} />
      <Positions key={was} inventur={id} was={was} ergebnis={data} />
    </div>
  )
}

type Ergebnis = Answer<"get", "/api/inventuren/{id}/ergebnis">
type PositionsProps = { inventur: string; was: (typeof views)[number]["id"]; ergebnis: Ergebnis | undefined }

/** Lines of one kind. Keyed by the kind: a list keeps its rows until the next are there, which have other columns. */
function Positions({ inventur, was, ergebnis }: PositionsProps) {
  const { items, isLoading, hasMore, loadMore, isLoadingMore } = useList("/api/inventuren/{id}/positionen", {
    path: { id: inventur },
    query: { was, limit: 100 },
  })
  if (isLoading) return null
  return (
    <>
      {was === "artikel" ? (
        <Articles items={items} />
      ) : (
        <Devices inventur={inventur} items={items} ergebnis={ergebnis} />
      )}
      {hasMore && (
        <Button look="quiet" icon="down" onPress={loadMore} isPending={isLoadingMore}>
          Weitere zeigen
        </Button>
      )}
    </>
  )
}

/** Movements during the count, in words: a difference may come from them. */
function meanwhile(one: Position): string {
  const parts = [
    one.waehrend_ausgegeben !== 0 && `${pieces(one.waehrend_ausgegeben)} ausgegeben`,
    one.waehrend_zurueck !== 0 && `${pieces(one.waehrend_zurueck)} zurück`,
  ].filter(Boolean)
  return parts.length === 0 ? "" : `Während gezählt wurde: ${parts.join(", ")}`
}

function Articles({ items }: { items: Position[] }) {
  if (items.length === 0) return <p className="muted">Artikel wurden nicht gezählt.</p>
  return (
    <table className="plain-table counted">
      <FigureHead
        name="Artikel"
        figures={["Erwartet", "Gezählt", "Differenz", "Pfand", "Seither", "Bestand"]}
      />
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <th scope="row">
              {unbroken(one.bezeichnung)} <span className="muted">{one.nummer}</span>
              {meanwhile(one) && <span className="remark meanwhile">{meanwhile(one)}</span>}
            </th>
            <td className="figures" data-name="Erwartet">
              {one.erwartet === null ? "neu" : pieces(one.erwartet)}
            </td>
            <td className="figures" data-name="Gezählt">
              {pieces(one.gezaehlt)}
            </td>
            <td className="figures" data-name="Differenz">
              {one.differenz === null || one.differenz === 0 ? (
                <span className="muted">–</span>
              ) : (
                <strong className={one.differenz < 0 ? "bad" : ""}>{differenceInWords(one.differenz)}</strong>
              )}
            </td>
            <td className="figures" data-name="Pfand">
              {one.differenz_cent ? euro(one.differenz_cent) : ""}
            </td>
            <td className="figures" data-name="Seither">
              {withSign(one.danach_zurueck - one.danach_ausgegeben + one.danach_lager, pieces)}
            </td>
            <td className="figures" data-name="Bestand">
              {pieces(one.bestand ?? 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DevicesProps = { inventur: string; items: Position[]; ergebnis: Ergebnis | undefined }

function Devices({ inventur, items, ergebnis }: DevicesProps) {
  const [asked, setAsked] = useState<Position>()
  if (items.length === 0) return <p className="muted">Geräte wurden nicht gezählt.</p>
  const off = items.filter(({ gezaehlt, erwartet }) => gezaehlt !== erwartet)
  // Of all of them, as above: the lines may not have been read to their end.
  const fine = ergebnis ? ergebnis.geraete_zeilen - ergebnis.geraete_fehlen - ergebnis.unerwartet : 0
  return (
    <>
      {fine > 0 && (
        <p>{plural(fine, "Gerät war, wo es sein sollte.", "Geräte waren, wo sie sein sollten.")}</p>
      )}
      {off.length > 0 && (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Gerät</th>
              <th scope="col" className="wide">
                Laut Büchern
              </th>
              <th scope="col">Gefunden</th>
              <th scope="col">Was daraus wurde</th>
            </tr>
          </thead>
          <tbody>
            {off.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <Link href={`/geraete/${one.geraet_id}`}>{one.bezeichnung}</Link>{" "}
                  <span className="muted">{one.nummer}</span>
                </th>
                <td className="wide">
                  {one.status_vorher && <State of="geraet" value={one.status_vorher} />}
                </td>
                <td>{one.gezaehlt === 1 ? "ja" : "nein"}</td>
                <td>
                  {one.status_nachher ? (
                    <>
                      <State of="geraet" value={one.status_nachher} /> <span>{one.grund}</span>
                    </>
                  ) : one.status_vorher === "beim_kunden" ? (
                    <Link href={`/geraete/${one.geraet_id}`}>Am Gerät zurücknehmen</Link>
                  ) : (
                    <Button look="quiet" label={`${one.nummer} entscheiden`} onPress={() => setAsked(one)}>
                      Entscheiden
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {asked && <Decide inventur={inventur} position={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type Status = "lager" | "wartung" | "verloren" | "ausgemustert"

type DecideProps = { inventur: string; position: Position; onClose: () => void }

function Decide({ inventur, position, onClose }: DecideProps) {
  const isAdmin = useAccount().rolle !== "user"
  const options = [
    { id: "verloren", label: "Verloren" },
    { id: "lager", label: "Ist doch im Lager" },
    { id: "wartung", label: "Ist in Wartung" },
    ...(isAdmin ? [{ id: "ausgemustert", label: "Ausgemustert" } as const] : []),
  ] as const
  const form = useForm<
    { status: Status; grund: string },
    Answer<"post", "/api/inventuren/{id}/geraete/{geraet_id}">
  >({
    draft: `inventuren/${inventur}/${position.id}`,
    initial: { status: position.gezaehlt === 1 ? "lager" : "verloren", grund: "" },
    save: (body) =>
      call("post", "/api/inventuren/{id}/geraete/{geraet_id}", {
        path: { id: inventur, geraet_id: position.geraet_id ?? "" },
        body,
      }),
    saved: () => void toast("Festgehalten"),
    leave: onClose,
  })
  return (
    <FormPanel title={`${position.bezeichnung} ${position.nummer}`} form={form} onClose={onClose}>
      <Choice<Status> label="Was daraus wird" options={options} {...form.field("status")} />
      <PrintedField label="Grund" lines={2} maxLength={500} {...form.field("grund")} isRequired />
    </FormPanel>
  )
}
