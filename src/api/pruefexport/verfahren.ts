import { tenants } from "../../db/schema.ts"
import type { TenantReader } from "../../db/tenant-db.ts"
import { formatMoment } from "../../lib/format.ts"
import { daysInWords } from "../../print/dokumente/letter-parts.ts"
import type { Verfahrensdokumentation } from "../../print/dokumente/verfahrensdokumentation.ts"
import { getFirma, startOfToday } from "../belege/kopf.ts"
import { getEinstellungen } from "../datev/einstellungen.ts"
import type { Services } from "../frame/services.ts"

const ROLES: Verfahrensdokumentation["roles"] = [
  [
    "Verwaltung",
    "alles in der eigenen Firma; allein: Mitarbeiter, Pfandartikel, Korrekturen, Stornos, Protokoll, Prüferexport",
  ],
  ["Büro", "Kunden, Geräte, Lieferungen, Ausgaben und Rücknahmen, Abrechnungen erstellen und drucken"],
  ["Fahrer", "die eigenen Lieferungen; Kunden und Geräte lesen"],
  [
    "Betreiber",
    "Firmen anlegen und sperren; handelt nur für eine Firma, die er dabei nennt, und steht im Protokoll",
  ],
]

/** @returns what the program knows of how the company keeps its books */
export function getVerfahrensdokumentation(
  tenant: TenantReader,
  services: Services,
): Verfahrensdokumentation {
  const { preise, ust_verfahren, kleinunternehmer, abrechnung_ist, ...firma } = tenant.get(tenants, tenant.id)
  const { einspruchsfrist_tage, zahlungsziel_tage, zeitzone } = firma
  const { skr, berater, mandant, kontenlaenge } = getEinstellungen(tenant)
  const backedUp = services.lastBackup()
  return {
    firma: getFirma(tenant),
    erstellt_am: startOfToday(tenant),
    version: services.version,
    einstellungen: [
      [
        "Pfandbeträge",
        preise === "netto" ? "ohne Umsatzsteuer vereinbart (netto)" : "mit Umsatzsteuer vereinbart (brutto)",
      ],
      [
        "Umsatzsteuer auf Pfand",
        kleinunternehmer === 1
          ? "keine: Kleinunternehmer nach § 19 UStG"
          : ust_verfahren === "laufend"
            ? "laufend, mit jeder Abrechnung"
            : "Jahresausgleich auf den Saldo am 31.12. (UStAE 10.1 Abs. 8)",
      ],
      [
        "Eine Abrechnung ist",
        abrechnung_ist === "rechnung"
          ? `die Rechnung (UStG § 14), fällig nach ${daysInWords(zahlungsziel_tage)}; an Unternehmen in Deutschland über 250 € als ZUGFeRD, an Behörden als XRechnung, sonst als PDF`
          : "ein Beleg für die Rechnung über die Ware, ohne Ausweis von Umsatzsteuer",
      ],
      ["Frist für Einwände", `${einspruchsfrist_tage} ${einspruchsfrist_tage === 1 ? "Tag" : "Tage"}`],
      ["Zeitzone", zeitzone],
      ["Kontenrahmen", `SKR${skr}, Sachkonten mit ${kontenlaenge} Stellen`],
      [
        "DATEV",
        berater === null || mandant === null
          ? "nicht eingerichtet"
          : `Berater ${berater}, Mandant ${mandant}`,
      ],
    ],
    roles: ROLES,
    betrieb: [
      ["Sicherung", "täglich, mit Zurücklesen und Vergleich; aufbewahrt nach Tagen und Wochen"],
      ["Letzte Sicherung", backedUp ? `${formatMoment(backedUp.toISOString(), zeitzone)} Uhr` : "noch keine"],
      ["Prüfung", "Befehl pfandwerk check: Datenbank, Pfandbuch mit Hashkette, Salden und Bilder"],
      ["Aktualisierung", "das Programm sichert die Datenbank, bevor es sie auf einen neuen Stand bringt"],
    ],
  }
}
