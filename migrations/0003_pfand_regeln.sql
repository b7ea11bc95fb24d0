-- The ledger's rules hold in the database, whoever writes to it: no change, no gap, one exact counter-booking,
-- and balances that follow every booking in its own transaction.
CREATE TRIGGER pfandbuchungen_nie_aendern BEFORE UPDATE ON pfandbuchungen
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_nie_loeschen BEFORE DELETE ON pfandbuchungen
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_lueckenlos BEFORE INSERT ON pfandbuchungen
WHEN NEW.lfd_nr <> 1 + coalesce((SELECT max(lfd_nr) FROM pfandbuchungen WHERE tenant_id = NEW.tenant_id), 0)
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind lueckenlos nummeriert');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_storno_genau BEFORE INSERT ON pfandbuchungen
WHEN NEW.storno_von IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM pfandbuchungen b
	WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.storno_von AND b.storno_von IS NULL
		AND b.kunde_id = NEW.kunde_id AND b.pfandartikel_id IS NEW.pfandartikel_id AND b.geraet_id IS NEW.geraet_id
		AND b.menge = NEW.menge AND b.betrag_cent = NEW.betrag_cent
		AND (b.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus'))
			<> (NEW.art IN ('anfangsbestand', 'ausgabe', 'korrektur_plus'))
)
BEGIN
	SELECT RAISE(ABORT, 'ein Storno ist das genaue Gegenteil seiner Buchung');
END;
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
			WHERE k.tenant_id = NEW.tenant_id AND k.kunde_id = NEW.kunde_id AND k.bestand < 0
		),
		aktualisiert_am = NEW.gebucht_am,
		version = version + 1
	WHERE tenant_id = NEW.tenant_id AND kunde_id = NEW.kunde_id;
END;
--> statement-breakpoint
CREATE TRIGGER geraete_bewegungen_nie_aendern BEFORE UPDATE OF
	tenant_id, id, geraet_id, art, von_status, nach_status, kunde_id, lieferung_id, gebucht_von, erfasst_am, erstellt_am
ON geraete_bewegungen
BEGIN
	SELECT RAISE(ABORT, 'geraete_bewegungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER geraete_bewegungen_nie_loeschen BEFORE DELETE ON geraete_bewegungen
BEGIN
	SELECT RAISE(ABORT, 'geraete_bewegungen sind unveraenderlich');
END;
--> statement-breakpoint
-- A completed delivery is corrected in the ledger. Only what names a person may be blanked (DSGVO Art. 17).
CREATE TRIGGER lieferungen_zugestellt_bleibt BEFORE UPDATE OF
	tenant_id, id, kunde_id, fahrer_id, datum, zeit_von, zeit_bis, status, gestartet_am, erfasst_am, abgeschlossen_am
ON lieferungen WHEN OLD.status = 'zugestellt'
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER lieferpositionen_zugestellt_bleiben BEFORE UPDATE ON lieferpositionen
WHEN (SELECT status FROM lieferungen l WHERE l.tenant_id = OLD.tenant_id AND l.id = OLD.lieferung_id) = 'zugestellt'
BEGIN
	SELECT RAISE(ABORT, 'eine zugestellte Lieferung ist unveraenderlich');
END;
