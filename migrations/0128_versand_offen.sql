-- Which settlements no e-mail has carried yet, to be found by an index. That alone changes of a settlement: by its cancellation,
-- and by what becomes of its e-mails. A cancellation goes out where what it cancels did.
ALTER TABLE `abrechnungen` ADD `versand_offen` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER abrechnungen_nie_aendern;
--> statement-breakpoint
UPDATE abrechnungen SET versand_offen = 1
WHERE art = 'abrechnung'
	AND NOT EXISTS (SELECT 1 FROM abrechnungen s WHERE s.tenant_id = abrechnungen.tenant_id AND s.storno_von = abrechnungen.id)
	AND NOT EXISTS (
		SELECT 1 FROM belege b CROSS JOIN nachrichten n ON n.tenant_id = b.tenant_id AND n.beleg_id = b.id
		WHERE b.tenant_id = abrechnungen.tenant_id AND b.bezug_id = abrechnungen.id
			AND n.status NOT IN ('abgelehnt', 'zurueckgezogen'));
--> statement-breakpoint
CREATE TRIGGER abrechnungen_nie_aendern BEFORE UPDATE OF
	tenant_id, id, nummer, jahr, lfd_nr, art, storno_von, grund, kunde_id, lieferung_id, auftrag_id, datum, von,
	bis, anfang_cent, summe_cent, netto_cent, ust_cent, preise, ust_verfahren, kleinunternehmer, abrechnung_ist,
	form, erfasst_ab, stand_nr, ausserhalb_cent, verluste_bisher_cent, erstellt_von, erstellt_am, aktualisiert_am,
	version
ON abrechnungen
BEGIN
	SELECT RAISE(ABORT, 'eine Abrechnung ist unveraenderlich');
END;
--> statement-breakpoint
CREATE TRIGGER abrechnungen_storniert_nicht_versenden AFTER INSERT ON abrechnungen
WHEN NEW.storno_von IS NOT NULL
BEGIN
	UPDATE abrechnungen SET versand_offen = 0 WHERE tenant_id = NEW.tenant_id AND id = NEW.storno_von;
END;
--> statement-breakpoint
CREATE TRIGGER nachrichten_versand_offen_neu AFTER INSERT ON nachrichten
WHEN NEW.art = 'abrechnung'
BEGIN
	UPDATE abrechnungen SET versand_offen = NOT EXISTS (
			SELECT 1 FROM nachrichten n WHERE n.tenant_id = NEW.tenant_id AND n.beleg_id = NEW.beleg_id
				AND n.status NOT IN ('abgelehnt', 'zurueckgezogen'))
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungen s WHERE s.tenant_id = NEW.tenant_id AND s.storno_von = abrechnungen.id)
	WHERE tenant_id = NEW.tenant_id
		AND id = (SELECT b.bezug_id FROM belege b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.beleg_id);
END;
--> statement-breakpoint
CREATE TRIGGER nachrichten_versand_offen AFTER UPDATE OF status ON nachrichten
WHEN NEW.art = 'abrechnung'
BEGIN
	UPDATE abrechnungen SET versand_offen = NOT EXISTS (
			SELECT 1 FROM nachrichten n WHERE n.tenant_id = NEW.tenant_id AND n.beleg_id = NEW.beleg_id
				AND n.status NOT IN ('abgelehnt', 'zurueckgezogen'))
		AND NOT EXISTS (
			SELECT 1 FROM abrechnungen s WHERE s.tenant_id = NEW.tenant_id AND s.storno_von = abrechnungen.id)
	WHERE tenant_id = NEW.tenant_id
		AND id = (SELECT b.bezug_id FROM belege b WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.beleg_id);
END;
--> statement-breakpoint
CREATE INDEX `abrechnungen_versand_offen` ON `abrechnungen` (`tenant_id`,`datum`,`id`) WHERE versand_offen = 1;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('abrechnungen', 'abrechnungen_versand_offen', '100000 10000 10 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
