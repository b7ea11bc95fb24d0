/** Where the handbook tells about a screen: the first word of its address → the heading. */
const anchors: Record<string, string> = {
  heute: "sehen-wie-der-tag-steht",
  klaerungen: "sehen-wie-der-tag-steht",
  kunden: "am-telefon-einen-kunden-finden",
  buchen: "leergut-zuruecknehmen",
  pfandbuch: "eine-buchung-berichtigen",
  lieferungen: "eine-lieferung-planen",
  touren: "touren-einteilen-und-drucken",
  geraete: "ein-geraet-ausgeben-und-zuruecknehmen",
  artikel: "artikel-und-gebinde-fuehren",
  salden: "offenes-pfand-verfolgen",
  abrechnungen: "den-monat-abrechnen",
  belege: "salden-bestaetigen-lassen",
  datev: "an-datev-uebergeben",
  pruefung: "das-pfandbuch-pruefen",
  protokoll: "das-pfandbuch-pruefen",
  feierabend: "den-feierabend-pruefen",
  mitarbeiter: "konten-der-kollegen-fuehren",
  firma: "die-firma-einrichten",
  austausch: "tabellen-importieren-und-exportieren",
}

/** @returns the address of what the handbook says about a screen; its beginning where it has no heading of its own */
export function helpOf(screen: string): string {
  if (screen.startsWith("/firmen")) return "/hilfe/betrieb#die-ersten-konten"
  const anchor = anchors[screen.split("/")[1] ?? ""]
  return anchor ? `/hilfe/buero#${anchor}` : "/hilfe/buero"
}
