-- Pieces are counted of articles. A device is there once, and a correction settles its deposit while it stays with
-- the customer: its account is negative only when more money was given back than was paid.
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
	INSERT INTO pfandsalden (tenant_id, id, kunde_id, wert_cent, negative_konten, erstellt_am, aktualisiert_am)
	SELECT NEW.tenant_id, NEW.id, NEW.kunde_id, 0, 0, NEW.gebucht_am, NEW.gebucht_am
	WHERE NOT EXISTS (SELECT 1 FROM pfandsalden s WHERE s.tenant_id = NEW.tenant_id AND s.kunde_id = NEW.kunde_id);
	UPDATE pfandsalden SET
		wert_cent = wert_cent + NEW.summe_cent,
		negative_konten = (
			SELECT count(*) FROM pfandkonten k
			WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id
				AND iif(k.geraet_id IS NULL, k.bestand, k.wert_cent) < 0
		),
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id;
END;
--> statement-breakpoint
UPDATE pfandsalden SET negative_konten = (
	SELECT count(*) FROM pfandkonten k
	WHERE k.tenant_id = pfandsalden.tenant_id AND k.kunde_id = pfandsalden.kunde_id
		AND iif(k.geraet_id IS NULL, k.bestand, k.wert_cent) < 0
)
WHERE EXISTS (
	SELECT 1 FROM pfandkonten k
	WHERE k.tenant_id = pfandsalden.tenant_id AND k.kunde_id = pfandsalden.kunde_id
		AND k.geraet_id IS NOT NULL AND (k.bestand < 0) <> (k.wert_cent < 0)
);
