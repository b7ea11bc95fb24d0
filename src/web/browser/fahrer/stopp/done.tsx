import { moment } from "../../ui/values/format.ts"
import { photoEntryOf } from "../phone/deeds.ts"
import { phone } from "../phone/phone.ts"
import { thingId, type Stopp } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { Moved } from "../parts/moved.tsx"
import { PhotoButton } from "../parts/photo-button.tsx"
import { Thing } from "../parts/thing.tsx"
import { kundeOf, nameOf, stateOf, unbroken } from "../parts/words.ts"
import { CustomerCopy } from "./customer-copy.tsx"
import { Leftover } from "./leftover.tsx"
import { StopPictures } from "./stop-pictures.tsx"
import { Undo } from "./undo.tsx"

/** A finished stop; pictures can still be added. */
export function Done({ stopp }: { stopp: Stopp }) {
  const day = useDay()
  const kunde = kundeOf(day, stopp)
  const positionen = stopp.positionen.filter((p) => (p.ist_ausgabe ?? 0) + (p.ist_ruecknahme ?? 0) > 0)
  return (
    <main className="blatt">
      <Leftover
        id={stopp.id}
        why="Der Stopp wurde abgeschlossen, während der Fahrer ihn offen hatte."
        {...(stopp.status === "zugestellt" && { booked: stopp })}
      />
      <p>
        <strong className={stopp.offen === "braucht dich" ? "bad" : ""}>{stateOf(stopp)}</strong>
        {stopp.erfasst_am && ` · ${moment(stopp.erfasst_am)}`}
      </p>
      {stopp.grund && <p className="hinweis">{stopp.grund}</p>}
      {stopp.empfaenger_name && (
        <p>
          Angenommen von {stopp.empfaenger_name}
          {stopp.unterschrieben && ", unterschrieben"}
        </p>
      )}
      {positionen.length > 0 && (
        <ul className="liste">
          {positionen.map((position) => (
            <li key={thingId(position)}>
              <Thing artikel_id={position.pfandartikel_id} />
              <span className="was">{unbroken(nameOf(day, position))}</span>
              {position.ist_ausgabe ? <Moved menge={position.ist_ausgabe} direction="ausgabe" /> : null}
              {position.ist_ruecknahme ? (
                <Moved menge={position.ist_ruecknahme} direction="ruecknahme" />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Undo stopp={stopp} />
      {day.tag.firma.links && stopp.status === "zugestellt" && stopp.offen === null && (
        <CustomerCopy id={stopp.id} />
      )}
      {stopp.status !== "storniert" && (
        <div className="reihe">
          <PhotoButton
            label="Foto"
            art="beweis"
            taken={(photo) => phone.put([photoEntryOf({ ...stopp, name: kunde.name }, photo)])}
          />
        </div>
      )}
      <StopPictures id={stopp.id} />
    </main>
  )
}
