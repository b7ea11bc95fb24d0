import type { geraete, geraete_suchtexte, pfandartikel, pfandartikel_suchtexte } from "../../db/schema.ts"
import type { Row, TenantDb } from "../../db/tenant-db.ts"
import { searchText } from "../../lib/fold.ts"

type Texte = typeof geraete_suchtexte | typeof pfandartikel_suchtexte

/** What a device is found by. */
export const geraetetext = (g: Row<typeof geraete>): string =>
  searchText([g.geraetenummer, g.bezeichnung, g.typ, g.seriennummer, g.barcode])

/** What an article is found by. */
export const artikeltext = (a: Row<typeof pfandartikel>): string =>
  searchText([a.nummer, a.bezeichnung, a.barcode])

/** Lets a record be found by this text, and by no earlier one. */
export function putSuchtext(tenant: TenantDb, texte: Texte, id: string, text: string): void {
  const known = tenant.get(texte, id)
  if (known?.text === text) return
  if (known) tenant.update(texte, id, { text })
  else tenant.insert(texte, { id, text })
}
