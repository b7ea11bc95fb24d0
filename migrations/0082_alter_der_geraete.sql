-- A device is one piece, however its deposit was raised or lowered while it was out: its age goes by the cents that are
-- open, no longer by its bookings, of which a correction is one. One whose deposit was lowered had left the lists of what
-- is old; one whose deposit was raised had become younger.
DROP TRIGGER pfandbuchungen_fuehren_konten;
--> statement-breakpoint
UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.lfd_nr, 1, w.erfasst_am FROM (
			SELECT b.lfd_nr, b.erfasst_am, sum(b.betrag_cent) OVER (ORDER BY b.erfasst_am DESC, b.lfd_nr DESC) AS cent
			FROM pfandbuchungen b
			WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
				AND b.pfandartikel_id IS NULL AND b.geraet_id = pfandkonten.geraet_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
			ORDER BY b.erfasst_am DESC, b.lfd_nr DESC
		) w WHERE pfandkonten.wert_cent > 0 AND w.cent >= pfandkonten.wert_cent
		UNION ALL
		SELECT w.lfd_nr, 1, w.erfasst_am FROM (
			SELECT b.lfd_nr, b.erfasst_am, b.art, b.betrag_cent FROM pfandbuchungen b
			WHERE b.tenant_id = pfandkonten.tenant_id AND b.geraet_id = pfandkonten.geraet_id
				AND +b.kunde_id = pfandkonten.kunde_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
			ORDER BY b.erfasst_am DESC, b.lfd_nr DESC LIMIT 1
		) w WHERE pfandkonten.wert_cent = 0 AND w.art <> 'ruecknahme' AND w.betrag_cent = 0
		LIMIT 1
	)
