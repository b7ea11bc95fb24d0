import type { ComponentType } from "react"
import { among, type Fits, isDay, isId, requireFound, WrongAddress } from "../state/address.ts"
import { ArtikelSelect } from "../fields/artikel-select.tsx"
import { Choice, DateField } from "../fields/field.tsx"
import { KundeSelect } from "../fields/kunde-select.tsx"
import { Button } from "../parts/button.tsx"
import { usePeople } from "../state/people.ts"
import { useGet } from "../state/query.ts"

/** Values of the address, without those that filter nothing. */
export type Asked = { [name: string]: string | undefined }
/** A value of the address, and a function that sets it. */
type Field = { value: string; onChange: (value: string) => void }
/** A parameter of the address: which values make sense, and the default. */
export type Taken = { fits: Fits; none?: string }

/** One filter of a list. */
export type Filter<Q extends object = object> = {
  /** Parameters of the address. */
  takes: Record<string, Taken>
  /** @returns its parameters for the service */
  ask: (asked: Asked) => Q
  Show: ComponentType<{ field: (name: string) => Field }>
}

type Option = { id: string; label: string }
/** A filter whose parameter has the same name at the service. */
type Same<N extends string, V> = Filter<{ [K in N]?: V }>

/** The kinds of filters. */
export const filter = {
  /** @param none the default option */
  choice: <N extends string, const O extends readonly Option[]>(
    name: N,
    label: string,
    options: O,
    none: O[number]["id"] = "alle",
  ): Same<N, Exclude<O[number]["id"], "alle">> => ({
    takes: { [name]: { fits: among(options), none } },
    ask: (asked) => ({ [name]: asked[name] }) as { [K in N]?: Exclude<O[number]["id"], "alle"> },
    Show: ({ field }) => <Choice label={label} {...field(name)} options={options} bare />,
  }),
  /** A choice with one more option, which is a parameter of its own at the service. */
  choiceOr: <N extends string, const O extends readonly Option[], const A extends Option>(
    name: N,
    label: string,
    options: O,
    also: A,
  ): Filter<{ [K in N]?: Exclude<O[number]["id"], "alle"> } & { [K in A["id"]]?: boolean }> => {
    const choice = filter.choice(name, label, [...options, also])
    return {
      ...choice,
      ask: (asked) =>
        (asked[name] === also.id ? { [also.id]: true } : choice.ask(asked)) as {
          [K in N]?: Exclude<O[number]["id"], "alle">
        } & { [K in A["id"]]?: boolean },
    }
  },
  /** A choice of a number. */
  number: <N extends string>(
    name: N,
    label: string,
    options: readonly Option[],
    none: string,
  ): Same<N, number> => ({
    ...filter.choice(name, label, options, none),
    ask: (asked) =>
      (asked[name] === undefined ? {} : { [name]: Number(asked[name]) }) as { [K in N]?: number },
  }),
  kunde: (): Filter<{ kunde_id?: string }> => ({
    takes: { kunde: { fits: isId } },
    ask: ({ kunde }) => given({ kunde_id: kunde }),
    Show: ({ field }) => <KundeFilter {...field("kunde")} />,
  }),
  /** @param as its name at the service */
  person: <N extends string>(as: N): Same<N, string> => ({
    takes: { person: { fits: isId } },
    ask: ({ person }) => (person === undefined ? {} : { [as]: person }) as { [K in N]?: string },
    Show: ({ field }) => <PersonFilter {...field("person")} />,
  }),
  period: (): Filter<{ von?: string; bis?: string }> => ({
    takes: { von: { fits: isDay }, bis: { fits: isDay } },
    ask: ({ von, bis }) => given({ von, bis }),
    Show: ({ field }) => <PeriodFilter von={field("von")} bis={field("bis")} />,
  }),
}

/** @returns the values without undefined ones */
const given = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }

/** A list's filter for one customer; the address has the id, the field the name. */
function KundeFilter({ value: id, onChange }: Field) {
  const found = useGet("/api/kunden/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(found, "kunde", id)
  const name = id === "" ? "" : found.data?.name
  return <KundeSelect chosen={name} onChoose={(kunde) => onChange(kunde?.id ?? "")} asFilter />
}

/** A list's filter for one single article. */
export function ArtikelFilter({ value: id, onChange }: Field) {
  const chosen = useGet("/api/pfandartikel/{id}", { path: { id } }, { enabled: id !== "" })
  requireFound(chosen, "artikel", id)
  const name = id === "" ? "" : chosen.data?.bezeichnung
  return (
    <ArtikelSelect
      label="Artikel"
      chosen={name}
      onChoose={(artikel) => onChange(artikel?.id ?? "")}
      placeholder="Alle Artikel"
    />
  )
}

/** A list's filter for anybody of the company, also who has left. */
function PersonFilter({ value: id, onChange }: Field) {
  const all = usePeople()
  if (all && id !== "" && all.every((one) => one.id !== id)) throw new WrongAddress("person", id)
  const people = (all ?? []).map(({ id: one, name }) => ({ id: one, label: name }))
  return (
    <Choice
      label="Person"
      value={id || "alle"}
      onChange={(chosen) => onChange(chosen === "alle" ? "" : chosen)}
      options={[{ id: "alle", label: "Alle Personen" }, ...people]}
      bare
    />
  )
}

/** A list's filter for a period, open at either end. */
const PeriodFilter = ({ von, bis }: { von: Field; bis: Field }) => (
  <div className="period">
    <DateField label="Von" value={von.value || null} onChange={(day) => von.onChange(day ?? "")} bare />
    <span className="muted">bis</span>
    <DateField label="Bis" value={bis.value || null} onChange={(day) => bis.onChange(day ?? "")} bare />
    {von.value && bis.value && von.value > bis.value && (
      <span className="bad" role="status">
        Der erste Tag liegt nach dem letzten
      </span>
    )}
  </div>
)

/** The button that removes all filters, if any is set. */
export const ShowAll = ({
  of: { isFiltered, showAll },
}: {
  of: { isFiltered: boolean; showAll: () => void }
}) =>
  isFiltered && (
    <Button look="quiet" icon="close" onPress={showAll}>
      Alle zeigen
    </Button>
  )
