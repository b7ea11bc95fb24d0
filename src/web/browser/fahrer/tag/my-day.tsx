import { Link, useLocation, useSearchParams } from "wouter"
import { addDays } from "../../../../lib/day.ts"
import { address, dateInWords, span, unbroken } from "../../ui/values/format.ts"
import { UnsentCount } from "../inventur/unsent-count.tsx"
import { startOf } from "../phone/new-entries.ts"
import { useOnce } from "../phone/once.ts"
import { phone } from "../phone/phone.ts"
import { type Day, isAhead, ladung, type Stopp } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { UnsentDrafts } from "../stopp/unsent-drafts.tsx"
import { LateButton, LinkButton } from "../parts/button.tsx"
import { Bar } from "../parts/head.tsx"
import { dayWord, OldDay } from "./old-day.tsx"
import { Links } from "../parts/links.tsx"
import { Sign, type SignName } from "../parts/signs.tsx"
import { ArtikelSign } from "../parts/artikel-sign.tsx"
import { drivenInWords, kundeOf, nameOf, NEW, stateOf } from "../parts/words.ts"

/** The stops in their order, the next one large. */
export function MyDay() {
  const day = useDay()
  const [params] = useSearchParams()
  const morgen = params.get("tag") === "morgen"
  const datum = morgen ? day.tag.morgen : day.tag.heute
  // Unfinished work of an earlier day is today's.
  const stopps = day.stopps.filter((stopp) => (morgen ? stopp.datum === datum : stopp.datum <= datum))
  const next = morgen ? undefined : nextOf(stopps, datum)
  const rest = stopps.filter((stopp) => stopp !== next)
  return (
    <>
      <DayHead tag={day.tag} morgen={morgen} />
      <main className="blatt">
        <UnsentDrafts />
        <UnsentCount />
        <OldDay tag={day.tag} />
        {day.tag.nicht_alle && (
          <p className="hinweis">
            Es sind mehr Stopps geplant, als auf das Telefon passen. Die letzten fehlen hier: bitte im Büro
            fragen.
          </p>
        )}
        {day.tag.aeltere > 0 && !morgen && (
          <p className="hinweis">
            {day.tag.aeltere === 1 ? "1 Stopp ist" : `${day.tag.aeltere} Stopps sind`} länger als sieben Tage
            liegen geblieben und {day.tag.aeltere === 1 ? "steht" : "stehen"} nicht mehr hier. Das Büro kann
            neu planen.
          </p>
        )}
        {day.tag.inventur && (
          <LinkButton sign="karton" label={`Hof zählen: ${day.tag.inventur.bezeichnung}`} href="/inventur" />
        )}
        {next && <Next day={day} stopp={next} />}
        <Load day={day} stopps={stopps} />
        {stopps.length === 0 && (
          <p className="leer">
            {morgen
              ? `Für ${dayWord(day.tag, datum).toLowerCase()} ist noch nichts geplant.`
              : `${dayWord(day.tag, datum)} ist nichts geplant.`}
          </p>
        )}
        {!next && stopps.length > 0 && !morgen && <p className="leer">{drivenInWords(stopps)}</p>}
        {rest.length > 0 && (
          <ul className="stopps" aria-label="Stopps">
            {rest.map((stopp) => (
              <Row key={stopp.id} day={day} stopp={stopp} />
            ))}
          </ul>
        )}
      </main>
      <nav className="fuss" aria-label="Aktionen">
        {day.tag.einstellungen.ungeplant_erlaubt === 1 && (
          <LinkButton sign="dazu" label="Ungeplant" href="/ungeplant" />
        )}
        <LinkButton sign="feierabend" label="Feierabend" href="/feierabend" />
      </nav>
    </>
  )
}

/**
 * @returns the stop that was begun, or else the first open one. Those of yesterday come first, as a tour may last past
 *   midnight; older ones come last.
 */
const nextOf = (stopps: Stopp[], today: string): Stopp | undefined => {
  const ahead = stopps.filter((stopp) => isAhead(stopp) && stopp.offen !== "braucht dich")
  const begun = ahead.find(({ status }) => status === "unterwegs")
  return begun ?? ahead.find(({ datum }) => datum >= addDays(today, -1)) ?? ahead[0]
}

