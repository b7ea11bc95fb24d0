-- What a customer lost and what is elsewhere by now is held by nobody, though its deposit may be open (pfandlots/lots.ts).
UPDATE pfandkonten SET (seit_am, seit_nr, seit_rest) = (NULL, NULL, NULL)
WHERE geraet_id IS NOT NULL AND wert_cent > 0 AND seit_am IS NOT NULL
	AND NOT EXISTS (
		SELECT 1 FROM pfandbuchungen b
		WHERE b.tenant_id = pfandkonten.tenant_id AND b.id = (
			SELECT m.id FROM pfandbuchungen m
			WHERE m.tenant_id = pfandkonten.tenant_id AND m.geraet_id = pfandkonten.geraet_id AND m.kunde_id = pfandkonten.kunde_id
				AND m.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') AND m.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = m.tenant_id AND s.storno_von = m.id)
			ORDER BY m.lfd_nr DESC LIMIT 1)
		AND b.art <> 'ruecknahme' AND NOT EXISTS (
			SELECT 1 FROM geraete_bewegungen w
			WHERE w.tenant_id = b.tenant_id AND w.geraet_id = b.geraet_id AND w.nach_status = 'verloren'
				AND w.kunde_id = b.kunde_id AND w.erstellt_am >= b.gebucht_am))
	AND NOT EXISTS (
		SELECT 1 FROM geraete_bewegungen w
		WHERE w.tenant_id = pfandkonten.tenant_id AND w.id = (
			SELECT v.id FROM geraete_bewegungen v
			WHERE v.tenant_id = pfandkonten.tenant_id AND v.geraet_id = pfandkonten.geraet_id AND v.nach_status <> 'ausgemustert'
			ORDER BY v.id DESC LIMIT 1)
		AND w.nach_status = 'verloren' AND w.kunde_id = pfandkonten.kunde_id);
