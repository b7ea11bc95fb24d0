export const INTRODUCTION = `Beträge sind ganze Cent, Zeitpunkte ISO 8601 in UTC, Tage und Uhrzeiten gelten am Ort der Firma.

- **Wiederholen:** Wer beim Anlegen eine eigene \`id\` (UUID) mitschickt, darf die Anfrage gefahrlos wiederholen: 201 beim ersten Mal, danach 200 mit dem gespeicherten Datensatz, 409 bei anderem Inhalt.
- **Ändern:** \`PATCH\` nennt nur, was sich ändert. Der \`ETag\` eines Datensatzes, als \`If-Match\` gesendet, schützt vor dem Überschreiben fremder Änderungen (412).
- **Listen:** \`limit\` und \`cursor\`; die Antwort nennt in \`next_cursor\` die nächste Seite.
- **Rollen:** \`x-rollen\` sagt, wer einen Weg gehen darf. Ein \`superadmin\` nennt die Firma im Kopf \`X-Tenant-Id\`.`
