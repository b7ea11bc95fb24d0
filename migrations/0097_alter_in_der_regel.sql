-- The trigger of a booking keeps sums only. Which piece of an account is the oldest is found by the rule that books, and
-- held by the check against all bookings; here follows only the oldest of all of a customer's accounts.
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
	INSERT INTO pfandsalden (tenant_id, id, kunde_id, wert_cent, negative_konten, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.summe_cent,
		iif(NEW.geraet_id IS NULL, k.bestand < 0, k.wert_cent < 0) - iif(NEW.geraet_id IS NULL,
			k.bestand < iif(NEW.art IN ('ruecknahme', 'korrektur_minus'), -NEW.menge, NEW.menge), k.wert_cent < NEW.summe_cent),
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
		aktualisiert_am = excluded.aktualisiert_am,
		version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER pfandkonten_fuehren_alter AFTER UPDATE OF seit_am ON pfandkonten
WHEN NEW.seit_am IS NOT OLD.seit_am
BEGIN
	UPDATE pfandsalden SET seit_am = (
		SELECT min(k.seit_am) FROM pfandkonten k
		WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id AND k.seit_am IS NOT NULL
	)
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id;
END;
