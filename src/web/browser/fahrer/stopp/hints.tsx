import { address, span } from "../../ui/values/format.ts"
import type { Kunde, Stopp } from "../phone/tag.ts"

/** Hints on place, time and door. */
export function Hints({ stopp, kunde }: { stopp: Stopp; kunde: Kunde }) {
  return (
    <section className="wissen" aria-label="Hinweise">
      {kunde.anlieferungshinweis && <p className="hinweis">{kunde.anlieferungshinweis}</p>}
      {stopp.hinweis && <p className="hinweis">{stopp.hinweis}</p>}
      <p>
        {address(kunde)}
        {kunde.ansprechpartner && <span className="muted"> · {kunde.ansprechpartner}</span>}
      </p>
      {(stopp.zeit_von ?? stopp.zeit_bis) && <p className="muted">{span(stopp.zeit_von, stopp.zeit_bis)}</p>}
      {kunde.bilder && kunde.bilder.length > 0 && (
        <div className="bilder">
          {kunde.bilder.map(({ vorschau_url, titel }) => (
            <img
              key={vorschau_url}
              src={vorschau_url}
              alt={titel ?? "Bild vom Ort"}
              width="160"
              height="120"
            />
          ))}
        </div>
      )}
    </section>
  )
}
