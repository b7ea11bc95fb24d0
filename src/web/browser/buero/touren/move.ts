import { useMemo, useSyncExternalStore } from "react"
import { makeEmitter } from "../../ui/api/emitter.ts"
import { call } from "../../ui/api/call.ts"
import { isUnanswered, messageOf } from "../../ui/api/fault.ts"
import { queryClient, refreshAll } from "../../ui/state/query.ts"
import { toast } from "../../ui/parts/toast.tsx"
import { type Column, type Driver, isOpen, type Stopp, type Touren } from "./tour.ts"

/** A stop on its way to another place: before another one, or behind all. */
type Move = { datum: string; stopp: Stopp; to: Driver; vor: string | null }

/** Moves that the last answer of the service may not contain yet. */
let moves: readonly Move[] = []
const changed = makeEmitter()

function setMoves(next: readonly Move[]): void {
  moves = next
  changed.emit()
}

/**
 * @returns the day as it was read, with later moves applied: an answer sent before a move does not undo it on the screen
 */
export function useMoved(datum: string, read: Touren | undefined): Touren | undefined {
  const under = useSyncExternalStore(changed.listen, () => moves)
  return useMemo(
    () => read && under.filter((one) => one.datum === datum).reduce(withMove, read),
    [read, under, datum],
  )
}

/**
 * Gives a stop to a driver, before another stop or behind all. The board shows it at once; if that is refused or never
 * arrives, the stop goes back to where it was, with a message.
 *
 * @param to the driver, whose `id` is empty for nobody
 * @param vor the stop to come behind it, an open one unless this undoes a move; null: behind all
 * @param version the stop's, given to undo a move: refused if somebody has changed it since. An undo cannot be undone
 */
export async function move(
  datum: string,
  stopp: Stopp,
  to: Driver,
  vor: string | null,
  version?: number,
): Promise<void> {
  withdraw()
  const board = queryClient.getQueryData<Touren>(keyOf(datum))
  const from = board && placeIn(board, stopp.lieferung_id)
  const own: Move = { datum, stopp, to, vor }
  const over = (): void => setMoves(moves.filter((one) => one !== own))
  setMoves([...moves, own])
  try {
    const { lieferung_id } = stopp
    const { touren } = await call("post", "/api/touren/{datum}/verschieben", {
      path: { datum },
      body: { lieferung_id, fahrer_id: to.id || null, vor: to.id ? vor : null, ...(version && { version }) },
    })
    const moved = touren.flatMap(({ stopps }) => stopps).find((one) => one.lieferung_id === lieferung_id)
    if (version !== undefined) toast(`Rückgängig gemacht: ${stopp.kunde_name} steht wieder wie zuvor`)
    else if (from && moved) offerBack(datum, moved, to, from)
  } catch (error) {
    // Perhaps the move was made, and only its answer was lost.
    if (!isUnanswered(error) || !(await isElsewhere(datum, stopp, from))) {
      over()
      toast(`${stopp.kunde_name} ist nicht verschoben und steht wieder wie zuvor. ${reasonOf(error)}`, {
        bad: true,
      })
    }
  }
  await refreshAll()
  over()
}

/** Withdraws the offer to undo. Only the last move can be undone: it may have renumbered stops of those before. */
let withdraw = (): void => {}

function offerBack(datum: string, moved: Stopp, to: Driver, from: Place): void {
  const { kunde_name, version } = moved
  const place =
    to.id === from.id
      ? "steht an einem anderen Platz"
      : to.id
        ? `steht jetzt auf der Tour von ${to.name}`
        : "hat keinen Fahrer"
  const run = (): void => void move(datum, moved, from, from.vor, version)
  withdraw = toast(`${kunde_name} ${place}`, { action: { label: "Rückgängig", run } })
}

const keyOf = (datum: string) => ["/api/touren", { query: { datum } }]

/** @returns why a move failed, in German */
const reasonOf = (error: unknown): string =>
  isUnanswered(error) ? "Keine Verbindung zum Server." : messageOf(error)

/** @returns whether the service says that the stop is in another place than it was in */
async function isElsewhere(
  datum: string,
  { lieferung_id }: Stopp,
  from: Place | undefined,
): Promise<boolean> {
  try {
    const now = placeIn(await call("get", "/api/touren", { query: { datum } }), lieferung_id)
    return now?.id !== from?.id || now?.vor !== from?.vor
  } catch {
    return false
  }
}

type Place = Driver & Pick<Move, "vor">

/** @returns whose stop it is, and the stop behind it, done or not: where undoing a move leads */
export function placeIn({ touren }: Touren, lieferung_id: string): Place | undefined {
  for (const tour of touren) {
    const at = tour.stopps.findIndex((stopp) => stopp.lieferung_id === lieferung_id)
    const vor = tour.stopps[at + 1]?.lieferung_id ?? null
    if (at >= 0) return { id: tour.fahrer_id ?? "", name: tour.fahrer_name ?? "", vor }
  }
  return undefined
}

/** @returns the day with the stop moved */
export function withMove(before: Touren, { stopp, to, vor }: Move): Touren {
  const rest = before.touren.map((tour) => ({
    ...tour,
    stopps: tour.stopps.filter(({ lieferung_id }) => lieferung_id !== stopp.lieferung_id),
  }))
  const target = rest.find(({ fahrer_id }) => (fahrer_id ?? "") === to.id) ?? emptyTour(to)
  const place = vor === null ? -1 : target.stopps.findIndex(({ lieferung_id }) => lieferung_id === vor)
  const put = {
    ...target,
    stopps: target.stopps.toSpliced(place < 0 ? target.stopps.length : place, 0, stopp),
  }
  return { ...before, touren: [...rest.filter((tour) => tour.fahrer_id !== target.fahrer_id), put] }
}

const emptyTour = ({ id, name }: Driver): Touren["touren"][number] => ({
  fahrer_id: id || null,
  fahrer_name: id ? name : null,
  verspaetet: 0,
  stopps: [],
  ladung: {
    gebinde: 0,
    einzeln: 0,
    geraete: 0,
    gebinde_zurueck: 0,
    einzeln_zurueck: 0,
    geraete_zurueck: 0,
  },
})

type Target = { key: string | number; dropPosition: string }

/** @returns the open stop to come behind the dropped one: nothing is put before a stop that is done */
export function openAt({ stopps }: Column, target: Target, moved: string): string | undefined {
  const at = stopps.findIndex(({ lieferung_id }) => lieferung_id === target.key)
  return stopps
    .slice(target.dropPosition === "after" ? at + 1 : at)
    .find((stopp) => isOpen(stopp) && stopp.lieferung_id !== moved)?.lieferung_id
}

/** @returns where an open stop can go within its tour, each with the stop then behind it; undefined: behind all */
export function placesIn(open: string[], at: number): { text: string; before: string | undefined }[] {
  const last = open.length - 1
  return [
    { text: "Ganz nach vorn", leads: at > 0, before: open[0] },
    { text: "Einen Platz nach vorn", leads: at > 1, before: open[at - 1] },
    { text: "Einen Platz nach hinten", leads: at < last - 1, before: open[at + 2] },
    { text: "Ganz nach hinten", leads: at < last, before: undefined },
  ].filter(({ leads }) => leads)
}
