import { moment } from "../../ui/format.ts"
import { bildOf } from "../phone/deeds.ts"
import { phone } from "../phone/phone.ts"
import type { Stopp } from "../phone/tag.ts"
import type { Day } from "../phone/use.ts"
import { PhotoButton } from "../teile/photo-button.tsx"
import { kundeOf, nameOf, standOf } from "../teile/words.ts"

/** What was done at a stop; pictures can still be added. */
export function Done({ day, stopp }: { day: Day; stopp: Stopp }) {
  const kunde = kundeOf(day, stopp)
  const positionen = stopp.positionen.filter((p) => (p.ist_ausgabe ?? 0) + (p.ist_ruecknahme ?? 0) > 0)
  return (
    <main className="blatt">
      <p>
        <strong className={stopp.offen === "braucht dich" ? "bad" : ""}>{standOf(stopp)}</strong>
        {stopp.erfasst_am && ` · ${moment(stopp.erfasst_am)}`}
      </p>
      {stopp.grund && <p className="hinweis">{stopp.grund}</p>}
      {stopp.empfaenger_name && (
        <p>
          Empfangen von {stopp.empfaenger_name}
          {stopp.unterschrieben && ", unterschrieben"}
        </p>
      )}
      {positionen.length > 0 && (
        <ul className="liste">
          {positionen.map((position) => (
            <li key={position.pfandartikel_id ?? position.geraet_id}>
              <span>{nameOf(day, position.pfandartikel_id, position.geraet_id)}</span>
              <span className="figures">
                {[
                  position.ist_ausgabe ? `${position.ist_ausgabe} hin` : "",
                  position.ist_ruecknahme ? `${position.ist_ruecknahme} zurück` : "",
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
      {stopp.status !== "storniert" && (
        <div className="reihe">
          <PhotoButton
            label="Foto"
            taken={(foto) => phone.put([bildOf({ ...stopp, name: kunde.name }, { ...foto, art: "beweis" })])}
          />
        </div>
      )}
    </main>
  )
}
