import { useEffect, useState } from "react"
import { Link } from "react-aria-components"
import { call } from "../../ui/api/call.ts"
import { useAction } from "../../ui/dialogs/use-action.ts"
import { useSettled } from "../../ui/page/in-order.tsx"
import { Button } from "../../ui/parts/button.tsx"
import { later } from "../../ui/parts/later.tsx"
import { MenuButton } from "../../ui/parts/menu-button.tsx"
import { isId } from "../../ui/state/address.ts"
import { useGet } from "../../ui/state/query.ts"
import { useParam } from "../../ui/state/url.ts"
import { useList } from "../../ui/state/list.ts"
import { bothWaysInWords, withoutGoods } from "../../ui/values/contents.ts"
import { date } from "../../ui/values/format.ts"
import type { Kunde } from "./fields.tsx"
import { type Liefertag, rhythmInWords, termsInWords } from "../../ui/records/regular-words.ts"

const RegularPanel = later(() => import("./regular-panel.tsx").then((part) => part.RegularPanel))
const Confirm = later(() => import("../../ui/dialogs/dialog.tsx").then((part) => part.Confirm))

type Props = {
  kunde: Kunde
  /** The address asks for a new one; its parameter `wie` names a delivery to copy. */
  isAsked: boolean
  /** Called when that is done or given up. */
  onAgreed: () => void
}

const ID = "liefertage"

/** The customer's regular delivery days, from which the tours of a week are proposed. */
export function RegularDays({ kunde, isAsked, onAgreed }: Props) {
  const [shown, setShown] = useState<Liefertag | "neu">()
  const [leaving, setLeaving] = useState<Liefertag>()
  const { busy, run } = useAction()
  const list = useList("/api/liefertage", { query: { kunde_id: kunde.id } }, { watch: true })
  const [wie, setWie] = useParam("wie", isId)
  const like = useGet("/api/lieferungen/{id}", { path: { id: wie } }, { enabled: isAsked && wie !== "" })
  useSettled(!list.isLoading)
  useEffect(() => {
    // The page of a delivery links here, to the day that it comes from.
    if (!list.isLoading && window.location.hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView()
  }, [list.isLoading])
  if (list.isLoading) return null
  // The first day of which the delivery is not planned yet.
  const [next] = list.items.flatMap(({ naechster }) => naechster ?? []).toSorted()
  const close = (): void => setLeaving(undefined)
  const agreed = (): void => {
    setShown(undefined)
    setWie("")
    onAgreed()
  }
  const remove = ({ id, version }: Liefertag): void =>
    run(
      () => call("delete", "/api/liefertage/{id}", { path: { id }, ifMatch: version }).finally(close),
      "Der Liefertag ist gelöscht",
    )
  return (
    <section aria-labelledby={ID}>
      <div className="section-head">
        <h2 id={ID}>Liefertage</h2>
        {kunde.aktiv === 1 && (
          <Button look="quiet" icon="plus" onPress={() => setShown("neu")}>
            Liefertag vereinbaren
          </Button>
        )}
      </div>
      {list.items.length === 0 ? (
        <p className="muted">Keiner vereinbart: Jede Lieferung wird einzeln geplant.</p>
      ) : (
        <p className="muted">
          Daraus werden die{" "}
          <Link href={`/touren/woche${next ? `?woche=${next}` : ""}`}>Touren einer Woche</Link> vorgeschlagen
          {next && `, als Nächstes für den ${date(next)}`}. Geplant ist eine Lieferung erst, wenn der
          Vorschlag dort übernommen ist.
        </p>
      )}
      <ul className="regular-days">
        {list.items.map((liefertag) => (
          <li key={liefertag.id}>
            <div>
              <p>
                <strong>{rhythmInWords(liefertag)}</strong>{" "}
                <span className="muted">{termsInWords(liefertag)}</span>
              </p>
              <p>{bothWaysInWords(liefertag) || <span className="muted">{withoutGoods(liefertag)}</span>}</p>
            </div>
            <MenuButton
              icon="more"
              look="quiet"
              name={`Mehr zu ${rhythmInWords(liefertag)}`}
              label={`Mehr zu ${rhythmInWords(liefertag)}`}
              entries={[
                { text: "Ändern …", run: () => setShown(liefertag) },
                { text: "Löschen …", run: () => setLeaving(liefertag) },
              ]}
            />
          </li>
        ))}
      </ul>
      {leaving && (
        <Confirm
          title={`${rhythmInWords(leaving)}: Liefertag löschen`}
          isOpen
          onClose={close}
          action="Löschen"
          run={() => remove(leaving)}
          busy={busy}
        >
          <p>Er wird nicht mehr vorgeschlagen. Was schon geplant ist, bleibt geplant.</p>
        </Confirm>
      )}
      {(shown || (isAsked && kunde.aktiv === 1 && !like.isLoading)) && (
        <RegularPanel
          key={shown && shown !== "neu" ? shown.id : "neu"}
          kunde={kunde}
          liefertag={shown === "neu" ? undefined : shown}
          like={isAsked ? like.data : undefined}
          onClose={agreed}
        />
      )}
    </section>
  )
}
