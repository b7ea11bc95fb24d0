-- What the tax of a booking depends on is stored with it, and is part of its hash: what article, device and company
-- become later changes nothing about what was booked. What was booked up to now gets what they are today; its hashes
-- stay as they are, and tenants.steuer_nach_nr says up to which number they say nothing of it.
ALTER TABLE `tenants` ADD `steuer_nach_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE tenants SET steuer_nach_nr = coalesce(
	(SELECT max(lfd_nr) FROM pfandbuchungen b WHERE b.tenant_id = tenants.tenant_id), 0);
--> statement-breakpoint
ALTER TABLE `pfandbuchungen` ADD `klasse` text CHECK ("klasse" IN ('warenumschliessung', 'transporthilfsmittel', 'geraetepfand', 'kaution'));--> statement-breakpoint
ALTER TABLE `pfandbuchungen` ADD `steuersatz` text CHECK ("steuersatz" IN ('regel', 'ermaessigt', 'keine'));--> statement-breakpoint
ALTER TABLE `pfandbuchungen` ADD `preise` text CHECK ("preise" IN ('netto', 'brutto'));--> statement-breakpoint
ALTER TABLE `pfandartikel` ADD `steuer_nach_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `geraete` ADD `steuer_nach_nr` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER pfandbuchungen_nie_aendern;
--> statement-breakpoint
UPDATE pfandbuchungen SET
	klasse = iif(pfandartikel_id IS NULL,
		(SELECT iif(g.pfandform = 'pfand', 'geraetepfand', 'kaution') FROM geraete g
			WHERE g.tenant_id = pfandbuchungen.tenant_id AND g.id = pfandbuchungen.geraet_id),
		(SELECT a.ust_klasse FROM pfandartikel a
			WHERE a.tenant_id = pfandbuchungen.tenant_id AND a.id = pfandbuchungen.pfandartikel_id)),
	steuersatz = iif(pfandartikel_id IS NULL,
		(SELECT iif(g.pfandform = 'pfand', 'regel', 'keine') FROM geraete g
			WHERE g.tenant_id = pfandbuchungen.tenant_id AND g.id = pfandbuchungen.geraet_id),
		(SELECT a.steuersatz FROM pfandartikel a
			WHERE a.tenant_id = pfandbuchungen.tenant_id AND a.id = pfandbuchungen.pfandartikel_id)),
	preise = (SELECT t.preise FROM tenants t WHERE t.id = pfandbuchungen.tenant_id);
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_nie_aendern BEFORE UPDATE ON pfandbuchungen
BEGIN
	SELECT RAISE(ABORT, 'pfandbuchungen sind unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_mit_steuer BEFORE INSERT ON pfandbuchungen
WHEN NEW.klasse IS NULL OR NEW.steuersatz IS NULL OR NEW.preise IS NULL
BEGIN
	SELECT RAISE(ABORT, 'eine Buchung nennt Klasse, Steuersatz und Preisart');
END;
--> statement-breakpoint
-- A settlement reckons net or gross; what comes back is what it was when it went out. So it stays with the first booking.
CREATE TRIGGER tenants_preise_bleiben BEFORE UPDATE OF preise ON tenants
WHEN NEW.preise <> OLD.preise AND EXISTS (SELECT 1 FROM pfandbuchungen b WHERE b.tenant_id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'netto oder brutto steht mit der ersten Buchung fest');
END;
--> statement-breakpoint
CREATE TRIGGER tenants_steuer_nach_nr_bleibt BEFORE UPDATE OF steuer_nach_nr ON tenants
WHEN NEW.steuer_nach_nr <> OLD.steuer_nach_nr
BEGIN
	SELECT RAISE(ABORT, 'welche Buchungen ihre Steuer im Hash haben, steht fest');
END;
--> statement-breakpoint
-- Up to which booking a settlement has to ask, piece by piece, as what it went out.
CREATE TRIGGER pfandartikel_steuer_wechselt AFTER UPDATE OF ust_klasse, steuersatz ON pfandartikel
WHEN NEW.ust_klasse <> OLD.ust_klasse OR NEW.steuersatz <> OLD.steuersatz
BEGIN
	UPDATE pfandartikel SET steuer_nach_nr = coalesce(
		(SELECT max(lfd_nr) FROM pfandbuchungen WHERE tenant_id = NEW.tenant_id), 0)
	WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER geraete_steuer_wechselt AFTER UPDATE OF pfandform ON geraete WHEN NEW.pfandform <> OLD.pfandform
BEGIN
	UPDATE geraete SET steuer_nach_nr = coalesce(
		(SELECT max(lfd_nr) FROM pfandbuchungen WHERE tenant_id = NEW.tenant_id), 0)
	WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
END;
--> statement-breakpoint
-- An opening balance is what was before: it and its Storno stand in no settlement. Where one of the two was settled
-- before this version, and that counts, the other is open until it is settled as well: so that neither is charged.
CREATE INDEX `pfandbuchungen_anfangsbestand` ON `pfandbuchungen` (`tenant_id`,`kunde_id`) WHERE art = 'anfangsbestand';
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('pfandbuchungen', 'pfandbuchungen_anfangsbestand', '200000 20000 4');
--> statement-breakpoint
ANALYZE sqlite_schema;
--> statement-breakpoint
DELETE FROM offene_buchungen WHERE EXISTS (
	SELECT 1 FROM pfandbuchungen b
	WHERE b.tenant_id = offene_buchungen.tenant_id AND b.id = offene_buchungen.id AND (
		b.art = 'anfangsbestand' AND NOT EXISTS (
			SELECT 1 FROM pfandbuchungen s
			JOIN abrechnungsbuchungen z ON z.tenant_id = s.tenant_id AND z.buchung_id = s.id AND z.gilt = 1
			WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id)
		OR EXISTS (
			SELECT 1 FROM pfandbuchungen o
			WHERE o.tenant_id = b.tenant_id AND o.id = b.storno_von AND o.art = 'anfangsbestand' AND NOT EXISTS (
				SELECT 1 FROM abrechnungsbuchungen z
				WHERE z.tenant_id = o.tenant_id AND z.buchung_id = o.id AND z.gilt = 1))));
--> statement-breakpoint
DROP TRIGGER pfandbuchungen_sind_offen;
--> statement-breakpoint
CREATE TRIGGER pfandbuchungen_sind_offen AFTER INSERT ON pfandbuchungen
WHEN NEW.art <> 'anfangsbestand'
	AND NEW.lfd_nr > (SELECT abrechnung_nach_nr FROM tenants WHERE id = NEW.tenant_id)
	AND NOT EXISTS (
		SELECT 1 FROM pfandbuchungen o
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.storno_von AND o.art = 'anfangsbestand' AND NOT EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z
			WHERE z.tenant_id = o.tenant_id AND z.buchung_id = o.id AND z.gilt = 1))
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	VALUES (NEW.tenant_id, NEW.id, NEW.kunde_id, NEW.erfasst_am, NEW.erstellt_am, NEW.erstellt_am);
END;
--> statement-breakpoint
DROP TRIGGER abrechnungsbuchungen_nur_offene;
--> statement-breakpoint
-- Every booking stands in one settlement that counts, or is open: never both, never in two. An opening balance is
-- never open: only one that was settled before comes here, with the company that is taken over.
CREATE TRIGGER abrechnungsbuchungen_nur_offene BEFORE INSERT ON abrechnungsbuchungen
WHEN NEW.gilt = 1 AND NOT EXISTS (
	SELECT 1 FROM offene_buchungen o
	JOIN abrechnungen a ON a.tenant_id = o.tenant_id AND a.id = NEW.abrechnung_id AND a.kunde_id = o.kunde_id
		AND a.art = 'abrechnung'
	WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.buchung_id
) AND NOT EXISTS (
	SELECT 1 FROM pfandbuchungen b
	JOIN abrechnungen a ON a.tenant_id = b.tenant_id AND a.id = NEW.abrechnung_id AND a.kunde_id = b.kunde_id
		AND a.art = 'abrechnung'
	LEFT JOIN pfandbuchungen o ON o.tenant_id = b.tenant_id AND o.id = b.storno_von
	WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.buchung_id AND 'anfangsbestand' IN (b.art, o.art)
		AND coalesce(o.lfd_nr, b.lfd_nr) <= (SELECT steuer_nach_nr FROM tenants WHERE id = NEW.tenant_id)
)
BEGIN
	SELECT RAISE(ABORT, 'diese Buchung steht schon in einer Abrechnung');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_gegenstueck AFTER INSERT ON abrechnungsbuchungen WHEN NEW.gilt = 1
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	SELECT p.tenant_id, p.id, p.kunde_id, p.erfasst_am, p.erstellt_am, p.erstellt_am FROM (
		SELECT s.* FROM pfandbuchungen o
		JOIN pfandbuchungen s ON s.tenant_id = o.tenant_id AND s.storno_von = o.id
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.buchung_id AND o.art = 'anfangsbestand'
		UNION ALL
		SELECT o.* FROM pfandbuchungen s
		JOIN pfandbuchungen o ON o.tenant_id = s.tenant_id AND o.id = s.storno_von AND o.art = 'anfangsbestand'
		WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.buchung_id
	) p
	WHERE p.lfd_nr > (SELECT abrechnung_nach_nr FROM tenants WHERE id = NEW.tenant_id)
		AND NOT EXISTS (SELECT 1 FROM offene_buchungen x WHERE x.tenant_id = p.tenant_id AND x.id = p.id)
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z WHERE z.tenant_id = p.tenant_id AND z.buchung_id = p.id AND z.gilt = 1);
END;
--> statement-breakpoint
DROP TRIGGER abrechnungsbuchungen_wieder_offen;
--> statement-breakpoint
CREATE TRIGGER abrechnungsbuchungen_wieder_offen AFTER UPDATE OF gilt ON abrechnungsbuchungen
BEGIN
	INSERT INTO offene_buchungen (tenant_id, id, kunde_id, erfasst_am, erstellt_am, aktualisiert_am)
	SELECT b.tenant_id, b.id, b.kunde_id, b.erfasst_am, b.erstellt_am, b.erstellt_am
	FROM pfandbuchungen b
	LEFT JOIN pfandbuchungen o ON o.tenant_id = b.tenant_id AND o.id = b.storno_von AND o.art = 'anfangsbestand'
	WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.buchung_id AND (
		b.art <> 'anfangsbestand' AND o.id IS NULL
		OR EXISTS (
			SELECT 1 FROM abrechnungsbuchungen z
			WHERE z.tenant_id = b.tenant_id AND z.gilt = 1 AND z.buchung_id = coalesce(o.id,
				(SELECT s.id FROM pfandbuchungen s WHERE s.tenant_id = b.tenant_id AND s.storno_von = b.id))));
	DELETE FROM offene_buchungen WHERE tenant_id = NEW.tenant_id AND id = (
		SELECT s.id FROM pfandbuchungen o
		JOIN pfandbuchungen s ON s.tenant_id = o.tenant_id AND s.storno_von = o.id
		WHERE o.tenant_id = NEW.tenant_id AND o.id = NEW.buchung_id AND o.art = 'anfangsbestand'
		UNION ALL
		SELECT o.id FROM pfandbuchungen s
		JOIN pfandbuchungen o ON o.tenant_id = s.tenant_id AND o.id = s.storno_von AND o.art = 'anfangsbestand'
		WHERE s.tenant_id = NEW.tenant_id AND s.id = NEW.buchung_id
	);
END;
