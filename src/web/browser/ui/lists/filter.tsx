import type { ComponentType } from "react"
import { Choice } from "../fields/choice.tsx"
import { among, type Fits, isDay, isId } from "../state/address.ts"
import { ArtikelFilter, KundeFilter, PeriodFilter, PersonFilter } from "../tables/filters.tsx"

/** Values of an address, without those that narrow nothing. */
export type Asked = { [name: string]: string | undefined }
type Field = { value: string; onChange: (value: string) => void }
/** A parameter of the address: which values make sense, and which stands where none is given. */
export type Taken = { fits: Fits; none?: string }

/** One filter of a list. */
export type Filter<Q extends object = object> = {
  /** Parameters of the address. */
  takes: Record<string, Taken>
  /** What it asks the interface for. */
  ask: (asked: Asked) => Q
  Show: ComponentType<{ field: (name: string) => Field }>
}

type Option = { id: string; label: string }
/** One parameter that the interface knows by its own name. */
type Same<N extends string, V> = Filter<{ [K in N]?: V }>

/** Filters by what they let choose. */
export const filter = {
  /** @param none the option that stands where none is chosen */
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
  artikel: (): Filter<{ pfandartikel_id?: string }> => ({
    takes: { artikel: { fits: isId } },
    ask: ({ artikel }) => given({ pfandartikel_id: artikel }),
    Show: ({ field }) => <ArtikelFilter {...field("artikel")} />,
  }),
  /** @param as its name in the interface */
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

/** @returns the same without what is not there */
export const given = <T extends Record<string, string | undefined>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
