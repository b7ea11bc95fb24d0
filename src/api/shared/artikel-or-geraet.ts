import type { TProperties } from "@sinclair/typebox"
import { Maybe, Uuid } from "../../lib/fields.ts"
import { Input } from "./schema.ts"

/** Description of a part of a body that names an article or a device. */
export const NAMING = "Nennt genau eines von pfandartikel_id und geraet_id"

/** Such a part of a body, and what it says besides. */
export const Naming = <F extends TProperties>(fields: F) =>
  Input({ pfandartikel_id: Maybe(Uuid()), geraet_id: Maybe(Uuid()), ...fields }, { description: NAMING })

/** Names one of them, as a request does; `namingFault` checks that it is exactly one. */
export type ArtikelOrGeraet = { pfandartikel_id?: string | null; geraet_id?: string | null }

/** @returns the id of the article or device */
export const itemIdOf = ({ pfandartikel_id, geraet_id }: ArtikelOrGeraet): string =>
  pfandartikel_id ?? geraet_id ?? ""

/** @returns what is wrong where it names both or none */
export const namingFault = ({ pfandartikel_id, geraet_id }: ArtikelOrGeraet): string | undefined =>
  !pfandartikel_id === !geraet_id ? "nennt genau eines von pfandartikel_id und geraet_id" : undefined

/** @returns what is wrong with its number of pieces where it names a device */
export const deviceFault = ({ geraet_id, menge }: ArtikelOrGeraet & { menge: number }): string | undefined =>
  geraet_id && menge !== 1 ? "ist bei einem Gerät immer 1" : undefined
