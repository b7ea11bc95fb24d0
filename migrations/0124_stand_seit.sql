-- A device is in its status since that happened, not since it was entered: an issue of yesterday that is booked today,
-- or that a telephone sends late, is of yesterday. What a Storno brought back to its customer is there since the issue
-- that stands: what was reversed counts as never booked.
UPDATE geraete SET status_seit = coalesce(
	(SELECT b.erfasst_am FROM pfandbuchungen b
	WHERE geraete.status = 'beim_kunden' AND b.tenant_id = geraete.tenant_id AND b.geraet_id = geraete.id
		AND b.kunde_id = geraete.kunde_id AND b.art IN ('anfangsbestand', 'ausgabe') AND b.storno_von IS NULL
		AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
	ORDER BY b.lfd_nr DESC LIMIT 1),
	(SELECT b.erfasst_am FROM geraete_bewegungen b
	WHERE b.tenant_id = geraete.tenant_id AND b.geraet_id = geraete.id ORDER BY b.id DESC LIMIT 1),
	status_seit
);
