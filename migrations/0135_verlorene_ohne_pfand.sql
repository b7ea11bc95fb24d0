-- A device that went out for nothing and was booked as lost since is on no account any more (pfandlots/lots.ts).
UPDATE pfandkonten SET seit_am = NULL, seit_nr = NULL, seit_rest = NULL
WHERE geraet_id IS NOT NULL AND wert_cent = 0 AND seit_am IS NOT NULL AND EXISTS (
	SELECT 1 FROM pfandbuchungen b
	JOIN pfandverluste v ON v.tenant_id = b.tenant_id AND v.id = b.vorgang_id
	WHERE b.tenant_id = pfandkonten.tenant_id AND b.geraet_id = pfandkonten.geraet_id AND b.kunde_id = pfandkonten.kunde_id
		AND b.art = 'korrektur_minus' AND b.storno_von IS NULL AND (b.erfasst_am, b.lfd_nr) > (seit_am, seit_nr)
		AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id));
