const OFFICE = "/hilfe/buero"

/** First word of a screen's address → heading in the handbook. */
const headings: Record<string, string> = {
  heute: "sehen-wie-der-tag-steht",
  klaerungen: "klaeren-was-nicht-gebucht-werden-konnte",
  kunden: "am-telefon-einen-kunden-finden",
  buchen: "leergut-zuruecknehmen",
  pfandbuch: "eine-buchung-berichtigen",
  lieferungen: "eine-lieferung-planen",
  touren: "touren-einteilen-und-drucken",
  geraete: "ein-geraet-ausgeben-und-zuruecknehmen",
  pruefplaene: "prueftermine-von-geraeten-einhalten",
  artikel: "artikel-und-gebinde-fuehren",
  lager: "den-eigenen-bestand-fuehren-und-zaehlen",
  inventuren: "den-eigenen-bestand-fuehren-und-zaehlen",
  schwund: "schwund-sehen",
  salden: "offenes-pfand-verfolgen",
  abrechnungen: "den-monat-abrechnen",
  nachrichten: "per-e-mail-versenden",
  belege: "salden-bestaetigen-lassen",
  datev: "an-datev-uebergeben",
  pruefung: "das-pfandbuch-pruefen",
  protokoll: "nachsehen-wer-was-geaendert-hat",
  feierabend: "den-feierabend-pruefen",
  mitarbeiter: "konten-der-kollegen-fuehren",
  firma: "die-firma-einrichten",
  einrichten: "eine-firma-aus-tabellen-einrichten",
  austausch: "tabellen-exportieren",
  konto: "das-eigene-konto-fuehren",
}

/** @returns the address of a screen's part of the handbook, or of its beginning for a screen without one */
export function helpOf(screen: string): string {
  const word = screen.split("/")[1] ?? ""
  if (word === "programme") return "/hilfe/anbinden#einen-schluessel-anlegen"
  if (word === "zustand") return "/hilfe/betrieb#nachsehen-ob-alles-gut-ist"
  if (word === "firmen") return "/hilfe/betrieb#firmen-im-browser-fuehren"
  const heading = headings[word]
  return heading ? `${OFFICE}#${heading}` : OFFICE
}
