import { kunden } from "../../../db/schema.ts"
import { zip } from "../../../lib/zip.ts"
import { dateiname } from "../../belege/printing.ts"
import { Document } from "../../frame/reply.ts"
import { readFree, type Route } from "../../frame/route.ts"
import { GONE } from "../../shared/kundenkopf.ts"
import { discloseKunde } from "./rules.ts"
import { forAdmins } from "../../frame/options.ts"

const ZIP = "application/zip"

export const auskunftRoutes: Route[] = [
  readFree(
    "GET /api/kunden/:id/auskunft",
    {
      ...forAdmins,
      summary: "Alles über eine Person in lesbarer Form (DSGVO Art. 15) als ZIP",
      description:
        "Auskunft.html zeigt jeder Browser; daneben liegen Bilder, Unterschriften und Belege. Namen von Mitarbeitern der Firma stehen nicht darin.",
      file: ZIP,
      traced: "kunden.auskunft_erteilt",
      frozen: true,
      refusals: { missing: GONE },
    },
    ({ tenant, services, params }) => {
      const { kundennummer } = tenant.get(kunden, params.id, GONE)
      const files = discloseKunde(tenant, params.id, services.uploads.folder)
      return new Document(zip(files, { compress: true }), ZIP, dateiname(`Auskunft ${kundennummer}`, "zip"))
    },
  ),
]
