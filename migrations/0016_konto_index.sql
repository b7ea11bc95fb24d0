-- The age of an account is reckoned from its own bookings alone: of a customer with tens of thousands of others, each
-- that came back would have passed them all.
CREATE INDEX `pfandbuchungen_konto` ON `pfandbuchungen` (`tenant_id`,`kunde_id`,`pfandartikel_id`,`lfd_nr`);
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('pfandbuchungen', 'pfandbuchungen_konto', '5000000 500000 50 15 1');
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
	UPDATE pfandkonten SET
		bestand = bestand + CASE WHEN NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') THEN NEW.menge ELSE -NEW.menge END,
		wert_cent = wert_cent + NEW.summe_cent,
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id
		AND pfandartikel_id IS NEW.pfandartikel_id AND geraet_id IS NEW.geraet_id;
	-- What goes out makes nothing older or younger that is there already.
	UPDATE pfandkonten SET seit_am = CASE WHEN bestand > 0 THEN (
	SELECT w.erfasst_am FROM (
		SELECT b.erfasst_am, sum(b.menge) OVER (ORDER BY b.lfd_nr DESC) AS stueck
		FROM pfandbuchungen b
		WHERE b.tenant_id = NEW.tenant_id AND b.kunde_id = NEW.kunde_id
			AND b.pfandartikel_id IS NEW.pfandartikel_id AND +b.geraet_id IS NEW.geraet_id
			AND b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus') AND b.storno_von IS NULL
			AND NOT EXISTS (SELECT 1 FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
		ORDER BY b.lfd_nr DESC
	) w WHERE w.stueck >= pfandkonten.bestand LIMIT 1
	) END
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id
		AND pfandartikel_id IS NEW.pfandartikel_id AND geraet_id IS NEW.geraet_id
		AND NOT (seit_am IS NOT NULL AND NEW.storno_von IS NULL AND NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus'));
	INSERT INTO pfandsalden (tenant_id, id, kunde_id, wert_cent, negative_konten, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (SELECT 1 FROM pfandsalden s WHERE s.tenant_id = NEW.tenant_id AND s.kunde_id = NEW.kunde_id);
	UPDATE pfandsalden SET
		wert_cent = wert_cent + NEW.summe_cent,
		(negative_konten, seit_am) = (
			SELECT count(*) FILTER (WHERE iif(k.geraet_id IS NULL, k.bestand, k.wert_cent) < 0), min(k.seit_am)
			FROM pfandkonten k WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
		),
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id;
END;
--> statement-breakpoint
-- INSERT OR REPLACE removes the row that is in the way without asking the triggers of a DELETE, unless the connection
-- says otherwise (recursive_triggers), as ours does and a stranger's does not.
CREATE TRIGGER protokoll_nie_ersetzen BEFORE INSERT ON protokoll
WHEN EXISTS (SELECT 1 FROM protokoll r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'protokoll ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER geraete_bewegungen_nie_ersetzen BEFORE INSERT ON geraete_bewegungen
WHEN EXISTS (SELECT 1 FROM geraete_bewegungen r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'geraete_bewegungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_nie_ersetzen BEFORE INSERT ON pfandbuchungen
WHEN EXISTS (SELECT 1 FROM pfandbuchungen r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.id)
	OR EXISTS (SELECT 1 FROM pfandbuchungen r WHERE r.tenant_id = NEW.tenant_id AND r.storno_von = NEW.storno_von)
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind unveraenderlich');
END;
