-- Deposits that were changed before 0055 kept what an article was: the log knows from what, and when. Where a change is
-- kept already it is within moments of its entry in the log.
INSERT INTO artikelstaende (tenant_id, id, pfandartikel_id, gueltig_bis, pfand_cent, erstellt_am, aktualisiert_am)
SELECT p.tenant_id, p.id, a.id, p.erstellt_am, json_extract(p.aenderungen, '$.pfand_cent[0]'), p.erstellt_am, p.erstellt_am
FROM pfandartikel a
CROSS JOIN protokoll p ON p.tenant_id = a.tenant_id AND p.tabelle = 'pfandartikel' AND p.datensatz_id = a.id
WHERE a.art = 'einzeln' AND p.aktion = 'pfandartikel.geaendert'
	AND CASE WHEN json_valid(p.aenderungen) THEN json_type(p.aenderungen, '$.pfand_cent[0]') END = 'integer'
	AND NOT EXISTS (
		SELECT 1 FROM artikelstaende s
		WHERE s.tenant_id = a.tenant_id AND s.pfandartikel_id = a.id
			AND s.gueltig_bis BETWEEN strftime('%Y-%m-%dT%H:%M:%fZ', p.erstellt_am, '-5 seconds') AND p.erstellt_am);
