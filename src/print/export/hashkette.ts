/** For whoever wants to recompute the chain with a program of their own, or with the script beside it. */
export const HASHKETTE = `Die Hashkette des Pfandbuchs nachrechnen
========================================

Jede Zeile von buchungen.csv trägt in "hash" eine SHA-256-Prüfsumme (hexadezimal) über ihren Inhalt und über den
Hash der Buchung davor ("hash_davor"). Wer eine Buchung nachträglich änderte, müsste alle folgenden mit ändern.

1. Die Prüfsumme einer Zeile wird gebildet über diesen Text in UTF-8: ein JSON-Array ohne Leerzeichen mit, in
   dieser Reihenfolge,

     hash_davor, tenant_id, lfd_nr, id, vorgang_id, kunde_id, pfandartikel_id, geraet_id, art, menge,
     betrag_cent, summe_cent, lieferung_id, storno_von, grund, gebucht_von, erfasst_am, gebucht_am

   wo hash_form 2 oder 3 ist, danach noch

     klasse, steuersatz, preise

   und wo hash_form 3 ist, danach noch

     kleinunternehmer, ust_verfahren

   lfd_nr, menge, betrag_cent, summe_cent und kleinunternehmer sind Zahlen, alles andere ist Text. Ein leeres Feld ist null.
   Zeichen außerhalb von ASCII stehen als sie selbst, nicht als \\u-Folge. In "grund" steht in der Datei \\n und \\r
   für einen Zeilenumbruch und \\\\ für einen Rückstrich, damit jede Zeile der Datei eine Buchung ist.
2. Die Zeilen sind nach lfd_nr lückenlos. "hash_davor" jeder Zeile ist "hash" der Zeile davor. Die allererste
   Buchung einer Firma (lfd_nr 1) hat dort 64 Nullen; beginnt der Zeitraum später, ist es der Hash der letzten
   Buchung vor dem Zeitraum, wie er in einem früheren Export steht.
3. hash_form ist 1 bei Buchungen, die gemacht wurden, bevor Klasse, Steuersatz und Preisart mit der Buchung
   festgehalten wurden. Sie bekamen bei der Umstellung, was Artikel, Gerät und Firma an diesem Tag waren; diese drei
   Felder sichert ihr Hash nicht. hash_form ist 2, bevor auch Kleinunternehmer und Verfahren der Umsatzsteuer
   festgehalten wurden: Solche Zeilen bekamen bei der Umstellung, was in ihrer Abrechnung stand, sonst das der Firma.
   Auf eine Zeile folgt keine mit kleinerer hash_form mehr.
4. summe_cent ist menge mal betrag_cent, negativ bei ruecknahme und korrektur_minus.

Das Programm hashkette.py in diesem Archiv tut genau das (Python 3, ohne weitere Pakete):

     python3 hashkette.py
`

export const HASHKETTE_PY = `import csv, hashlib, json, re, sys

ZAHLEN = {"lfd_nr", "menge", "betrag_cent", "summe_cent", "kleinunternehmer"}
TEILE = ["hash_davor", "tenant_id", "lfd_nr", "id", "vorgang_id", "kunde_id", "pfandartikel_id", "geraet_id", "art",
         "menge", "betrag_cent", "summe_cent", "lieferung_id", "storno_von", "grund", "gebucht_von", "erfasst_am",
         "gebucht_am"]
STEUER = ["klasse", "steuersatz", "preise"]
REGELUNG = ["kleinunternehmer", "ust_verfahren"]

def wert(zeile, name):
    if zeile[name] == "":
        return None
    if name == "grund":
        return re.sub(r"\\\\(.)", lambda zeichen: {"n": "\\n", "r": "\\r"}.get(zeichen[1], zeichen[1]), zeile[name])
    return int(zeile[name]) if name in ZAHLEN else zeile[name]

davor, nummer, anzahl, summe, form = None, None, 0, 0, 1
with open(sys.argv[1] if len(sys.argv) > 1 else "buchungen.csv", encoding="utf-8-sig", newline="") as datei:
    for zeile in csv.DictReader(datei, delimiter=";"):
        if int(zeile["hash_form"]) < form:
            sys.exit("Buchung %s hat eine fruehere hash_form als die davor" % zeile["lfd_nr"])
        form = int(zeile["hash_form"])
        teile = TEILE + (STEUER if form >= 2 else []) + (REGELUNG if form >= 3 else [])
        text = json.dumps([wert(zeile, name) for name in teile], ensure_ascii=False, separators=(",", ":"))
        if hashlib.sha256(text.encode("utf-8")).hexdigest() != zeile["hash"]:
            sys.exit("Buchung %s stimmt nicht" % zeile["lfd_nr"])
        if davor is not None and (zeile["hash_davor"] != davor or int(zeile["lfd_nr"]) != nummer + 1):
            sys.exit("Vor Buchung %s fehlt etwas" % zeile["lfd_nr"])
        davor, nummer = zeile["hash"], int(zeile["lfd_nr"])
        anzahl += 1
        summe += int(zeile["summe_cent"])
print("%d Buchungen stimmen, Summe %d Cent, letzter Hash %s" % (anzahl, summe, davor))
`