WHERE geraet_id IS NOT NULL;
--> statement-breakpoint
UPDATE pfandsalden SET seit_am = (
	SELECT min(k.seit_am) FROM pfandkonten k
	WHERE k.tenant_id = pfandsalden.tenant_id AND k.kunde_id = pfandsalden.kunde_id AND k.seit_am IS NOT NULL
)
WHERE EXISTS (
	SELECT 1 FROM pfandkonten k
	WHERE k.tenant_id = pfandsalden.tenant_id AND k.kunde_id = pfandsalden.kunde_id AND k.geraet_id IS NOT NULL);
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_fuehren_konten AFTER INSERT ON pfandbuchungen
BEGIN
	INSERT INTO pfandkonten (tenant_id, id, kunde_id, pfandartikel_id, geraet_id, bestand, wert_cent, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.pfandartikel_id, NEW.geraet_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (
		SELECT 1 FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT 1 FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	);
	INSERT INTO pfandwerte (tenant_id, id, kunde_id, pfandartikel_id, betrag_cent, bestand, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.pfandartikel_id, NEW.betrag_cent,
		iif(NEW.art IN ('ruecknahme', 'korrektur_minus'), -NEW.menge, NEW.menge), NEW.gebucht_am, NEW.gebucht_am
	WHERE NEW.pfandartikel_id IS NOT NULL
	ON CONFLICT (tenant_id, pfandartikel_id, kunde_id, betrag_cent) DO UPDATE SET
		bestand = bestand + excluded.bestand,
		aktualisiert_am = excluded.aktualisiert_am,
		version = version + 1;
	UPDATE pfandkonten SET
		bestand = bestand + iif(NEW.art IN ('ruecknahme', 'korrektur_minus'), -NEW.menge, NEW.menge),
		wert_cent = wert_cent + NEW.summe_cent,
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	);
	-- Where nothing is left, nothing is old. What is revalued goes away and comes back at once, as old as it was.
	UPDATE pfandkonten SET seit_nr = NULL, seit_rest = NULL, seit_am = NULL
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
	)
		AND bestand <= 0 AND NOT EXISTS (SELECT 1 FROM pfandumbewertungen u WHERE u.tenant_id = NEW.tenant_id AND u.id = NEW.vorgang_id);
	-- Forward: what comes back, or was never there, is missing from the oldest on. A Storno of something younger than
	-- that one changes nothing.
	UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.nr, w.stueck + pfandkonten.seit_rest - NEW.menge, w.erfasst_am FROM (
			SELECT pfandkonten.seit_nr AS nr, 0 AS stueck, pfandkonten.seit_am AS erfasst_am
			UNION ALL
			SELECT * FROM (
				SELECT b.lfd_nr, sum(b.menge) OVER (ORDER BY b.erfasst_am, b.lfd_nr), b.erfasst_am FROM pfandbuchungen b
				WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
					AND b.pfandartikel_id = pfandkonten.pfandartikel_id AND b.geraet_id IS NULL
					AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
					AND (b.erfasst_am, b.lfd_nr) > (pfandkonten.seit_am, pfandkonten.seit_nr)
					AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
					AND (b.art <> 'korrektur_plus' OR NOT EXISTS (
						SELECT 1 FROM pfandumbewertungen u WHERE u.tenant_id = b.tenant_id AND u.id = b.vorgang_id))
				ORDER BY b.erfasst_am, b.lfd_nr
			)
		) w WHERE w.stueck + pfandkonten.seit_rest > NEW.menge LIMIT 1
	)
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
	)
		AND NEW.art IN ('ruecknahme', 'korrektur_minus') AND seit_nr IS NOT NULL
		AND NOT EXISTS (
			SELECT 1 FROM pfandbuchungen o WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von
				AND (o.erfasst_am, o.lfd_nr) > (seit_am, seit_nr))
		AND NOT EXISTS (SELECT 1 FROM pfandumbewertungen u WHERE u.tenant_id = NEW.tenant_id AND u.id = NEW.vorgang_id);
	-- Back: what a Storno gives back is the oldest again; what is entered late and went out before the oldest, came back
	-- before it. And where it is not known, from the latest one on.
	UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.nr, iif(pfandkonten.seit_nr IS NULL, pfandkonten.bestand, pfandkonten.seit_rest + NEW.menge) - w.stueck + w.menge, w.erfasst_am FROM (
			SELECT b.lfd_nr AS nr, b.menge, sum(b.menge) OVER (ORDER BY b.erfasst_am DESC, b.lfd_nr DESC) AS stueck, b.erfasst_am FROM pfandbuchungen b
			WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
				AND b.pfandartikel_id = pfandkonten.pfandartikel_id AND b.geraet_id IS NULL
				AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
				AND (b.erfasst_am, b.lfd_nr) <= (coalesce(pfandkonten.seit_am, '9999'), coalesce(pfandkonten.seit_nr, 0))
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
				AND (b.art <> 'korrektur_plus' OR NOT EXISTS (
					SELECT 1 FROM pfandumbewertungen u WHERE u.tenant_id = b.tenant_id AND u.id = b.vorgang_id))
			ORDER BY b.erfasst_am DESC, b.lfd_nr DESC
		) w WHERE w.stueck >= iif(pfandkonten.seit_nr IS NULL, pfandkonten.bestand, pfandkonten.seit_rest + NEW.menge) LIMIT 1
	)
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
	)
		AND bestand > 0
		AND (seit_nr IS NULL OR NEW.art NOT IN ('ruecknahme', 'korrektur_minus')
			AND (NEW.storno_von IS NOT NULL OR (NEW.erfasst_am, NEW.lfd_nr) < (seit_am, seit_nr)))
		AND NOT EXISTS (SELECT 1 FROM pfandumbewertungen u WHERE u.tenant_id = NEW.tenant_id AND u.id = NEW.vorgang_id);
	-- A device is one piece, as old as the oldest cent of it that is open; without a deposit, as its last issue.
	UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.lfd_nr, 1, w.erfasst_am FROM (
			SELECT b.lfd_nr, b.erfasst_am, sum(b.betrag_cent) OVER (ORDER BY b.erfasst_am DESC, b.lfd_nr DESC) AS cent
			FROM pfandbuchungen b
			WHERE b.tenant_id = pfandkonten.tenant_id AND b.kunde_id = pfandkonten.kunde_id
				AND b.pfandartikel_id IS NULL AND b.geraet_id = pfandkonten.geraet_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
			ORDER BY b.erfasst_am DESC, b.lfd_nr DESC
		) w WHERE pfandkonten.wert_cent > 0 AND w.cent >= pfandkonten.wert_cent
		UNION ALL
		SELECT w.lfd_nr, 1, w.erfasst_am FROM (
			SELECT b.lfd_nr, b.erfasst_am, b.art, b.betrag_cent FROM pfandbuchungen b
			WHERE b.tenant_id = pfandkonten.tenant_id AND b.geraet_id = pfandkonten.geraet_id
				AND +b.kunde_id = pfandkonten.kunde_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'ruecknahme') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
			ORDER BY b.erfasst_am DESC, b.lfd_nr DESC LIMIT 1
		) w WHERE pfandkonten.wert_cent = 0 AND w.art <> 'ruecknahme' AND w.betrag_cent = 0
		LIMIT 1
	)
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	);
	INSERT INTO pfandsalden (tenant_id, id, kunde_id, wert_cent, negative_konten, seit_am, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.summe_cent,
		iif(NEW.geraet_id IS NULL, k.bestand < 0, k.wert_cent < 0) - iif(NEW.geraet_id IS NULL,
			k.bestand < iif(NEW.art IN ('ruecknahme', 'korrektur_minus'), -NEW.menge, NEW.menge), k.wert_cent < NEW.summe_cent),
		(SELECT min(a.seit_am) FROM pfandkonten a
			WHERE a.tenant_id = NEW.tenant_id AND a.kunde_id = NEW.kunde_id AND a.seit_am IS NOT NULL),
		NEW.gebucht_am, NEW.gebucht_am
	FROM pfandkonten k
	WHERE k.rowid = (
		SELECT j.rowid FROM pfandkonten j WHERE j.tenant_id = NEW.tenant_id AND j.kunde_id = NEW.kunde_id
			AND j.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT j.rowid FROM pfandkonten j WHERE j.tenant_id = NEW.tenant_id AND j.kunde_id = NEW.kunde_id
			AND j.geraet_id = NEW.geraet_id
	)
	ON CONFLICT (tenant_id, kunde_id) DO UPDATE SET
		wert_cent = wert_cent + excluded.wert_cent,
		negative_konten = negative_konten + excluded.negative_konten,
		seit_am = excluded.seit_am,
		aktualisiert_am = excluded.aktualisiert_am,
		version = version + 1;
END;
