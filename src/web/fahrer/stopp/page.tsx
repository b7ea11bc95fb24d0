import { Link } from "wouter"
import { useDay } from "../phone/use.ts"
import { isAhead } from "../phone/tag.ts"
import { Head } from "../teile/head.tsx"
import { kundeOf } from "../teile/words.ts"
import { Done } from "./done.tsx"
import { Work } from "./work.tsx"

/** One stop: to be done, or as it was done. */
export function StoppPage({ id }: { id: string }) {
  const day = useDay()
  const stopp = day.stopps.find((one) => one.id === id)
  if (!stopp)
    return (
      <main className="blatt mitte">
        <h1>Diesen Stopp gibt es hier nicht mehr</h1>
        <p>
          Das Büro hat ihn verschoben oder jemand anderem gegeben. Was schon erfasst wurde, steht im
          Postausgang.
        </p>
        <Link className="taste haupt" href="/">
          Mein Tag
        </Link>
      </main>
    )
  const kunde = kundeOf(day, stopp)
  return (
    <>
      <Head title={kunde.name} />
      {isAhead(stopp) ? <Work stopp={stopp} kunde={kunde} /> : <Done day={day} stopp={stopp} />}
    </>
  )
}
