import { isAhead } from "../phone/tag.ts"
import { useDay } from "../phone/use.ts"
import { LinkButton } from "../parts/button.tsx"
import { Head } from "../parts/head.tsx"
import { kundeOf } from "../parts/words.ts"
import { Done } from "./done.tsx"
import { UnsentForOffice } from "./unsent-drafts.tsx"
import { Work } from "./work.tsx"

/** The page of a stop, open or finished. */
export function StoppPage({ id }: { id: string }) {
  const day = useDay()
  const stopp = day.stopps.find((one) => one.id === id)
  if (!stopp) return <Gone id={id} />
  const kunde = kundeOf(day, stopp)
  return (
    <>
      <Head title={kunde.name} />
      {isAhead(stopp) ? <Work key={stopp.versuch} stopp={stopp} kunde={kunde} /> : <Done stopp={stopp} />}
    </>
  )
}

function Gone({ id }: { id: string }) {
  return (
    <>
      <Head title="Diesen Stopp gibt es hier nicht mehr" />
      <main className="blatt">
        <p>Das Büro hat ihn abgesagt, verschoben oder jemand anderem gegeben.</p>
        <UnsentForOffice id={id} why="Der Stopp wurde dem Fahrer genommen, während er offen war." />
        <LinkButton label="Mein Tag" href="/" />
      </main>
    </>
  )
}
