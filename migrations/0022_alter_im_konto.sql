-- How old an account is was counted anew at each return, from its latest booking back to the oldest piece that is
-- still there: 500 returns at once, of an article that went out 10 000 times, held everybody up for nine seconds. Now
-- an account knows where it counted to, and goes on from there. What the accounts of today know is found out at their
-- next return, so that this migration need not look for it.
ALTER TABLE `pfandkonten` ADD `seit_nr` integer;
--> statement-breakpoint
ALTER TABLE `pfandkonten` ADD `seit_rest` integer;
--> statement-breakpoint
CREATE INDEX `pfandkonten_seit` ON `pfandkonten` (`tenant_id`,`kunde_id`,`seit_am`) WHERE seit_am IS NOT NULL;
--> statement-breakpoint
DROP INDEX `pfandbuchungen_geraet`;
--> statement-breakpoint
DROP INDEX `pfandbuchungen_lieferung`;
--> statement-breakpoint
CREATE INDEX `pfandbuchungen_geraet` ON `pfandbuchungen` (`tenant_id`,`geraet_id`,`lfd_nr`) WHERE geraet_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `pfandbuchungen_lieferung` ON `pfandbuchungen` (`tenant_id`,`lieferung_id`,`lfd_nr`) WHERE lieferung_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('pfandbuchungen', 'pfandbuchungen_geraet', '500000 50000 20 1'),
	('pfandbuchungen', 'pfandbuchungen_lieferung', '2500000 250000 4 1'),
	('pfandkonten', 'pfandkonten_seit', '500000 50000 10 2');
--> statement-breakpoint
ANALYZE sqlite_schema;
--> statement-breakpoint
DROP TRIGGER pfandbuchungen_fuehren_konten;
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
	-- What goes out makes nothing older or younger that is there already; where nothing was, it is the oldest.
	UPDATE pfandkonten SET
		seit_nr = CASE
			WHEN NEW.art IN ('ruecknahme', 'korrektur_minus') THEN iif(bestand > NEW.menge, seit_nr, NULL)
			WHEN seit_am IS NULL AND NEW.storno_von IS NULL AND bestand + NEW.menge > 0 THEN NEW.lfd_nr
			ELSE seit_nr END,
		seit_rest = CASE
			WHEN NEW.art IN ('ruecknahme', 'korrektur_minus') THEN iif(bestand > NEW.menge, seit_rest, NULL)
			WHEN seit_am IS NULL AND NEW.storno_von IS NULL AND bestand + NEW.menge > 0 THEN bestand + NEW.menge
			ELSE seit_rest END,
		seit_am = CASE
			WHEN NEW.art IN ('ruecknahme', 'korrektur_minus') THEN iif(bestand > NEW.menge, seit_am, NULL)
			WHEN seit_am IS NULL AND NEW.storno_von IS NULL AND bestand + NEW.menge > 0 THEN NEW.erfasst_am
			ELSE seit_am END,
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
	-- Forward: what comes back, or was never there, is missing from the oldest on. A Storno of something younger than
	-- that one changes nothing.
	UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.nr, w.stueck + pfandkonten.seit_rest - NEW.menge, w.erfasst_am FROM (
			SELECT pfandkonten.seit_nr AS nr, 0 AS stueck, pfandkonten.seit_am AS erfasst_am
			UNION ALL
			SELECT * FROM (
				SELECT b.lfd_nr, sum(b.menge) OVER (ORDER BY b.lfd_nr), b.erfasst_am FROM pfandbuchungen b
				WHERE b.lfd_nr > pfandkonten.seit_nr AND b.tenant_id = NEW.tenant_id AND b.kunde_id = NEW.kunde_id
				AND b.pfandartikel_id IS NEW.pfandartikel_id AND +b.geraet_id IS NEW.geraet_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
				ORDER BY b.lfd_nr
			)
		) w WHERE w.stueck + pfandkonten.seit_rest > NEW.menge LIMIT 1
	)
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	)
		AND NEW.art IN ('ruecknahme', 'korrektur_minus') AND seit_nr >= coalesce(
			(SELECT o.lfd_nr FROM pfandbuchungen o WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von), 0);
	-- Back: what a Storno gives back is the oldest again. And where it is not known yet, from the latest one on.
	UPDATE pfandkonten SET (seit_nr, seit_rest, seit_am) = (
		SELECT w.nr, iif(pfandkonten.seit_nr IS NULL, pfandkonten.bestand, pfandkonten.seit_rest + NEW.menge) - w.stueck + w.menge, w.erfasst_am FROM (
			SELECT b.lfd_nr AS nr, b.menge, sum(b.menge) OVER (ORDER BY b.lfd_nr DESC) AS stueck, b.erfasst_am FROM pfandbuchungen b
			WHERE b.lfd_nr <= coalesce(pfandkonten.seit_nr, NEW.lfd_nr) AND b.tenant_id = NEW.tenant_id AND b.kunde_id = NEW.kunde_id
				AND b.pfandartikel_id IS NEW.pfandartikel_id AND +b.geraet_id IS NEW.geraet_id
				AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
				AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
			ORDER BY b.lfd_nr DESC
		) w WHERE w.stueck >= iif(pfandkonten.seit_nr IS NULL, pfandkonten.bestand, pfandkonten.seit_rest + NEW.menge) LIMIT 1
	)
	WHERE rowid = (
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.pfandartikel_id = NEW.pfandartikel_id
		UNION ALL
		SELECT k.rowid FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
			AND k.geraet_id = NEW.geraet_id
	)
		AND bestand > 0 AND iif(NEW.art IN ('ruecknahme', 'korrektur_minus'), seit_nr IS NULL, NEW.storno_von IS NOT NULL);
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