function DayHead({ tag, morgen }: { tag: Day["tag"]; morgen: boolean }) {
  const datum = morgen ? tag.morgen : tag.heute
  return (
    <Bar
      left={
        <div>
          <h1>Mein Tag</h1>
          <p className="muted">{dateInWords(datum)}</p>
          <p className="muted wer">{tag.fahrer.name}</p>
        </div>
      }
    >
      <nav className="tage" aria-label="Welcher Tag">
        <Link href="/" replace aria-current={morgen ? undefined : "page"}>
          {dayWord(tag, tag.heute)}
        </Link>
        <Link href="/?tag=morgen" replace aria-current={morgen ? "page" : undefined}>
          {dayWord(tag, tag.morgen)}
        </Link>
      </nav>
    </Bar>
  )
}

function Next({ day, stopp }: { day: Day; stopp: Stopp }) {
  const [, go] = useLocation()
  const kunde = kundeOf(day, stopp)
  const drive = useOnce(async () => {
    if (stopp.status === "geplant" && !(await phone.put([startOf({ ...stopp, name: kunde.name })])))
      return false
    go(`/stopp/${stopp.id}`)
    return true
  })
  return (
    <section className="naechster" aria-label="Nächster Stopp">
      <p className="muted">
        {[
          `Nächster Stopp ${span(stopp.zeit_von, stopp.zeit_bis)}`,
          dayOf(day, stopp),
          stopp.neu && stopp.status === "geplant" && NEW,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <h2>
        <Link href={`/stopp/${stopp.id}`}>
          <span className="kurz">{kunde.name}</span>
        </Link>
      </h2>
      <p>{address(kunde)}</p>
      {(stopp.hinweis ?? kunde.anlieferungshinweis) && (
        <div className="hinweis">
          <p className="kurz">{[stopp.hinweis, kunde.anlieferungshinweis].filter(Boolean).join(" · ")}</p>
        </div>
      )}
      <LateButton
        kind="haupt"
        sign="fahren"
        label={stopp.status === "geplant" ? "Losfahren" : "Zum Stopp"}
        tap={drive}
      />
      <Links kunde={kunde} />
    </section>
  )
}

/** @returns the day of an overdue stop, in German; "" for any other */
const dayOf = ({ tag }: Day, { datum }: Stopp): string =>
  datum < tag.heute ? `vom ${dateInWords(datum)}` : ""

function Row({ day, stopp }: { day: Day; stopp: Stopp }) {
  const kunde = kundeOf(day, stopp)
  const isDone = !isAhead(stopp)
  return (
    <li className={isDone ? "erledigt" : ""}>
      <Link href={`/stopp/${stopp.id}`}>
        <span className="name zwei">{kunde.name}</span>
        <span className="muted zwei">
          {[kunde.ort, dayOf(day, stopp), span(stopp.zeit_von, stopp.zeit_bis)].filter(Boolean).join(" · ")}
        </span>
        <span className={`stand ${stopp.offen === "braucht dich" ? "bad" : "muted"}`}>
          {isDone && <Sign name={signOf(stopp)} />}
          {stateOf(stopp)}
        </span>
      </Link>
    </li>
  )
}

function signOf({ offen, status }: Stopp): SignName {
  if (offen === "braucht dich") return "achtung"
  if (offen === "wartet") return "zeit"
  return status === "zugestellt" ? "fertig" : "nein"
}

/** What is still to be handed over: in the morning, that is what to load. */
function Load({ day, stopps }: { day: Day; stopps: Stopp[] }) {
  const load = ladung(stopps)
  if (load.length === 0) return null
  const pieces = load.filter(({ geraet_id }) => geraet_id === null).reduce((sum, { menge }) => sum + menge, 0)
  const geraete = load.filter(({ geraet_id }) => geraet_id !== null).length
  const isOnTheWay = stopps.some(({ status }) => status !== "geplant" && status !== "storniert")
  return (
    <details className="laden">
      <summary>
        <Sign name="hin" />
        {isOnTheWay ? "Noch abzugeben" : "Laden"}: {pieces} Stück
        {geraete > 0 && `, ${geraete} ${geraete === 1 ? "Gerät" : "Geräte"}`}
      </summary>
      <ul>
        {load.map((menge) => (
          <li key={menge.key}>
            <ArtikelSign artikel_id={menge.pfandartikel_id} />
            <span className="was">{unbroken(nameOf(day, menge))}</span>
            <span className="figures gross">{menge.menge}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
