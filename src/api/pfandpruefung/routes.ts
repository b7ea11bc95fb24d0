import { pruefbericht } from "../../print/dokumente/pruefbericht.ts"
import { PDF, print } from "../belege/printing.ts"
import { readAndKeep, type Route, write } from "../frame/route.ts"
import { VorgangReply } from "../pfandbuchungen/model.ts"
import { bookAusgleich } from "./ausgleich.ts"
import { getPruefbericht } from "./stored.ts"
import { NewAusgleich, PruefungReply } from "./model.ts"
import { provePfandbuch } from "./rules.ts"
import { forAdmins } from "../frame/options.ts"

export const pfandpruefungRoutes: Route[] = [
  readAndKeep(
    "GET /api/pfandpruefung",
    {
      ...forAdmins,
      summary: "Prüft Pfandbuch, Salden und Hash-Kette gegeneinander; merkt sich das Ergebnis",
      description: "Wer fragt, während eine Prüfung läuft, erfährt deren Ergebnis.",
      reply: PruefungReply,
    },
    ({ tenant, commit }) => provePfandbuch(tenant, commit),
  ),
  readAndKeep(
    "GET /api/pfandpruefung/bericht.pdf",
    {
      ...forAdmins,
      summary: "Prüft das Pfandbuch und hält als PDF fest, was wann von welcher Version geprüft wurde",
      file: PDF,
      untraced: "figures and a checksum; faults name customers by their ids",
    },
    async ({ tenant, services, actor, commit, signal }) => {
      const result = await provePfandbuch(tenant, commit)
      const { version } = services
      return print(
        { tenant, signal },
        pruefbericht(getPruefbericht(tenant, result, { version, von: actor.name })),
      )
    },
  ),
  write(
    "POST /api/pfandpruefung/ausgleich",
    {
      ...forAdmins,
      summary: "Bucht von einem Konto, was es ohne Stücke wert ist",
      description:
        "Frühere Versionen ließen Stücke zu einem Betrag neben zu viel zurückgekommenen zu einem anderen stehen; die Prüfung nennt solche Konten. Der Ausgleich sind Korrekturen in einem Vorgang: Die Stücke bleiben so viele und so alt, wie sie waren, der Unterschied steht in der nächsten Abrechnung.",
      body: NewAusgleich,
      reply: VorgangReply,
      creates: true,
      refusals: {
        missing: "Kunde oder Pfandartikel nicht gefunden",
        conflict: "Auf diesem Konto steht kein Wert ohne Stücke, oder inzwischen ein anderer",
      },
    },
    ({ tenant, actor, body }) => bookAusgleich(tenant, actor, body),
  ),
]
