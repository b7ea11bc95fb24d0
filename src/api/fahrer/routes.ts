import { read, type Route, write } from "../frame/route.ts"
import { isLongStopp } from "../lieferungen/long-writes.ts"
import { LieferungReply } from "../lieferungen/model.ts"
import { changeEinstellungen, getEinstellungen } from "./einstellungen.ts"
import { EinstellungenPatch, EinstellungenReply, Ungeplant } from "./model.ts"
import { readFahrertag } from "./tag.ts"
import { DayReply } from "./tag-model.ts"
import { collectUngeplant } from "./ungeplant.ts"
import { forAdmins, forEveryone, ifUnchanged } from "../frame/options.ts"

const einstellungen = { reply: EinstellungenReply, etag: true } as const

export const fahrerRoutes: Route[] = [
  read(
    "GET /api/fahrer/tag",
    {
      ...forEveryone,
      summary: "Alles, was ein Fahrer heute und morgen braucht, in einer Antwort",
      description: "Für ein Telefon, das danach den ganzen Tag ohne Netz auskommt. Gepackt, mit einem ETag.",
      reply: DayReply,
      etag: true,
      packed: true,
      services: true,
    },
    ({ tenant, actor, services }) => readFahrertag(tenant, actor, services),
  ),
  write(
    "POST /api/fahrer/ungeplant",
    {
      ...forEveryone,
      summary: "Eine Abholung, die niemand geplant hat: anlegen und abschließen in einem",
      description:
        "Legt eine zugestellte Lieferung mit ungeplant = 1 an und bucht, was zurückkam. Fahrern kann die Firma das abschalten.",
      body: Ungeplant,
      largeBody: true,
      isLongWrite: ({ tenant, body }) => isLongStopp(tenant, body),
      reply: LieferungReply,
      creates: true,
      etag: true,
      refusals: {
        missing: "Kunde, Artikel oder Gerät nicht gefunden",
        conflict:
          "Abgeschaltet, ein Gerät ist nicht bei diesem Kunden, oder die id wurde schon anders verwendet",
      },
    },
    ({ tenant, actor, body }) => collectUngeplant(tenant, actor, body),
  ),
  read(
    "GET /api/fahrer/einstellungen",
    { ...forEveryone, ...einstellungen, summary: "Was die Firma für ihre Fahrer festgelegt hat" },
    ({ tenant }) => getEinstellungen(tenant),
  ),
  write(
    "PATCH /api/fahrer/einstellungen",
    {
      ...forAdmins,
      ...einstellungen,
      summary: "Gründe für Fehlschläge und ungeplante Abholungen festlegen",
      body: EinstellungenPatch,
      refusals: ifUnchanged,
    },
    ({ tenant, actor, body, ifMatch }) => changeEinstellungen(tenant, actor, body, ifMatch),
  ),
]
